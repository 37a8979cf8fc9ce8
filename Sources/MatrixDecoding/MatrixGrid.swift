// SPDX-License-Identifier: Apache-2.0

/// The modules of a symbol as they were sampled, row 0 at the top, without a quiet zone.
package struct MatrixGrid: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// Row after row, `true` dark.
    private var bits: [Bool]

    package init(columns: Int, rows: Int, isDark: (_ column: Int, _ row: Int) -> Bool) {
        precondition(columns >= 0 && rows >= 0, "a grid's size is not negative")
        self.columns = columns
        self.rows = rows
        bits = []
        bits.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns { bits.append(isDark(column, row)) }
        }
    }

    /// Whether the module is dark. It must lie in the grid.
    package subscript(_ column: Int, _ row: Int) -> Bool {
        get { bits[row * columns + column] }
        set { bits[row * columns + column] = newValue }
    }

    /// Rows become columns: the symbol as a mirror shows it.
    package var transposed: MatrixGrid { MatrixGrid(columns: rows, rows: columns) { self[$1, $0] } }
}
