// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG
package import Frames

/// Compresses grey pictures and packed colours to JPEG. Use one encoder on one thread at a time.
@safe package final class JPEGEncoder {
    private let functions: candela_turbojpeg
    private let handle: tjhandle

    /// - Throws: `.libraryMissing` when libturbojpeg cannot be loaded.
    package init() throws(MotionJPEGError) {
        var reason: UnsafePointer<CChar>?
        guard let functions = unsafe candela_turbojpeg_load(&reason) else {
            throw MotionJPEGError(
                .libraryMissing(reason: unsafe reason.map { unsafe String(cString: $0) } ?? "unknown"))
        }
        guard let handle = unsafe functions.pointee.tjInitCompress() else {
            throw MotionJPEGError(.libraryMissing(reason: "it cannot start an encoder (out of memory)"))
        }
        self.functions = unsafe functions.pointee
        unsafe self.handle = unsafe handle
    }

    deinit { _ = unsafe functions.tjDestroy(handle) }

    /// - Parameter quality: 1 to 100.
    /// - Throws: `.undecodable` with the library's message, for a picture it rejects (sides over 65535).
    package func encode(_ image: LumaImage, quality: Int) throws(MotionJPEGError) -> [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { unsafe functions.tjFree(buffer) }
        let status = unsafe image.withUnsafePixels { pixels in
            unsafe functions.tjCompress2(
                handle, pixels.baseAddress!, Int32(image.width), Int32(image.rowStride), Int32(image.height),
                Int32(TJPF_GRAY.rawValue), &buffer, &size, Int32(TJSAMP_GRAY.rawValue), Int32(quality), TJFLAG_FASTDCT)
        }
        return try unsafe bytes(status, buffer, size)
    }

    /// Encodes colours as the camera sent them: limited-range values are not stretched.
    package func encode(_ colours: PackedColours, quality: Int) throws(MotionJPEGError) -> [UInt8] {
        let (width, height) = (colours.size.width, colours.size.height)
        let planes = Planes(colours)
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { unsafe functions.tjFree(buffer) }
        let status = unsafe planes.luma.withUnsafeBufferPointer { luma in
            unsafe planes.blue.withUnsafeBufferPointer { blue in
                unsafe planes.red.withUnsafeBufferPointer { red in
                    var pointers: [UnsafePointer<UInt8>?] = unsafe [
                        luma.baseAddress, blue.baseAddress, red.baseAddress,
                    ]
                    return unsafe functions.tjCompressFromYUVPlanes(
                        handle, &pointers, Int32(width), nil, Int32(height), Int32(TJSAMP_422.rawValue), &buffer, &size,
                        Int32(quality), TJFLAG_FASTDCT)
                }
            }
        }
        return try unsafe bytes(status, buffer, size)
    }

    private func bytes(
        _ status: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: UInt
    ) throws(MotionJPEGError) -> [UInt8] {
        guard status == 0, let bytes = unsafe buffer else {
            let reason = unsafe functions.tjGetErrorStr2(handle).map { unsafe String(cString: $0) }
            throw MotionJPEGError(.undecodable(reason: reason ?? "unknown error"))
        }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }
}

/// Packed pixels separated into planes: luma, and two of chroma at half the width.
private struct Planes {
    var luma: [UInt8]
    var blue: [UInt8]
    var red: [UInt8]

    init(_ colours: PackedColours) {
        let (width, height, order) = (colours.size.width, colours.size.height, colours.order)
        let half = width / 2
        var luma = [UInt8](repeating: 0, count: width * height)
        var blue = [UInt8](repeating: 0, count: half * height)
        var red = blue
        colours.storage.withSpan { (bytes: Span<UInt8>) in
            var lumaSpan = luma.mutableSpan
            var blueSpan = blue.mutableSpan
            var redSpan = red.mutableSpan
            for y in 0..<height {
                var from = y &* colours.bytesPerLine
                var to = y &* half
                for _ in 0..<half {
                    lumaSpan[2 &* to] = bytes[from &+ order.luma]
                    lumaSpan[2 &* to &+ 1] = bytes[from &+ order.luma &+ 2]
                    blueSpan[to] = bytes[from &+ order.blue]
                    redSpan[to] = bytes[from &+ order.red]
                    from &+= 4
                    to &+= 1
                }
            }
        }
        (self.luma, self.blue, self.red) = (luma, blue, red)
    }
}
