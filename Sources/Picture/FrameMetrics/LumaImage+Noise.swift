// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The standard deviation of pixel noise, in values of 255; 0 for pictures under 8 pixels a side.
    ///
    /// Immerkær's operator, which cancels flat and sloping surfaces, on blocks of 8 × 8 pixels. Edges and texture can
    /// only add, so the figure is that of the quietest tenth of the blocks, corrected by the ratio of the mean to that
    /// tenth in uniform noise. The figure is too low if a tenth of the picture is clipped, and too high if there is
    /// texture everywhere.
    ///
    ///     σ = √(π/2) / (6 N) · Σ |I ∗ [1 −2 1; −2 4 −2; 1 −2 1]|
    ///
    /// Source: J. Immerkær, Fast Noise Variance Estimation, 1996.
    package func noiseDeviation() -> Double {
        let side = 8
        guard width >= side, height >= side else { return 0 }
        // Samples at most 64 × 64 blocks.
        let (columns, rows) = (min(width / side, 64), min(height / side, 64))
        var sums: [Int] = []
        sums.reserveCapacity(columns * rows)
        let (width, height, stride) = (width, height, rowStride)
        unsafe withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for row in 0..<rows {
                let top = row * (height - side) / max(1, rows - 1)
                for column in 0..<columns {
                    let left = column * (width - side) / max(1, columns - 1)
                    unsafe sums.append(Self.curvature(first + (top * stride + left), stride, side))
                }
            }
        }
        sums.sort()
        let count = Double((side - 2) * (side - 2))
        // A small picture may contain nothing but a symbol. If it is exactly flat anywhere, there is no noise.
        if sums.count < 400, flatShare() > 0.01 {
            return (Double.pi / 2).squareRoot() / 6 * Double(sums[0]) / count
        }
        return Self.quietest * (Double.pi / 2).squareRoot() / 6 * Double(sums[sums.count / 10]) / count
    }

    /// For Gaussian noise, the ratio of the mean of all blocks to the quietest tenth. Measured.
    private static let quietest = 1.27

    /// The share of 3 × 3 squares whose pixels are all equal.
    private func flatShare() -> Double {
        var flat = 0
        let (width, height, stride) = (width, height, rowStride)
        unsafe withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for y in 1..<height - 1 {
                for x in 1..<width - 1 {
                    let p = unsafe first + (y &* stride &+ x)
                    let value = unsafe p[0]
                    var same = true
                    for row in -1...1 {
                        for column in -1...1 { unsafe same = same && p[row &* stride &+ column] == value }
                    }
                    if same { flat &+= 1 }
                }
            }
        }
        return Double(flat) / Double((width - 2) * (height - 2))
    }

    private static func curvature(_ block: UnsafePointer<UInt8>, _ stride: Int, _ side: Int) -> Int {
        var sum: Int32 = 0
        for y in 1..<side - 1 {
            let above = unsafe block + (y &- 1) &* stride
            let row = unsafe above + stride
            let below = unsafe row + stride
            for x in 1..<side - 1 {
                func second(_ line: UnsafePointer<UInt8>) -> Int32 {
                    unsafe Int32(line[x &- 1]) &- 2 &* Int32(line[x]) &+ Int32(line[x &+ 1])
                }
                let value = unsafe second(above) &- 2 &* second(row) &+ second(below)
                sum &+= max(value, 0 &- value)
            }
        }
        return Int(sum)
    }

    /// The noise of one frame, in values of 255: the standard deviation of the difference between two frames of a static
    /// scene, divided by √2. Motion and overall changes of brightness do not count: the figure is that of the median
    /// block of 16 × 16 pixels, less its own mean. `nil` if the sizes differ or a side is under 16 pixels.
    package func temporalNoise(to other: LumaImage) -> Double? {
        let side = 16
        guard size == other.size, width >= side, height >= side else { return nil }
        let (columns, rows) = (min(width / side, 24), min(height / side, 24))
        var variances: [Double] = []
        let (width, height, stride, otherStride) = (width, height, rowStride, other.rowStride)
        unsafe withUnsafePixels { mine in
            unsafe other.withUnsafePixels { theirs in
                guard let a = mine.baseAddress, let b = theirs.baseAddress else { return }
                for row in 0..<rows {
                    let top = row * (height - side) / max(1, rows - 1)
                    for column in 0..<columns {
                        let left = column * (width - side) / max(1, columns - 1)
                        var (sum, squares) = (0, 0)
                        for y in top..<top + side {
                            for x in left..<left + side {
                                let difference = unsafe Int(a[y &* stride &+ x]) &- Int(b[y &* otherStride &+ x])
                                sum &+= difference
                                squares &+= difference &* difference
                            }
                        }
                        let mean = Double(sum) / Double(side * side)
                        variances.append(max(0, Double(squares) / Double(side * side) - mean * mean))
                    }
                }
            }
        }
        variances.sort()
        return (variances[variances.count / 2] / 2).squareRoot()
    }
}
