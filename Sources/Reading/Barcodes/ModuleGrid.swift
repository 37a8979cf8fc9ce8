// SPDX-License-Identifier: Apache-2.0

/// The modules of a symbol without its quiet zone, generated or sampled. Column 0 is left, row 0 is the top.
package struct ModuleGrid: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// Row by row; `true` is dark.
    private var bits: [Bool]

    package init(columns: Int, rows: Int, isDark: (_ column: Int, _ row: Int) -> Bool) {
        precondition(columns >= 0 && rows >= 0, "a grid's size is not negative")
        self.columns = columns
        self.rows = rows
        var bits: [Bool] = []
        bits.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns { bits.append(isDark(column, row)) }
        }
        self.bits = bits
    }

    /// Whether the module is dark; outside the grid it is light.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        (0..<columns).contains(column) && (0..<rows).contains(row) && bits[row * columns + column]
    }

    /// Whether the module is dark. It must lie inside the grid.
    package subscript(_ column: Int, _ row: Int) -> Bool {
        get { bits[row * columns + column] }
        set { bits[row * columns + column] = newValue }
    }

    /// Rows and columns exchanged: the symbol as in a mirror.
    package var transposed: ModuleGrid { ModuleGrid(columns: rows, rows: columns) { self[$1, $0] } }

    /// The lengths of the runs of equal modules along one row, from the first module: the way linear symbologies are
    /// specified.
    package func runs(row: Int) -> [Int] {
        var runs: [Int] = []
        for column in 0..<columns {
            if column > 0, isDark(column, row) == isDark(column - 1, row) {
                runs[runs.count - 1] += 1
            } else {
                runs.append(1)
            }
        }
        return runs
    }
}
