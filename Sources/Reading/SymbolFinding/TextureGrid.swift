// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Glibc

/// The neighbourhood of each 4 × 4 block of a picture: how often light and dark alternate, their contrast, and whether
/// they change in one direction.
struct TextureGrid {
    static let side = 4
    /// The blocks on each side that belong to a block's neighbourhood: 20 pixels square.
    static let reach = 2

    let columns: Int
    let rows: Int
    /// Row by row.
    var cells: [Cell]

    struct Cell {
        /// Changes between light and dark along a row and along a column of 20 pixels, in full contrasts.
        var changesX: Float = 0
        var changesY: Float = 0
        /// The difference between the largest and the smallest value.
        var contrast: Float = 0
        /// 0 (all directions alike) to 1 (one direction).
        var coherence: Float = 0
        /// The direction of the strongest change, radians, −π/2 to π/2.
        var direction: Float = 0
        /// The block's share in the energy of its neighbourhood, 1 on average.
        var presence: Float = 0
    }

    /// - Parameter noise: standard deviation of pixel noise, values of 255.
    init(_ image: LumaImage, noise: Double) {
        let side = Self.side
        let (columns, rows) = (max(0, (image.width - 1) / side), max(0, (image.height - 1) / side))
        self.columns = columns
        self.rows = rows
        let count = columns * rows
        var sums = [[Float]](repeating: [Float](repeating: 0, count: count), count: 5)
        var lowest = [UInt8](repeating: 255, count: count)
        var highest = [UInt8](repeating: 0, count: count)
        let stride = image.rowStride
        unsafe image.withUnsafePixels { pixels in
            guard let first = pixels.baseAddress, count > 0 else { return }
            for row in 0..<rows {
                for column in 0..<columns {
                    var (xs, ys, xx, yy, xy) = (Int32(0), Int32(0), Int32(0), Int32(0), Int32(0))
                    var (low, high) = (UInt8(255), UInt8(0))
                    for y in 0..<side {
                        let p = unsafe first + ((row &* side &+ y) &* stride &+ column &* side)
                        let q = unsafe p + stride
                        for x in 0..<side {
                            let (a, b) = unsafe (Int32(p[x]), Int32(p[x &+ 1]))
                            let (c, d) = unsafe (Int32(q[x]), Int32(q[x &+ 1]))
                            // Twice the slope between the centres of the four pixels.
                            let gx = b &+ d &- a &- c
                            let gy = c &+ d &- a &- b
                            xs &+= abs(gx)
                            ys &+= abs(gy)
                            xx &+= gx &* gx
                            yy &+= gy &* gy
                            xy &+= gx &* gy
                            low = unsafe min(low, p[x])
                            high = unsafe max(high, p[x])
                        }
                    }
                    let index = row &* columns &+ column
                    sums[0][index] = Float(xs) / 2
                    sums[1][index] = Float(ys) / 2
                    sums[2][index] = Float(xx) / 4
                    sums[3][index] = Float(yy) / 4
                    sums[4][index] = Float(xy) / 4
                    lowest[index] = low
                    highest[index] = high
                }
            }
        }
        let area = Float(side * side)
        // The effect of pure noise on a pixel: |g| of a Gaussian of deviation σ, and its square.
        let (quiet, quietSquare) = (Float(0.8 * noise), Float(noise * noise))
        let own = (0..<count).map { max(0, sums[2][$0] + sums[3][$0] - 2 * area * quietSquare) }
        for index in 0..<5 { sums[index] = Self.boxed(sums[index], columns, rows) { $0 + $1 } }
        let low = Self.boxed(lowest.map(Float.init), columns, rows, min)
        let high = Self.boxed(highest.map(Float.init), columns, rows, max)
        cells = (0..<count).map { index in
            let (column, row) = (index % columns, index / columns)
            let across = min(column + Self.reach, columns - 1) - max(column - Self.reach, 0) + 1
            let down = min(row + Self.reach, rows - 1) - max(row - Self.reach, 0) + 1
            let blocks = Float(across * down)
            let pixels = blocks * area
            var cell = Cell()
            cell.contrast = high[index] - low[index]
            let whole = max(1, cell.contrast) * pixels / Float(side * (2 * Self.reach + 1))
            cell.changesX = max(0, sums[0][index] - quiet * pixels) / whole
            cell.changesY = max(0, sums[1][index] - quiet * pixels) / whole
            let xx = max(0, sums[2][index] - quietSquare * pixels)
            let yy = max(0, sums[3][index] - quietSquare * pixels)
            let xy = sums[4][index]
            let energy = xx + yy
            cell.coherence = energy > 0 ? min(1, hypotf(xx - yy, 2 * xy) / energy) : 0
            cell.direction = 0.5 * atan2f(2 * xy, xx - yy)
            cell.presence = energy > 0 ? own[index] * blocks / energy : 0
            return cell
        }
    }

    /// Sums (or extremes) over the neighbourhood of each block, along rows and then along columns.
    private static func boxed(
        _ values: [Float], _ columns: Int, _ rows: Int, _ combine: (Float, Float) -> Float
    ) -> [Float] {
        var along = values
        for row in 0..<rows {
            for column in 0..<columns {
                var value = values[row * columns + column]
                for other in max(0, column - reach)...min(columns - 1, column + reach) where other != column {
                    value = combine(value, values[row * columns + other])
                }
                along[row * columns + column] = value
            }
        }
        var result = along
        for row in 0..<rows {
            let span = max(0, row - reach)...min(rows - 1, row + reach)
            for column in 0..<columns {
                var value = along[row * columns + column]
                for other in span where other != row { value = combine(value, along[other * columns + column]) }
                result[row * columns + column] = value
            }
        }
        return result
    }
}
