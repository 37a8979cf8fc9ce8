// SPDX-License-Identifier: Apache-2.0

internal import BarcodeEncoding
internal import Barcodes

/// The dark area of a symbol in any axis-parallel rectangle, exact and in constant time, from a summed-area table of its
/// modules. Area sampling of a code thus needs no resampling filter, however small its modules get.
///
/// Source: Crow, Summed-area tables for texture mapping, 1984.
struct SymbolTexture {
    /// In X dimensions.
    let width: Double
    let height: Double
    private let columns: Int
    private let rows: Int
    private let columnsPerX: Double
    /// The top of each row and the bottom of the last, in X dimensions.
    private let edges: [Double]
    /// Rows per X dimension if all rows are equal, else 0.
    private let rowsPerX: Double
    /// `table[row * (columns + 1) + column]`: the dark area above and left of that corner, in square X dimensions.
    private let table: [Double]

    init(_ symbol: EncodedSymbol) {
        width = symbol.width
        height = symbol.height
        let isDark: (Int, Int) -> Bool
        switch symbol.layout {
        case .rectangular:
            columns = symbol.modules.columns
            rows = symbol.modules.rows
            columnsPerX = 1
            edges = symbol.rowHeights.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
            isDark = { symbol.modules.isDark($0, $1) }
        case .hexagonal:
            // Hexagons have no rows to sum, so use a fine raster of them.
            let perX = 12.0
            columns = Int(symbol.width * perX)
            rows = Int(symbol.height * perX)
            columnsPerX = perX
            edges = (0...rows).map { Double($0) / perX }
            isDark = { symbol.isDark(x: (Double($0) + 0.5) / perX, y: (Double($1) + 0.5) / perX) }
        }
        let heights = zip(edges.dropFirst(), edges).map(-)
        rowsPerX = heights.allSatisfy { abs($0 - heights[0]) < 1e-9 } ? 1 / heights[0] : 0
        var table = [Double](repeating: 0, count: (columns + 1) * (rows + 1))
        for row in 0..<rows {
            let cell = (edges[row + 1] - edges[row]) / columnsPerX
            var sum = 0.0
            for column in 0..<columns {
                if isDark(column, row) { sum += cell }
                let above = table[row * (columns + 1) + column + 1]
                table[(row + 1) * (columns + 1) + column + 1] = above + sum
            }
        }
        self.table = table
    }

    /// The dark area of the rectangle in square X dimensions. The rectangle may extend beyond the symbol.
    func darkArea(left: Double, top: Double, right: Double, bottom: Double) -> Double {
        guard right > 0, bottom > 0, left < width, top < height else { return 0 }
        let upper = position(ofRow: top)
        let lower = position(ofRow: bottom)
        let from = min(max(left, 0), width) * columnsPerX
        let to = min(max(right, 0), width) * columnsPerX
        return area(to, lower) - area(from, lower) - area(to, upper) + area(from, upper)
    }

    /// The row at a height, with the fraction of the row above that height.
    private func position(ofRow y: Double) -> Double {
        if y <= 0 { return 0 }
        if y >= height { return Double(rows) }
        if rowsPerX > 0 { return min(Double(rows), y * rowsPerX) }
        var low = 0
        var high = rows
        while high - low > 1 {
            let middle = (low + high) / 2
            if edges[middle] <= y { low = middle } else { high = middle }
        }
        return Double(low) + (y - edges[low]) / (edges[low + 1] - edges[low])
    }

    /// The dark area above and left of a point, in columns and rows. Bilinear within a module.
    private func area(_ x: Double, _ y: Double) -> Double {
        let column = min(Int(x), columns - 1)
        let row = min(Int(y), rows - 1)
        let dx = x - Double(column)
        let dy = y - Double(row)
        let corner = row &* (columns &+ 1) &+ column
        let below = corner &+ columns &+ 1
        let upper = table[corner] * (1 - dx) + table[corner &+ 1] * dx
        let lower = table[below] * (1 - dx) + table[below &+ 1] * dx
        return upper * (1 - dy) + lower * dy
    }
}
