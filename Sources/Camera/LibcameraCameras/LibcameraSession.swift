// SPDX-License-Identifier: Apache-2.0

internal import CLibcamera
package import Frames
internal import Synchronization

/// A camera of libcamera that this process has for itself, until the session and all its frames are gone.
///
/// Everything blocks for as long as the camera does; only `set` may run beside a stream's `nextFrame`.
package final class LibcameraSession: Sendable {
    package let camera: LibcameraCamera
    let library: LibcameraLibrary
    private let handle: Handle

    @safe private struct Handle: @unchecked Sendable {
        // Unchecked: the plugin allows `set` beside other calls, and `busy` orders those.
        let pointer: OpaquePointer
    }
    private let busy = Mutex(())

    /// A format and size, in V4L2's terms.
    package struct Mode: Hashable, Sendable {
        package var fourCC: FourCC
        package var size: FrameSize

        package init(fourCC: FourCC, size: FrameSize) {
            self.fourCC = fourCC
            self.size = size
        }
    }

    /// - Throws: `.busy` if another process has it.
    package init(_ camera: LibcameraCamera) throws(LibcameraError) {
        self.camera = camera
        library = try LibcameraLibrary.load()
        var pointer: OpaquePointer?
        let errno = unsafe library.table.open(camera.id, &pointer)
        guard errno == 0, let pointer = unsafe pointer else {
            throw LibcameraError("open", camera.address, errno: errno)
        }
        handle = unsafe Handle(pointer: pointer)
    }

    deinit { unsafe library.table.close(handle.pointer) }

    /// The modes for viewing.
    package func modes() throws(LibcameraError) -> [Mode] {
        try busy.withLock { (_) throws(LibcameraError) in
            var modes: UnsafeMutablePointer<clibcamera_mode>?
            var count = 0
            let errno = unsafe library.table.modes(handle.pointer, &modes, &count)
            guard errno == 0 else { throw LibcameraError("list the formats of", camera.address, errno: errno) }
            defer { unsafe library.table.free_modes(modes) }
            return unsafe UnsafeBufferPointer(start: modes, count: count).map {
                Mode(
                    fourCC: LibcameraFormat.fourCC(drm: $0.format),
                    size: FrameSize(width: Int($0.width), height: Int($0.height)))
            }
        }
    }

    /// The controls. Their ranges can depend on the mode of the last stream.
    package func controls() throws(LibcameraError) -> [RawControl] {
        try busy.withLock { (_) throws(LibcameraError) in
            var list: UnsafeMutablePointer<clibcamera_controls>?
            let errno = unsafe library.table.controls(handle.pointer, &list)
            guard errno == 0, let list = unsafe list else {
                throw LibcameraError("list the controls of", camera.address, errno: errno)
            }
            defer { unsafe library.table.free_controls(list) }
            return unsafe UnsafeBufferPointer(start: list.pointee.controls, count: list.pointee.count).compactMap {
                unsafe RawControl($0)
            }
            .sorted { $0.name < $1.name }
        }
    }

    /// Sets controls with the next frame that is requested.
    package func set(_ values: [RawValue]) throws(LibcameraError) {
        let list = values.map(\.c)
        let errno = unsafe list.withUnsafeBufferPointer {
            unsafe library.table.set(handle.pointer, $0.baseAddress, $0.count)
        }
        guard errno == 0 else { throw LibcameraError("set controls of", camera.address, errno: errno) }
    }

    /// Starts the camera. Stop the last stream and release its frames first.
    func start(_ mode: Mode) throws(LibcameraError) -> LibcameraStream {
        try busy.withLock { (_) throws(LibcameraError) in
            var format = clibcamera_format()
            format.format = LibcameraFormat.drm(mode.fourCC)
            format.width = UInt32(clamping: mode.size.width)
            format.height = UInt32(clamping: mode.size.height)
            var stream: OpaquePointer?
            let errno = unsafe library.table.start(handle.pointer, &format, &stream)
            guard errno == 0, let stream = unsafe stream else {
                throw LibcameraError("start streaming from", camera.address, errno: errno)
            }
            return unsafe LibcameraStream(self, stream, format)
        }
    }
}

extension RawControl {
    fileprivate init?(_ control: clibcamera_control) {
        guard let type = unsafe Kind(rawValue: control.type) else { return nil }
        unsafe self.init(
            id: control.id, name: String(cString: control.name), type: type, minimum: RawValue.numbers(control.minimum),
            maximum: RawValue.numbers(control.maximum), standard: RawValue.numbers(control.standard),
            choices: UnsafeBufferPointer(start: control.choices, count: control.choice_count).map {
                unsafe Choice($0.value, String(cString: $0.name))
            })
    }
}
