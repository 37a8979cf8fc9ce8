// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// Draws a symbol in characters: two rows of modules a line, with half blocks.
package enum TerminalCode {
    /// Text lines for a single row of bars: a scanner needs some height.
    private static let barRows = 12

    /// - Parameters:
    ///   - usesColour: black on white whatever the terminal's colours are. Otherwise dark modules are blocks, which is
    ///     right for paper and for dark text on a light background.
    ///   - quietZone: in modules on each side; at least the standard's.
    package static func lines(_ symbol: EncodedSymbol, usesColour: Bool) -> [String] {
        let zone = symbol.quietZone
        let (left, right) = (max(zone.left, 2), max(zone.right, 2))
        let (top, bottom) = (max(zone.top, 2), max(zone.bottom, 2))
        let heights = symbol.modules.rows == 1 ? [barRows] : symbol.rowHeights.map { max(1, Int($0.rounded())) }
        var rows: [Int?] = Array(repeating: nil, count: top)
        for (row, height) in heights.enumerated() { rows += Array(repeating: row, count: height) }
        rows += Array(repeating: nil, count: bottom)
        if !rows.count.isMultiple(of: 2) { rows.append(nil) }
        return stride(from: 0, to: rows.count, by: 2).map { line in
            var text = usesColour ? "\u{1b}[38;5;16;48;5;231m" : ""
            for column in -left..<symbol.modules.columns + right {
                func isDark(_ row: Int?) -> Bool { row.map { symbol.modules.isDark(column, $0) } ?? false }
                let block =
                    switch (isDark(rows[line]), isDark(rows[line + 1])) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                text += block
            }
            return text + (usesColour ? "\u{1b}[0m" : "")
        }
    }

    /// The width of the lines in columns.
    package static func width(_ symbol: EncodedSymbol) -> Int {
        symbol.modules.columns + max(symbol.quietZone.left, 2) + max(symbol.quietZone.right, 2)
    }
}
