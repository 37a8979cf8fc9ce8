// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Interpolates a picture's grey values between pixels. Pixel (x, y) covers the square from (x, y) to (x + 1, y + 1).
package struct LumaSampler {
    package let width: Int
    package let height: Int
    /// Rows without padding.
    private let pixels: [UInt8]

    /// Copies the pixels, so that a lent frame is not held.
    package init(_ image: LumaImage) {
        width = image.width
        height = image.height
        let (width, height, stride) = (image.width, image.height, image.rowStride)
        var pixels = [UInt8](repeating: 0, count: width * height)
        image.withSpan { span in
            for y in 0..<height {
                for x in 0..<width { pixels[y &* width &+ x] = span[y &* stride &+ x] }
            }
        }
        self.pixels = pixels
    }

    /// Bilinear; outside the picture its border is repeated. A point on a horizon has no place (NaN, see `Homography`), and
    /// takes the first row or column.
    @inline(__always)
    package func callAsFunction(_ point: PixelPoint) -> Double {
        let x = point.x > 0.5 ? min(point.x - 0.5, Double(width - 1)) : 0
        let y = point.y > 0.5 ? min(point.y - 0.5, Double(height - 1)) : 0
        let column = min(Int(x), max(0, width - 2))
        let row = min(Int(y), max(0, height - 2))
        let (fx, fy) = (x - Double(column), y - Double(row))
        let right = width > 1 ? 1 : 0
        let below = height > 1 ? width : 0
        let index = row &* width &+ column
        let upper = Double(pixels[index]) * (1 - fx) + Double(pixels[index &+ right]) * fx
        let lower = Double(pixels[index &+ below]) * (1 - fx) + Double(pixels[index &+ below &+ right]) * fx
        return upper * (1 - fy) + lower * fy
    }

    @inline(__always)
    func pixel(_ x: Int, _ y: Int) -> UInt8 { pixels[y &* width &+ x] }

    func isInside(_ point: PixelPoint, margin: Double = 0) -> Bool {
        point.x >= -margin && point.y >= -margin && point.x <= Double(width) + margin
            && point.y <= Double(height) + margin
    }
}
