// SPDX-License-Identifier: Apache-2.0

/// Which pixels are darker than their surroundings, with a light frame of one pixel around the picture.
///
/// The threshold lies between the mean and the middle of the extremes over five by five blocks of eight pixels: the mean
/// by itself follows the majority, the middle follows a single highlight. Uniform surroundings count as light.
struct DarkMap {
    let width: Int
    let height: Int
    /// `(width + 2) * (height + 2)`; 1 is dark. `Outlines` marks visited edges in the second bit.
    var cells: [UInt8]

    private static let block = 8
    /// The range of grey values that noise can cause.
    private static let flat = 20

    init(_ picture: LumaSampler) {
        width = picture.width
        height = picture.height
        let columns = max(1, (width + Self.block - 1) / Self.block)
        let rows = max(1, (height + Self.block - 1) / Self.block)
        var means = Array(repeating: 0, count: columns * rows)
        var lows = Array(repeating: 255, count: columns * rows)
        var highs = Array(repeating: 0, count: columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let x0 = column * Self.block
                let y0 = row * Self.block
                let (x1, y1) = (min(width, x0 + Self.block), min(height, y0 + Self.block))
                var sum = 0
                var low: UInt8 = 255
                var high: UInt8 = 0
                for y in y0..<y1 {
                    for x in x0..<x1 {
                        let value = picture.pixel(x, y)
                        sum &+= Int(value)
                        low = min(low, value)
                        high = max(high, value)
                    }
                }
                let index = row * columns + column
                means[index] = sum / max(1, (x1 - x0) * (y1 - y0))
                lows[index] = Int(low)
                highs[index] = Int(high)
            }
        }
        cells = Array(repeating: 0, count: (width + 2) * (height + 2))
        for row in 0..<rows {
            for column in 0..<columns {
                var (sum, count, low, high) = (0, 0, 255, 0)
                for r in max(0, row - 2)...min(rows - 1, row + 2) {
                    for c in max(0, column - 2)...min(columns - 1, column + 2) {
                        let index = r * columns + c
                        sum += means[index]
                        count += 1
                        low = min(low, lows[index])
                        high = max(high, highs[index])
                    }
                }
                guard high - low > Self.flat else { continue }
                let threshold = UInt8((sum / count + (low + high) / 2) / 2)
                let y0 = row * Self.block
                let x0 = column * Self.block
                for y in y0..<min(height, y0 + Self.block) {
                    let to = (y + 1) * (width + 2) + 1
                    for x in x0..<min(width, x0 + Self.block) {
                        cells[to &+ x] = picture.pixel(x, y) < threshold ? 1 : 0
                    }
                }
            }
        }
    }
}
