// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The mean squared Sobel gradient, (values of 255 a pixel)², from every other row: a measure of sharpness that only
    /// compares pictures of one scene. 0 for pictures under three pixels a side.
    ///
    /// Source: J. Tenenbaum, Accommodation in Computer Vision, 1970.
    package func tenengrad() -> Double {
        guard width >= 3, height >= 3 else { return 0 }
        let (width, height, stride) = (width, height, rowStride)
        var total = 0
        var lines = 0
        unsafe withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            var y = 1
            while y < height - 1 {
                let above = unsafe first + (y &- 1) &* stride
                let row = unsafe above + stride
                let below = unsafe row + stride
                // A pixel adds at most 2 · 1020², so 32 bits hold the sum of 1024.
                var start = 1
                while start < width - 1 {
                    let end = min(start &+ 1024, width - 1)
                    var sum: Int32 = 0
                    for x in start..<end {
                        let a = unsafe Int32(above[x &+ 1]) &- Int32(above[x &- 1])
                        let b = unsafe Int32(row[x &+ 1]) &- Int32(row[x &- 1])
                        let c = unsafe Int32(below[x &+ 1]) &- Int32(below[x &- 1])
                        let up = unsafe Int32(above[x &- 1]) &+ 2 &* Int32(above[x]) &+ Int32(above[x &+ 1])
                        let down = unsafe Int32(below[x &- 1]) &+ 2 &* Int32(below[x]) &+ Int32(below[x &+ 1])
                        let (gx, gy) = (a &+ 2 &* b &+ c, down &- up)
                        sum &+= gx &* gx &+ gy &* gy
                    }
                    total &+= Int(sum)
                    start = end
                }
                lines += 1
                y += 2
            }
        }
        // Sobel's weights add up to eight.
        return Double(total) / 64 / Double(lines * (width - 2))
    }

    /// The mean value of each row, 0 to 255.
    package func rowMeans() -> [Double] {
        guard width > 0 else { return [] }
        let (width, height, stride) = (width, height, rowStride)
        var means = [Double](repeating: 0, count: height)
        unsafe withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for y in 0..<height {
                let row = unsafe first + y &* stride
                var sum: UInt32 = 0
                for x in 0..<width { unsafe sum &+= UInt32(row[x]) }
                means[y] = Double(sum) / Double(width)
            }
        }
        return means
    }
}
