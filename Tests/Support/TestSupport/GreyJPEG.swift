// SPDX-License-Identifier: Apache-2.0

internal import CTurboJPEG
package import Frames

/// A JPEG of one grey value, which compression hardly changes; `nil` without libturbojpeg.
///
/// A little noise is added, so that the picture has enough compressed data to truncate.
package func greyJPEG(_ value: UInt8, size: FrameSize) -> [UInt8]? {
    var reason: UnsafePointer<CChar>?
    guard let functions = unsafe candela_turbojpeg_load(&reason)?.pointee else { return nil }
    guard let handle = unsafe functions.tjInitCompress() else { return nil }
    defer { _ = unsafe functions.tjDestroy(handle) }
    var (output, length): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    defer { unsafe functions.tjFree(output) }
    var noise = UInt32(value) + 1
    let pixels = (0..<size.area).map { _ -> UInt8 in
        noise = noise &* 1_664_525 &+ 1_013_904_223
        return UInt8(clamping: Int(value) + Int(noise >> 29) - 4)
    }
    let status = unsafe functions.tjCompress2(
        handle, pixels, Int32(size.width), Int32(size.width), Int32(size.height), Int32(TJPF_GRAY.rawValue), &output,
        &length, Int32(TJSAMP_GRAY.rawValue), 90, 0)
    guard status == 0 else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: output, count: Int(length)))
}
