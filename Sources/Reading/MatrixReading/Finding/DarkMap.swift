// SPDX-License-Identifier: Apache-2.0

/// Which pixels are darker than their surroundings, with a light frame of one pixel around the picture.
///
/// The threshold lies between the mean and the middle of the extremes over the blocks of eight pixels around, normally five
/// by five: the mean by itself follows the majority, the middle follows a single highlight. Uniform surroundings count as
/// light.
struct DarkMap {
    let width: Int
    let height: Int
    /// `(width + 2) * (height + 2)`; 1 is dark. `Outlines` marks visited edges in the second bit.
    var cells: [UInt8]

    private static let block = 8
    /// The range of grey values that noise can cause.
    private static let flat = 20

    /// - Parameter reach: how many blocks around its own a pixel is compared with, in each direction.
    init(_ picture: LumaSampler, reach: Int = 2) {
        width = picture.width
        height = picture.height
        let (width, height, block) = (picture.width, picture.height, Self.block)
        let columns = (width + block - 1) / block
        let rows = (height + block - 1) / block
        let blocks = Blocks(picture, columns: columns, rows: rows)
        let stride = width + 2
        cells = unsafe [UInt8](unsafeUninitializedCapacity: stride * (height + 2)) { cells, count in
            count = stride &* (height &+ 2)
            unsafe cells.initialize(repeating: 0)
            let target = cells.baseAddress!
            // A pixel is dark if it is below this; 0 for uniform surroundings.
            var thresholds = [UInt8](repeating: 0, count: columns * block)
            unsafe picture.withUnsafePixels { pixels in
                for row in 0..<rows {
                    for column in 0..<columns {
                        let threshold = blocks.threshold(column, row, reach, flat: Self.flat)
                        for x in column &* block..<(column &+ 1) &* block { thresholds[x] = threshold }
                    }
                    unsafe thresholds.withUnsafeBufferPointer { thresholds in
                        for y in row &* block..<min(height, (row &+ 1) &* block) {
                            let from = unsafe pixels + y &* width
                            let to = unsafe target + ((y &+ 1) &* stride &+ 1)
                            for x in 0..<width { unsafe to[x] = from[x] < thresholds[x] ? 1 : 0 }
                        }
                    }
                }
            }
        }
    }

    /// Mean and extremes of each block, then of those around it.
    private struct Blocks {
        let columns: Int
        let rows: Int
        private var means: [Int32]
        private var lows: [UInt8]
        private var highs: [UInt8]

        init(_ picture: LumaSampler, columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
            let (width, height, block) = (picture.width, picture.height, DarkMap.block)
            means = [Int32](repeating: 0, count: columns * rows)
            lows = [UInt8](repeating: 255, count: columns * rows)
            highs = [UInt8](repeating: 0, count: columns * rows)
            // Over the rows of a line of blocks, for each column of pixels.
            var sums = [UInt16](repeating: 0, count: width)
            var low = [UInt8](repeating: 255, count: width)
            var high = [UInt8](repeating: 0, count: width)
            for row in 0..<rows {
                let lines = row &* block..<min(height, (row &+ 1) &* block)
                unsafe picture.withUnsafePixels { pixels in
                    unsafe sums.withUnsafeMutableBufferPointer { sums in
                        unsafe low.withUnsafeMutableBufferPointer { low in
                            unsafe high.withUnsafeMutableBufferPointer { high in
                                for x in 0..<width { unsafe (sums[x], low[x], high[x]) = (0, 255, 0) }
                                for y in lines {
                                    let from = unsafe pixels + y &* width
                                    for x in 0..<width { unsafe sums[x] &+= UInt16(from[x]) }
                                    for x in 0..<width { unsafe low[x] = min(low[x], from[x]) }
                                    for x in 0..<width { unsafe high[x] = max(high[x], from[x]) }
                                }
                            }
                        }
                    }
                }
                for column in 0..<columns {
                    let (x0, x1) = (column &* block, min(width, (column &+ 1) &* block))
                    var (sum, least, most) = (Int32(0), UInt8(255), UInt8(0))
                    for x in x0..<x1 {
                        sum &+= Int32(sums[x])
                        least = min(least, low[x])
                        most = max(most, high[x])
                    }
                    let index = row &* columns &+ column
                    means[index] = sum / Int32((x1 &- x0) &* lines.count)
                    lows[index] = least
                    highs[index] = most
                }
            }
        }

        func threshold(_ column: Int, _ row: Int, _ reach: Int, flat: Int) -> UInt8 {
            var (sum, count, low, high) = (Int32(0), Int32(0), UInt8(255), UInt8(0))
            for r in max(0, row &- reach)...min(rows &- 1, row &+ reach) {
                for index in r &* columns &+ max(0, column &- reach)...r &* columns &+ min(columns &- 1, column &+ reach) {
                    sum &+= means[index]
                    count &+= 1
                    low = min(low, lows[index])
                    high = max(high, highs[index])
                }
            }
            guard Int(high) - Int(low) > flat else { return 0 }
            return UInt8((sum / count &+ (Int32(low) &+ Int32(high)) / 2) / 2)
        }
    }
}
