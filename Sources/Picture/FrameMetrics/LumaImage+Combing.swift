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
        var combed = 0
        var columns = 0
        for x in stride(from: 0, to: width, by: 4) {
            columns += 1
            var run = 0
            var before = 0
            for y in 1..<height {
                let step = Int(self[x, y]) - Int(self[x, y - 1])
                let sign = step > least ? 1 : step < -least ? -1 : 0
                if sign != 0, sign == -before {
                    run += 1
                } else {
                    if run >= shortest { combed += run }
                    run = 0
                }
                before = sign
            }
            if run >= shortest { combed += run }
        }
        return Double(combed) / Double(columns * height)
    }
}
