// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Interpolates a picture's grey values between pixels. Pixel (x, y) covers the square from (x, y) to (x + 1, y + 1).
package struct LumaSampler {
    package let width: Int
    package let height: Int
    /// Rows without padding.
    private let pixels: [UInt8]

    func contains(_ point: PixelPoint) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x < Double(width) && point.y < Double(height)
    }

    /// Copies the pixels, so that a lent frame is not held.
    package init(_ image: LumaImage) {
        precondition(image.size.area > 0, "a picture with pixels")
        width = image.width
        height = image.height
        let (width, height, stride) = (image.width, image.height, image.rowStride)
        pixels = unsafe [UInt8](unsafeUninitializedCapacity: width * height) { target, count in
            unsafe image.withUnsafePixels { source in
                for y in 0..<height {
                    unsafe (target.baseAddress! + y &* width)
                        .initialize(from: source.baseAddress! + y &* stride, count: width)
                }
            }
            count = width &* height
        }
    }

    /// Bilinear; outside the picture its border is repeated. A point on a horizon has no place (NaN, see `Homography`), and
    /// takes the first row or column.
    @inline(__always)
    package func callAsFunction(_ point: PixelPoint) -> Double {
        let x = point.x > 0.5 ? min(point.x - 0.5, Double(width &- 1)) : 0
        let y = point.y > 0.5 ? min(point.y - 0.5, Double(height &- 1)) : 0
        let column = min(Int(x), max(0, width &- 2))
        let row = min(Int(y), max(0, height &- 2))
        let (fx, fy) = (x - Double(column), y - Double(row))
        let right = width > 1 ? 1 : 0
        let below = height > 1 ? width : 0
        let index = row &* width &+ column
        // Every index is inside: x and y were limited, and there is at least one pixel.
        return unsafe pixels.withUnsafeBufferPointer { pixels in
            let p = unsafe pixels.baseAddress! + index
            let (a, b) = unsafe (Double(p[0]), Double(p[right]))
            let (c, d) = unsafe (Double(p[below]), Double(p[below &+ right]))
            let upper = a + (b - a) * fx
            let lower = c + (d - c) * fx
            return upper + (lower - upper) * fy
        }
    }

    /// Lends the pixels: rows without padding.
    @inline(__always)
    func withUnsafePixels<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
        unsafe pixels.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
    }

    func isInside(_ point: PixelPoint, margin: Double = 0) -> Bool {
        point.x >= -margin && point.y >= -margin && point.x <= Double(width) + margin
            && point.y <= Double(height) + margin
    }
}
