// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The mean product of the Sobel gradients of two frames of a static scene, (values of 255 a pixel)², from every
    /// other row. Noise differs between the frames and cancels out, so sharpness can be compared where a single frame's
    /// gradients are mostly noise. `nil` if the sizes differ or a side is under three pixels.
    ///
    /// Only compares pictures of one scene, like `tenengrad()`, of which it is the noise-free part.
    package func commonGradient(with other: LumaImage) -> Double? {
        guard size == other.size, width >= 3, height >= 3 else { return nil }
        let (width, height, stride, otherStride) = (width, height, rowStride, other.rowStride)
        var total = 0
        var lines = 0
        unsafe withUnsafePixels { mine in
            unsafe other.withUnsafePixels { theirs in
                guard let first = mine.baseAddress, let second = theirs.baseAddress else { return }
                var y = 1
                while y < height - 1 {
                    let a = unsafe first + (y &- 1) &* stride
                    let b = unsafe second + (y &- 1) &* otherStride
                    var sum = 0
                    for x in 1..<width - 1 {
                        let (ax, ay) = unsafe Self.sobel(a + x, stride)
                        let (bx, by) = unsafe Self.sobel(b + x, otherStride)
                        sum &+= Int(ax &* bx &+ ay &* by)
                    }
                    total &+= sum
                    lines += 1
                    y += 2
                }
            }
        }
        // Sobel's weights add up to eight.
        return Double(total) / 64 / Double(lines * (width - 2))
    }

    /// The gradient at the pixel below `above`, times eight.
    @inline(__always)
    private static func sobel(_ above: UnsafePointer<UInt8>, _ stride: Int) -> (x: Int32, y: Int32) {
        let row = unsafe above + stride
        let below = unsafe row + stride
        let a = unsafe Int32(above[1]) &- Int32(above[-1])
        let b = unsafe Int32(row[1]) &- Int32(row[-1])
        let c = unsafe Int32(below[1]) &- Int32(below[-1])
        let up = unsafe Int32(above[-1]) &+ 2 &* Int32(above[0]) &+ Int32(above[1])
        let down = unsafe Int32(below[-1]) &+ 2 &* Int32(below[0]) &+ Int32(below[1])
        return (a &+ 2 &* b &+ c, down &- up)
    }
}
