// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The variance of the Laplacian [0 1 0; 1 −4 1; 0 1 0], (values of 255)². Like `tenengrad()`, it only compares
    /// pictures of one scene; it is more sensitive to noise. 0 for pictures under three pixels a side.
    ///
    /// Source: J. Pech-Pacheco et al., Diatom autofocusing in brightfield microscopy, 2000.
    package func laplacianVariance() -> Double {
        guard width >= 3, height >= 3 else { return 0 }
        let (width, height, stride) = (width, height, rowStride)
        var sum = 0
        var squares = 0
        unsafe withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for y in 1..<height - 1 {
                let row = unsafe first + y &* stride
                let above = unsafe row - stride
                let below = unsafe row + stride
                // A square is at most 1020², so 32 bits hold the sum of 2000.
                var start = 1
                while start < width - 1 {
                    let end = min(start &+ 2000, width - 1)
                    var (part, power): (Int32, Int32) = (0, 0)
                    for x in start..<end {
                        let cross =
                            unsafe Int32(row[x &- 1]) &+ Int32(row[x &+ 1]) &+ Int32(above[x]) &+ Int32(below[x])
                        let value = unsafe cross &- 4 &* Int32(row[x])
                        part &+= value
                        power &+= value &* value
                    }
                    sum &+= Int(part)
                    squares &+= Int(power)
                    start = end
                }
            }
        }
        let count = Double((width - 2) * (height - 2))
        let mean = Double(sum) / count
        return max(0, Double(squares) / count - mean * mean)
    }
}
