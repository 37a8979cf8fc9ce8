// SPDX-License-Identifier: Apache-2.0

/// The expected modules of a QR symbol of one version. Made once a picture and used for many positions.
struct QRPattern {
    let shape: QRShape
    /// The modules that are equal in every symbol of the version.
    let known: [(column: Int, row: Int, isDark: Bool)]
    /// The modules that are sampled during a fit.
    let cells: [Cell]

    struct Cell {
        /// The module's centre, in columns and rows.
        var x, y: Double
        /// `nil` for data, whose centre must be clearly dark or clearly light.
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
        // Small symbols have few fixed modules besides their three corners.
        if shape.version <= 4 {
            let isKnown = Set(known.map { $0.row * shape.side + $0.column })
            for index in 0..<(shape.side * shape.side) where index % 3 == 0 && !isKnown.contains(index) {
                cells.append(Cell(index % shape.side, index / shape.side, isDark: nil))
            }
        }
        self.cells = cells
    }

    /// The modules to look at if one finder pattern, with the light round it, cannot be seen.
    func cells(without missing: QRCorner?) -> [Cell] {
        guard let missing else { return cells }
        let far = Double(shape.side) - 8
        return cells.filter { cell in
            switch missing {
            case .topLeft: cell.x > 8 || cell.y > 8
            case .topRight: cell.x < far || cell.y > 8
            case .bottomLeft: cell.x > 8 || cell.y < far
            }
        }
    }
}
