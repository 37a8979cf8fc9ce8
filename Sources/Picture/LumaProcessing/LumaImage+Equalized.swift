// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// Contrast-limited adaptive histogram equalization (CLAHE): equalizes the histogram of each of `tiles` × `tiles`
    /// tiles, with counts limited to `clip` times their mean and the excess spread evenly, and interpolates bilinearly
    /// between the tiles' centres.
    ///
    /// See K. Zuiderveld, "Contrast limited adaptive histogram equalization", Graphics Gems IV. `tiles` is 1 to 32,
    /// `clip` at least 1. A picture smaller than its tiles is returned unchanged.
    package func equalized(tiles: Int = 8, clip: Double = 3) -> LumaImage {
        precondition((1...32).contains(tiles) && clip >= 1, "1 to 32 tiles, a clip of 1 or more")
        let (width, height, stride) = (width, height, rowStride)
        guard width >= tiles, height >= tiles else { return self }
        let tables = unsafe withUnsafePixels { pixels in
            unsafe LumaImage.equalizingTables(
                pixels.baseAddress!, width: width, height: height, stride: stride, tiles: tiles, clip: clip)
        }
        // For each column: the tile to its left, and the share of the tile to its right in 1/256.
        let columns = LumaImage.blend(length: width, tiles: tiles)
        let rows = LumaImage.blend(length: height, tiles: tiles)
        return unsafe .made(size, from: self) { source, target in
            unsafe tables.withUnsafeBufferPointer { tables in
                unsafe columns.withUnsafeBufferPointer { columns in
                    for y in 0..<height {
                        let (upper, lower, down) = rows[y]
                        let above = unsafe tables.baseAddress! + upper &* tiles &* 256
                        let below = unsafe tables.baseAddress! + lower &* tiles &* 256
                        let from = unsafe source + y &* stride
                        let to = unsafe target + y &* width
                        for x in 0..<width {
                            let (left, right, across) = unsafe columns[x]
                            let value = unsafe Int(from[x])
                            let a = left &* 256 &+ value
                            let b = right &* 256 &+ value
                            let top = unsafe Int32(above[a]) &* (256 &- across) &+ Int32(above[b]) &* across
                            let bottom = unsafe Int32(below[a]) &* (256 &- across) &+ Int32(below[b]) &* across
                            let mixed = top &* (256 &- down) &+ bottom &* down
                            unsafe to[x] = UInt8(truncatingIfNeeded: (mixed &+ 32768) >> 16)
                        }
                    }
                }
            }
        }
    }

    /// For each position: the two tiles whose centres surround it, and the share of the second in 1/256.
    private static func blend(length: Int, tiles: Int) -> [(first: Int, second: Int, share: Int32)] {
        let size = Double(length) / Double(tiles)
        return (0..<length).map { position in
            let place = (Double(position) + 0.5) / size - 0.5
            let first = max(0, min(tiles - 1, Int(place.rounded(.down))))
            let second = min(tiles - 1, first + 1)
            return (first, second, Int32((max(0, min(1, place - Double(first))) * 256).rounded()))
        }
    }

    /// 256 entries for each tile, tiles row by row from the top.
    private static func equalizingTables(
        _ source: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int, tiles: Int, clip: Double
    ) -> [UInt8] {
        var tables = [UInt8](repeating: 0, count: tiles * tiles * 256)
        var counts = [Int](repeating: 0, count: 256)
        for row in 0..<tiles {
            let y0 = row * height / tiles
            let y1 = (row + 1) * height / tiles
            for column in 0..<tiles {
                let x0 = column * width / tiles
                let x1 = (column + 1) * width / tiles
                for value in 0..<256 { counts[value] = 0 }
                unsafe counts.withUnsafeMutableBufferPointer { counts in
                    for y in y0..<y1 {
                        let from = unsafe source + y &* stride
                        for x in x0..<x1 { unsafe counts[Int(from[x])] &+= 1 }
                    }
                }
                let area = (y1 - y0) * (x1 - x0)
                let limit = max(1, Int(clip * Double(area) / 256))
                var excess = 0
                for value in 0..<256 where counts[value] > limit {
                    excess += counts[value] - limit
                    counts[value] = limit
                }
                let base = (row * tiles + column) * 256
                var below = 0
                for value in 0..<256 {
                    below += counts[value]
                    // The spread excess is proportional to the value.
                    let share = Double(below) + Double(excess) * Double(value + 1) / 256
                    tables[base + value] = UInt8(max(0, min(255, (share * 255 / Double(area)).rounded())))
                }
            }
        }
        return tables
    }
}
