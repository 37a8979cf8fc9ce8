// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// Loops of this module use raw rows: the bounds follow from the sizes, which are checked once, here.
extension LumaImage {
    /// A picture of `size` whose pixels `fill` writes, given both pictures' first pixels. `target` has rows without
    /// padding. `fill` is not called for an empty picture.
    static func made(
        _ size: FrameSize, from source: LumaImage,
        _ fill: (_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>) -> Void
    ) -> LumaImage {
        LumaImage(size: size) { span in
            unsafe source.withUnsafePixels { pixels in
                unsafe span.withUnsafeMutableBufferPointer { bytes in
                    guard let from = pixels.baseAddress, let to = bytes.baseAddress, !bytes.isEmpty else { return }
                    unsafe fill(from, to)
                }
            }
        }
    }
}
