// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
internal import LumaProcessing

/// The modules common to all QR symbols of one version. Modules are counted from the top left one.
///
/// Source: ISO/IEC 18004, 6.3 (function patterns) and 7.9 (format information).
package struct QRShape: Hashable, Sendable {
    /// 1 to 40.
    package let version: Int

    package static let versions = 1...40

    package init?(version: Int) {
        guard Self.versions.contains(version) else { return nil }
        self.version = version
    }

    /// Modules a side, 21 to 177.
    package var side: Int { 17 + 4 * version }

    /// The columns (and rows) of the centres of alignment patterns; none in version 1.
    package var alignments: [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        // Equally spaced except for the first distance; for version 32 the standard differs.
        let step = version == 32 ? 26 : (4 * version + 2 * count + 1) / (2 * count - 2) * 2
        return [6] + (1..<count).map { side - 7 - step * (count - 1 - $0) }
    }

    /// Whether there is an alignment pattern around this centre: everywhere except at finder patterns.
    package func hasAlignment(_ column: Int, _ row: Int) -> Bool {
        let last = side - 7
        return !((column == 6 && row == 6) || (column == last && row == 6) || (column == 6 && row == last))
    }

    /// The modules that are equal in every symbol of this version: finder patterns with separators, timing patterns,
    /// alignment patterns, and the single dark module.
    package var known: [(column: Int, row: Int, isDark: Bool)] {
        var cells: [Int: Bool] = [:]
        func set(_ column: Int, _ row: Int, _ isDark: Bool) {
            guard (0..<side).contains(column), (0..<side).contains(row) else { return }
            cells[row * side + column] = isDark
        }
        for index in 0..<side {
            set(index, 6, index % 2 == 0)
            set(6, index, index % 2 == 0)
        }
        for column in alignments {
            for row in alignments where hasAlignment(column, row) {
                for y in -2...2 {
                    for x in -2...2 { set(column + x, row + y, max(abs(x), abs(y)) != 1) }
                }
            }
        }
        for (column, row) in [(3, 3), (side - 4, 3), (3, side - 4)] {
            for y in -4...4 {
                for x in -4...4 {
                    let ring = max(abs(x), abs(y))
                    set(column + x, row + y, ring != 2 && ring != 4)
                }
            }
        }
        set(8, side - 8, true)
        return cells.sorted { $0.key < $1.key }.map { ($0.key % side, $0.key / side, $0.value) }
    }

    /// The number of bits in which the format information differs from the nearest valid one, in the better of its two
    /// copies. Random bits usually differ in two or three; up to 3 can be corrected.
    package func formatErrors(in grid: ModuleGrid) -> Int {
        guard grid.columns == side, grid.rows == side else { return 15 }
        return formatPlaces.reduce(15) { least, places in
            let seen = Self.bits(places) { grid[$0, $1] }
            return Self.formats.reduce(least) { min($0, ($1 ^ seen).nonzeroBitCount) }
        }
    }

    /// The places of the 15 bits of the format information, from the lowest, in either copy.
    private var formatPlaces: [[(column: Int, row: Int)]] {
        [
            (0..<6).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (9..<15).map { (14 - $0, 8) },
            (0..<8).map { (side - 1 - $0, 8) } + (8..<15).map { (8, side - 15 + $0) },
        ]
    }

    private static func bits(_ places: [(column: Int, row: Int)], isDark: (_ column: Int, _ row: Int) -> Bool) -> Int {
        places.enumerated().reduce(0) { $0 | (isDark($1.element.column, $1.element.row) ? 1 << $1.offset : 0) }
    }

    private static let formats = masked(0x5412)

    /// All 32 formats: five bits and ten check bits, masked.
    private static func masked(_ mask: Int) -> [Int] {
        (0..<32).map { data in
            var rest = data
            for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
            return (data << 10 | rest & 0x3ff) ^ mask
        }
    }

    // MARK: Model 1

    /// The largest symbol of Model 1.
    private static let mostOfModel1 = 14

    /// Source: JIS X 0510:1999, annex; zxing-cpp, QRFormatInformation.cpp.
    private static let formatsOfModel1 = masked(0x2825)

    /// Whether the format information is that of a QR code of Model 1, the first form of QR codes, whose data lie elsewhere: both copies
    /// name the same format with at most two wrong bits together, and none of today's is as near.
    ///
    /// - Parameter isDark: of a column and a row.
    package func isModel1(isDark: (_ column: Int, _ row: Int) -> Bool) -> Bool {
        guard version <= Self.mostOfModel1 else { return false }
        // A mirrored symbol has rows and columns exchanged.
        return [false, true].contains { isMirrored in
            let seen = formatPlaces.map { places in Self.bits(places) { isMirrored ? isDark($1, $0) : isDark($0, $1) } }
            func errors(_ formats: [Int]) -> Int {
                formats.map { format in seen.reduce(0) { $0 + (format ^ $1).nonzeroBitCount } }.min() ?? 30
            }
            return errors(Self.formatsOfModel1) <= 2 && errors(Self.formats) >= 6
        }
    }

    /// The same of a symbol in a picture.
    ///
    /// - Parameters:
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    package func isModel1(
        in image: LumaImage, corners: Quadrilateral, dark: Double, light: Double, isInverted: Bool
    ) -> Bool {
        guard let map = Homography(corners) else { return false }
        let modules = Double(side)
        return isModel1 { column, row in
            let point = map((Double(column) + 0.5) / modules, (Double(row) + 0.5) / modules)
            guard point.x >= 0, point.y >= 0, point.x < Double(image.width), point.y < Double(image.height) else { return false }
            return (Double(image[Int(point.x), Int(point.y)]) < (dark + light) / 2) != isInverted
        }
    }
}
