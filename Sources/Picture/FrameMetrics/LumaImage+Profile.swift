// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Glibc

extension LumaImage {
    /// The values along the line from (`x0`, `y0`) to (`x1`, `y1`), one bilinear sample for each pixel of length. The
    /// centre of the top left pixel is (0.5, 0.5). Each sample is the mean of `2 * halfBreadth + 1` points across the
    /// line, one pixel apart. Points outside the picture repeat its border.
    package func profile(
        x0: Double, y0: Double, x1: Double, y1: Double, halfBreadth: Int = 0
    ) -> [Float] {
        let length = hypot(x1 - x0, y1 - y0)
        guard width > 0, height > 0, length >= 1, length.isFinite else { return [] }
        let count = Int(length) + 1
        let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length)
        var result = [Float](repeating: 0, count: count)
        let (width, height, stride) = (width, height, rowStride)
        let weight = 1 / Float(2 * halfBreadth + 1)
        unsafe withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for index in 0..<count {
                var sum: Float = 0
                for offset in -halfBreadth...halfBreadth {
                    let x = x0 + dx * Double(index) - dy * Double(offset) - 0.5
                    let y = y0 + dy * Double(index) + dx * Double(offset) - 0.5
                    let (cx, cy) = (min(max(x, 0), Double(width - 1)), min(max(y, 0), Double(height - 1)))
                    let (px, py) = (Int(cx), Int(cy))
                    let (fx, fy) = (Float(cx - Double(px)), Float(cy - Double(py)))
                    let (qx, qy) = (min(px + 1, width - 1), min(py + 1, height - 1))
                    let top = unsafe first + py &* stride
                    let bottom = unsafe first + qy &* stride
                    let upper = unsafe Float(top[px]) * (1 - fx) + Float(top[qx]) * fx
                    let lower = unsafe Float(bottom[px]) * (1 - fx) + Float(bottom[qx]) * fx
                    sum += upper * (1 - fy) + lower * fy
                }
                result[index] = sum * weight
            }
        }
        return result
    }
}
