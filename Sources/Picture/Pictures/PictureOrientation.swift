// SPDX-License-Identifier: Apache-2.0

import Frames

/// The relation of stored rows and columns to the upright picture: the Exif tag Orientation (0x0112).
///
/// Source: Exif 2.32, 4.6.4. The names say where row 0 and column 0 are shown.
package enum PictureOrientation: Int, Sendable {
    case topLeft = 1
    case topRight
    case bottomRight
    case bottomLeft
    case leftTop
    case rightTop
    case rightBottom
    case leftBottom

    /// Whether width and height are exchanged.
    package var swapsSides: Bool { rawValue >= 5 }
}

extension LumaImage {
    /// The picture as it must be shown. Shares the pixels if no change is needed.
    func upright(_ orientation: PictureOrientation) -> LumaImage {
        if orientation == .topLeft || size.area == 0 { return self }
        // Pixel (x, y) of the result is the stored pixel at origin + x * column + y * row.
        let (right, down) = (width - 1, (height - 1) * rowStride)
        let (origin, column, row) =
            switch orientation {
            case .topLeft: (0, 1, rowStride)
            case .topRight: (right, -1, rowStride)
            case .bottomRight: (down + right, -1, -rowStride)
            case .bottomLeft: (down, 1, -rowStride)
            case .leftTop: (0, rowStride, 1)
            case .rightTop: (down, -rowStride, 1)
            case .rightBottom: (down + right, -rowStride, -1)
            case .leftBottom: (right, rowStride, -1)
            }
        let turned = orientation.swapsSides ? FrameSize(width: height, height: width) : size
        return LumaImage(size: turned) { target in
            unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe withUnsafePixels { source in
                    // By squares: walking down the columns of a large picture would miss the cache at every pixel.
                    for top in stride(from: 0, to: turned.height, by: 64) {
                        for left in stride(from: 0, to: turned.width, by: 64) {
                            for y in top..<min(top + 64, turned.height) {
                                let to = unsafe target.baseAddress! + y &* turned.width
                                let from = unsafe source.baseAddress! + (origin &+ y &* row)
                                for x in left..<min(left + 64, turned.width) { unsafe to[x] = from[x &* column] }
                            }
                        }
                    }
                }
            }
        }
    }
}
