// SPDX-License-Identifier: Apache-2.0

internal import CAravis
package import Frames

/// An open GenICam camera (USB3 Vision or GigE Vision), which this process controls until it and all its frames are gone.
package final class GenICamCamera: Sendable {
    /// Maker, model and serial number, which stay the same: `Basler-acA1300-21234567`. Raw: escape before showing.
    package let id: String
    /// How the user named it, for messages.
    package let name: String
    /// "GigEVision" or "USB3Vision".
    package let transport: String
    let handle: Handle

    @safe struct Handle: @unchecked Sendable {
        // Unchecked: the functions for frames lock, and Aravis' for features do.
        let pointer: OpaquePointer
    }

    /// - Parameter text: a name that Aravis knows: an id, a serial number, an IP address; empty for the first camera that USB or
    ///   a network gives, which takes a second.
    package init(_ text: String) throws(GenICamError) {
        name = "aravis:" + text
        if let reason = unsafe caravis_load().map({ unsafe String(cString: $0) }) {
            throw GenICamError(
                .libraryMissing, "cannot open \(name): \(reason); install libaravis-0.8-0")
        }
        var failure = [CChar](repeating: 0, count: Int(CARAVIS_FAILURE))
        let opened = unsafe text.isEmpty ? caravis_open(nil, &failure) : caravis_open(text, &failure)
        guard let pointer = unsafe opened else {
            throw GenICamError(
                .noCamera,
                "cannot open \(name): \(Self.text(failure)); check its power and its cable. A camera on the network must have an "
                    + "address of this network, and a camera on USB needs a udev rule of its maker or of Aravis")
        }
        handle = unsafe Handle(pointer: pointer)
        var device = caravis_device()
        unsafe caravis_describe(pointer, &device)
        id = Self.text(of: &device.id)
        transport = Self.text(of: &device.protocol)
    }

    deinit { unsafe caravis_close(handle.pointer) }

    /// The identity of its settings.
    package var identity: String { "aravis:" + id }

    /// The formats that can be read, and how many cannot.
    package func formats() -> (readable: [FourCC], others: Int) {
        let all = unsafe [UInt32](unsafeUninitializedCapacity: 64) { buffer, count in
            count = unsafe caravis_formats(handle.pointer, buffer.baseAddress, 64)
        }
        let readable = all.compactMap(GenICamFormat.fourCC)
        return (readable, all.count - readable.count)
    }

    /// The largest picture. Moves the camera's region to the corner.
    package func size() throws(GenICamError) -> FrameSize {
        var (width, height) = (UInt32(0), UInt32(0))
        var failure = [CChar](repeating: 0, count: Int(CARAVIS_FAILURE))
        guard unsafe caravis_size(handle.pointer, &width, &height, &failure) == 0 else {
            throw GenICamError(.failed, "cannot read the size of \(name): \(Self.text(failure))")
        }
        return FrameSize(width: Int(width), height: Int(height))
    }

    /// The fastest rate now; `nil` if the camera does not say.
    package var fastest: Double? {
        let number = read(CARAVIS_FRAME_RATE)
        return number.is_there != 0 && number.maximum > 0 && number.maximum.isFinite ? number.maximum : nil
    }

    func read(_ which: Int) -> caravis_number {
        var number = caravis_number()
        unsafe caravis_read(handle.pointer, Int32(which), &number)
        return number
    }

    static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func text<T>(of tuple: inout T) -> String {
        unsafe withUnsafeBytes(of: &tuple) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
