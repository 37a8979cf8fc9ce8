// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The share of pixels, 0 to 1, in columns of at least eight rows that are light and dark by turns: combs, as two half pictures of
    /// different moments make where something moves.
    ///
    /// Looks at every fourth column. Drawn patterns and scaled prints can have as many, so it says something only of what a camera
    /// captures. Of 865 photographs of barcodes, 6 have more than 0.006.
    package func combedShare() -> Double {
        guard width >= 16, height >= 64 else { return 0 }
        let least = 16
        // Edges within a comb: a comb of eight rows has seven of them.
        let shortest = 7
        let columns = Array(stride(from: 0, to: width, by: 4))
        var runs = [Int](repeating: 0, count: columns.count)
        var signs = [Int](repeating: 0, count: columns.count)
        var combed = 0
        let (height, rowStride) = (height, rowStride)
        withSpan { pixels in
            for y in 1..<height {
                let row = y * rowStride
                for (index, x) in columns.enumerated() {
                    let step = Int(pixels[row + x]) - Int(pixels[row - rowStride + x])
                    let sign = step > least ? 1 : step < -least ? -1 : 0
                    if sign != 0, sign == -signs[index] {
                        runs[index] += 1
                    } else {
                        if runs[index] >= shortest { combed += runs[index] }
                        runs[index] = 0
                    }
                    signs[index] = sign
                }
            }
        }
        combed += runs.filter { $0 >= shortest }.reduce(0, +)
        return Double(combed) / Double(columns.count * height)
    }
}
