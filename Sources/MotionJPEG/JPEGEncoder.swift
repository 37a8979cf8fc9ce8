// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG
public import Frames

/// Compresses grey pictures to JPEG. One encoder serves one thread at a time.
@safe public final class JPEGEncoder {
    private let functions: candela_turbojpeg
    private let handle: tjhandle

    /// - Throws: `.libraryMissing` when libturbojpeg cannot be loaded.
    public init() throws(MotionJPEGError) {
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
    /// - Throws: `.undecodable` with the library's words, for a picture it does not take (sides over 65535).
    public func encode(_ image: LumaImage, quality: Int) throws(MotionJPEGError) -> [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { unsafe functions.tjFree(buffer) }
        let status = unsafe image.withUnsafePixels { pixels in
            unsafe functions.tjCompress2(
                handle, pixels.baseAddress!, Int32(image.width), Int32(image.rowStride), Int32(image.height),
                Int32(TJPF_GRAY.rawValue), &buffer, &size, Int32(TJSAMP_GRAY.rawValue), Int32(quality), TJFLAG_FASTDCT)
        }
        guard status == 0, let bytes = unsafe buffer else {
            let reason = unsafe functions.tjGetErrorStr2(handle).map { unsafe String(cString: $0) }
            throw MotionJPEGError(.undecodable(reason: reason ?? "unknown error"))
        }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }
}
