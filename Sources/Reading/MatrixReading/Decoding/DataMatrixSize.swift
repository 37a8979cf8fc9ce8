// SPDX-License-Identifier: Apache-2.0

/// A size of Data Matrix ECC 200 symbols.
///
/// Sources: ISO/IEC 16022, table 7 (24 squares, 6 rectangles); ISO/IEC 21471, table 1 (18 more rectangles).
package struct DataMatrixSize: Hashable, Sendable {
    /// Including finder and timing patterns.
    package let rows: Int
    package let columns: Int
    /// The numbers of regions with their own borders, vertically and horizontally.
    package let regionRows: Int
    package let regionColumns: Int
    let dataWords: Int
    let checkWords: Int
    /// The number of blocks over which words are interleaved.
    let blocks: Int

    private init(
        _ rows: Int, _ columns: Int, _ regionRows: Int, _ regionColumns: Int, _ data: Int, _ checks: Int,
        _ blocks: Int = 1
    ) {
        self.rows = rows
        self.columns = columns
        self.regionRows = regionRows
        self.regionColumns = regionColumns
        dataWords = data
        checkWords = checks
        self.blocks = blocks
    }

    /// Modules of a region including its border, top to bottom.
    package var regionHeight: Int { rows / regionRows }
    package var regionWidth: Int { columns / regionColumns }

    /// The height of all data modules combined, without borders.
    var mappingRows: Int { rows - 2 * regionRows }
    var mappingColumns: Int { columns - 2 * regionColumns }

    package static func of(rows: Int, columns: Int) -> DataMatrixSize? {
        all.first { $0.rows == rows && $0.columns == columns }
    }

    /// The symbol's module for data module (column, row).
    func module(_ column: Int, _ row: Int) -> (column: Int, row: Int) {
        (
            column + 1 + 2 * (column / (regionWidth - 2)),
            row + 1 + 2 * (row / (regionHeight - 2))
        )
    }

    /// Whether a border module is dark; `nil` for a data module. Each region has solid left and lower edges, and timing
    /// modules along the upper and right edges.
    package func border(_ column: Int, _ row: Int) -> Bool? {
        let x = column % regionWidth
        let y = row % regionHeight
        if x == 0 || y == regionHeight - 1 { return true }
        if y == 0 { return x % 2 == 0 }
        if x == regionWidth - 1 { return (regionHeight - 1 - y) % 2 == 0 }
        return nil
    }

    package static let all: [DataMatrixSize] = [
        .init(10, 10, 1, 1, 3, 5), .init(12, 12, 1, 1, 5, 7), .init(14, 14, 1, 1, 8, 10), .init(16, 16, 1, 1, 12, 12),
        .init(18, 18, 1, 1, 18, 14), .init(20, 20, 1, 1, 22, 18), .init(22, 22, 1, 1, 30, 20),
        .init(24, 24, 1, 1, 36, 24), .init(26, 26, 1, 1, 44, 28), .init(32, 32, 2, 2, 62, 36),
        .init(36, 36, 2, 2, 86, 42), .init(40, 40, 2, 2, 114, 48), .init(44, 44, 2, 2, 144, 56),
        .init(48, 48, 2, 2, 174, 68), .init(52, 52, 2, 2, 204, 84, 2), .init(64, 64, 4, 4, 280, 112, 2),
        .init(72, 72, 4, 4, 368, 144, 4), .init(80, 80, 4, 4, 456, 192, 4), .init(88, 88, 4, 4, 576, 224, 4),
        .init(96, 96, 4, 4, 696, 272, 4), .init(104, 104, 4, 4, 816, 336, 6), .init(120, 120, 6, 6, 1050, 408, 6),
        .init(132, 132, 6, 6, 1304, 496, 8), .init(144, 144, 6, 6, 1558, 620, 10),

        .init(8, 18, 1, 1, 5, 7), .init(8, 32, 1, 2, 10, 11), .init(12, 26, 1, 1, 16, 14), .init(12, 36, 1, 2, 22, 18),
        .init(16, 36, 1, 2, 32, 24), .init(16, 48, 1, 2, 49, 28),

        .init(8, 48, 1, 2, 18, 15), .init(8, 64, 1, 4, 24, 18), .init(8, 80, 1, 4, 32, 22), .init(8, 96, 1, 4, 38, 28),
        .init(8, 120, 1, 6, 49, 32), .init(8, 144, 1, 6, 63, 36), .init(12, 64, 1, 4, 43, 27),
        .init(12, 88, 1, 4, 64, 36), .init(16, 64, 1, 4, 62, 36), .init(20, 36, 1, 2, 44, 28),
        .init(20, 44, 1, 2, 56, 34), .init(20, 64, 1, 4, 84, 42), .init(22, 48, 1, 2, 72, 38),
        .init(24, 48, 1, 2, 80, 41), .init(24, 64, 1, 4, 108, 46), .init(26, 40, 1, 2, 70, 38),
        .init(26, 48, 1, 2, 90, 42), .init(26, 64, 1, 4, 118, 50),
    ]
}
