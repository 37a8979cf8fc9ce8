// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A coarse summary of a frame: the brightness and detail of each cell, from an eighth of its rows.
///
/// Two sketches show whether anything changed between frames; one shows whether the frame contains any structure. It
/// costs a small part of a search for codes: a tenth of a millisecond for a frame of 1280 × 720.
package struct FrameSketch: Sendable {
    /// A square part of the frame.
    package struct Cell: Hashable, Sendable {
        /// 0 to 255.
        package var mean: Float = 0
        /// The mean difference between a pixel and its right neighbour: edges and noise.
        package var fine: Float = 0
        /// The mean difference to the fourth pixel to the right and to the fourth below: as large as `fine` for noise,
        /// larger for edges.
        package var across: Float = 0
        package var down: Float = 0

        package var activity: Float { across + down }
    }

    package let size: FrameSize
    /// The side of a cell in pixels: a multiple of 16, chosen so that a row has about forty cells.
    package let side: Int
    package let columns: Int
    package let rows: Int
    /// Row by row, from the top.
    package private(set) var cells: [Cell]
    /// The value of `fine` for pure noise: assumes that a fifth of the cells show nothing else.
    private let noise: Float

    private static let reach = 4
    private static let cellsAcross = 40
    private static let lanes = 16
    /// The number of rows sampled in each cell.
    private static let lines = 8

    /// Partial cells at the right and bottom are ignored, and so are frames smaller than a cell.
    package init(_ image: LumaImage) {
        size = image.size
        let longest = max(image.width, image.height)
        let side = max(1, (longest + Self.cellsAcross * Self.lanes - 1) / (Self.cellsAcross * Self.lanes)) * Self.lanes
        self.side = side
        // Differences reach beyond the cell.
        let columns = max(0, image.width - Self.reach) / side
        let rows = max(0, image.height - Self.reach) / side
        self.columns = columns
        self.rows = rows
        var cells = [Cell](repeating: Cell(), count: columns * rows)
        let stride = image.rowStride
        unsafe image.withUnsafePixels { pixels in
            guard let first = pixels.baseAddress else { return }
            for row in 0..<rows {
                for column in 0..<columns {
                    unsafe cells[row &* columns &+ column] = Self.cell(
                        first + (row &* side &* stride &+ column &* side), stride, side)
                }
            }
        }
        self.cells = cells
        noise = cells.isEmpty ? 0 : min(Self.mostNoise, cells.map(\.fine).sorted()[cells.count / 5])
    }

    private static func cell(_ corner: UnsafePointer<UInt8>, _ stride: Int, _ side: Int) -> Cell {
        var (sum, fine, across, down) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
        let step = side / lines
        for line in 0..<lines {
            let row = unsafe corner + line &* step &* stride
            // 16 bits hold 257 values in each lane.
            var (sums, fines) = (SIMD16<UInt16>.zero, SIMD16<UInt16>.zero)
            var (acrosses, downs) = (SIMD16<UInt16>.zero, SIMD16<UInt16>.zero)
            var x = 0
            while x < side {
                let here = unsafe load(row + x)
                sums &+= SIMD16<UInt16>(truncatingIfNeeded: here)
                unsafe fines &+= apart(here, load(row + (x &+ 1)))
                unsafe acrosses &+= apart(here, load(row + (x &+ reach)))
                unsafe downs &+= apart(here, load(row + (reach &* stride &+ x)))
                x &+= lanes
            }
            sum &+= total(sums)
            fine &+= total(fines)
            across &+= total(acrosses)
            down &+= total(downs)
        }
        let count = Float(side * lines)
        return Cell(
            mean: Float(sum) / count, fine: Float(fine) / count, across: Float(across) / count,
            down: Float(down) / count)
    }

    @inline(__always)
    private static func load(_ pointer: UnsafePointer<UInt8>) -> SIMD16<UInt8> {
        unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    private static func apart(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt16> {
        SIMD16<UInt16>(truncatingIfNeeded: pointwiseMax(a, b) &- pointwiseMin(a, b))
    }

    @inline(__always)
    private static func total(_ lanes: SIMD16<UInt16>) -> UInt32 {
        SIMD16<UInt32>(truncatingIfNeeded: lanes).wrappedSum()
    }

    // MARK: What it shows

    /// Pixel differences above this (noise with a deviation of eight) cannot be distinguished from fine print.
    private static let mostNoise: Float = 9

    /// Whether a cell contains more than noise and a gradual change of light: differences grow with distance.
    private func isStructured(_ cell: Cell) -> Bool {
        cell.fine > Self.mostNoise
            || max(cell.across, cell.down) > 1.1 * cell.fine + 0.6 + 4.5 * chance(of: cell.fine)
    }

    /// The standard error of a mean of differences.
    private func chance(of noise: Float) -> Float { noise / Float(side * Self.lines).squareRoot() }

    /// The rectangle around everything above noise, with a margin of one cell; `nil` if there is nothing. A frame too
    /// small for cells gives the whole frame.
    package var structured: PixelRectangle? { around { isStructured(cells[$0]) } }

    /// The rectangle around everything that differs from `earlier`, with a margin of one cell; `nil` if nothing does.
    ///
    /// Noise and a small overall change of light do not count, nor does what lies in `explained`.
    package func changed(since earlier: FrameSketch, outside explained: [PixelRectangle] = []) -> PixelRectangle? {
        guard earlier.size == size, !cells.isEmpty else { return PixelRectangle(size) }
        let shifts = cells.indices.map { cells[$0].mean - earlier.cells[$0].mean }
        // Even when something moves, most of a frame stays the same: the median cell measures noise and flicker.
        let usual = shifts.map(abs).sorted()[shifts.count / 2]
        let byChance = chance(of: noise)
        let most = max(min(4, max(2, 6 * usual)), 6.5 * byChance)
        let known = touched(explained)
        return around { index in
            if known[index] { return false }
            let (old, new) = (earlier.cells[index], cells[index])
            let activity = abs(new.activity - old.activity)
            return abs(shifts[index]) > most
                || activity > 1 + 0.12 * max(old.activity, new.activity) + 8 * byChance
        }
    }

    /// Whether something appears that was not in the earlier frame, allowing everything to have moved by up to a cell:
    /// cells with far more detail than any cell near them had before. A factor of two is not enough: an edge on the
    /// border of two cells doubles the detail of the cell it moves into.
    ///
    /// What lies in `explained` does not count.
    package func hasArrivals(since earlier: FrameSketch, outside explained: [PixelRectangle] = []) -> Bool {
        guard earlier.size == size, !cells.isEmpty else { return true }
        let byChance = chance(of: noise)
        let known = touched(explained)
        var new = 0
        for row in 0..<rows {
            for column in 0..<columns where !known[row &* columns &+ column] {
                let cell = cells[row &* columns &+ column]
                var most: Float = 0
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) {
                        most = max(most, earlier.cells[y &* columns &+ x].activity)
                    }
                }
                if cell.activity > 2.2 * most + 4 + 8 * byChance { new += 1 }
            }
        }
        return new >= 3
    }

    /// The same with what a later frame shows in `places`.
    package func refreshed(by later: FrameSketch, in places: [PixelRectangle]) -> FrameSketch {
        guard later.size == size, !places.isEmpty else { return self }
        var copy = self
        for (index, isMeant) in touched(places).enumerated() where isMeant { copy.cells[index] = later.cells[index] }
        return copy
    }

    /// For each cell, whether one of the places touches it.
    private func touched(_ places: [PixelRectangle]) -> [Bool] {
        var touched = [Bool](repeating: false, count: cells.count)
        for place in places where place.width > 0 && place.height > 0 {
            let (left, right) = (place.x / side, min(columns - 1, (place.x + place.width - 1) / side))
            let (top, bottom) = (place.y / side, min(rows - 1, (place.y + place.height - 1) / side))
            guard left <= right, top <= bottom else { continue }
            for row in top...bottom { for column in left...right { touched[row * columns + column] = true } }
        }
        return touched
    }

    private func around(_ isMeant: (Int) -> Bool) -> PixelRectangle? {
        guard !cells.isEmpty else { return size.area > 0 ? PixelRectangle(size) : nil }
        var (left, right, top, bottom) = (columns, -1, rows, -1)
        for row in 0..<rows {
            for column in 0..<columns where isMeant(row &* columns &+ column) {
                left = min(left, column)
                right = max(right, column)
                top = min(top, row)
                bottom = max(bottom, row)
            }
        }
        guard right >= 0 else { return nil }
        let x = max(0, left - 1) * side
        let y = max(0, top - 1) * side
        // The last cells do not reach the frame's edge.
        let endX = right + 2 >= columns ? size.width : (right + 2) * side
        let endY = bottom + 2 >= rows ? size.height : (bottom + 2) * side
        return PixelRectangle(x: x, y: y, width: endX - x, height: endY - y)
    }
}
