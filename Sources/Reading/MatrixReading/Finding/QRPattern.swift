// SPDX-License-Identifier: Apache-2.0

/// What a QR symbol of one version is fitted to. Made once a picture: many places are tried with the same.
struct QRPattern {
    let shape: QRShape
    /// The modules that are the same in every symbol of the version.
    let known: [(column: Int, row: Int, isDark: Bool)]
    /// Those that are looked at while a symbol is being fitted.
    let cells: [Cell]

    struct Cell {
        /// The module's middle, in columns and rows.
        var x, y: Double
        /// `nil`: data, which is clearly dark or clearly light where it is met in its middle.
        var isDark: Bool?

        fileprivate init(_ column: Int, _ row: Int, isDark: Bool?) {
            (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
            self.isDark = isDark
        }
    }

    private static let mostCells = 420

    init(_ shape: QRShape) {
        self.shape = shape
        known = shape.known
        let stride = max(1, known.count / Self.mostCells)
        var cells = known.enumerated().filter { $0.offset % stride == 0 }.map {
            Cell($0.element.column, $0.element.row, isDark: $0.element.isDark)
        }
        // Small symbols show little that is known beyond their three corners.
        if shape.version <= 4 {
            let isKnown = Set(known.map { $0.row * shape.side + $0.column })
            for index in 0..<(shape.side * shape.side) where index % 3 == 0 && !isKnown.contains(index) {
                cells.append(Cell(index % shape.side, index / shape.side, isDark: nil))
            }
        }
        self.cells = cells
    }
}
