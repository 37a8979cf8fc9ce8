// SPDX-License-Identifier: Apache-2.0

/// Maps data modules to the bits of code words.
///
/// Source: ISO/IEC 16022, annex F.3: words run in diagonal sweeps, most of them in the "utah" shape, with four special
/// shapes in the corners.
struct DataMatrixPlacement {
    /// For each word its eight modules as `row * columns + column`, the highest bit first.
    private(set) var words: [[Int]] = []
    private let rows: Int
    private let columns: Int
    private var isTaken: [Bool]

    init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        isTaken = Array(repeating: false, count: rows * columns)
        sweep()
    }

    private mutating func sweep() {
        var row = 4
        var column = 0
        repeat {
            if row == rows, column == 0 { corner1() }
            if row == rows - 2, column == 0, columns % 4 != 0 { corner2() }
            if row == rows - 2, column == 0, columns % 8 == 4 { corner3() }
            if row == rows + 4, column == 2, columns % 8 == 0 { corner4() }
            repeat {
                if row < rows, column >= 0, !isTaken[row * columns + column] { utah(row, column) }
                row -= 2
                column += 2
            } while row >= 0 && column < columns
            row += 1
            column += 3
            repeat {
                if row >= 0, column < columns, !isTaken[row * columns + column] { utah(row, column) }
                row += 2
                column -= 2
            } while row < rows && column >= 0
            row += 3
            column += 1
        } while row < rows || column < columns
    }

    private mutating func place(_ modules: [(row: Int, column: Int)]) {
        words.append(
            modules.map { module in
                var (row, column) = module
                if row < 0 {
                    row += rows
                    column += 4 - (rows + 4) % 8
                }
                if column < 0 {
                    column += columns
                    row += 4 - (columns + 4) % 8
                }
                // The long rectangles of ISO/IEC 21471 also wrap in the other direction.
                if row >= rows { row -= rows }
                let index = row * columns + column
                isTaken[index] = true
                return index
            })
    }

    private mutating func utah(_ row: Int, _ column: Int) {
        place([
            (row - 2, column - 2), (row - 2, column - 1), (row - 1, column - 2), (row - 1, column - 1),
            (row - 1, column), (row, column - 2), (row, column - 1), (row, column),
        ])
    }

    private mutating func corner1() {
        place([
            (rows - 1, 0), (rows - 1, 1), (rows - 1, 2), (0, columns - 2), (0, columns - 1), (1, columns - 1),
            (2, columns - 1), (3, columns - 1),
        ])
    }

    private mutating func corner2() {
        place([
            (rows - 3, 0), (rows - 2, 0), (rows - 1, 0), (0, columns - 4), (0, columns - 3), (0, columns - 2),
            (0, columns - 1), (1, columns - 1),
        ])
    }

    private mutating func corner3() {
        place([
            (rows - 3, 0), (rows - 2, 0), (rows - 1, 0), (0, columns - 2), (0, columns - 1), (1, columns - 1),
            (2, columns - 1), (3, columns - 1),
        ])
    }

    private mutating func corner4() {
        place([
            (rows - 1, 0), (rows - 1, columns - 1), (0, columns - 3), (0, columns - 2), (0, columns - 1),
            (1, columns - 3), (1, columns - 2), (1, columns - 1),
        ])
    }
}
