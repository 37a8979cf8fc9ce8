// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Converts frames in a webcam chip's own format to luma. Use one converter for one stream, on one thread at a time.
package protocol FrameConverter: AnyObject {
    /// Converts one frame: `byteCount` bytes from `offset` in `storage`.
    func luma(from storage: PixelStorage, offset: Int, byteCount: Int) throws(V4LConversionError) -> LumaImage
}

extension FrameConverter {
    package func luma(from storage: PixelStorage, byteCount: Int) throws(V4LConversionError) -> LumaImage {
        try luma(from: storage, offset: 0, byteCount: byteCount)
    }
}
