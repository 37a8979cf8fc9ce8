// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// Decodes Aztec, from modules to content.
package enum AztecDecoder {
    /// - Parameter grid: the whole symbol, with the corner of three dark modules at the upper left. For a rune, the core
    ///   of 11 by 11 modules.
    package static func decode(_ grid: ModuleGrid) -> DecodedSymbol? {
        guard grid.rows == grid.columns, grid.rows % 2 == 1 else { return nil }
        let center = grid.rows / 2
        for isCompact in [true, false] where center >= AztecShape.modeRing(isCompact: isCompact) {
            guard let mode = AztecMode.read(isCompact: isCompact, isDark: { grid[center + $0, center + $1] }) else {
                continue
            }
            if let decoded = decode(grid, mode) { return decoded }
        }
        return nil
    }

    /// With the mode message already decoded.
    package static func decode(_ grid: ModuleGrid, _ mode: AztecMode) -> DecodedSymbol? {
        switch mode {
        case .rune(let number):
            guard grid.rows == 11 else { return nil }
            var content = MatrixContent()
            let digits = String(number)
            content.append(String(repeating: "0", count: 3 - digits.utf8.count) + digits)
            return DecodedSymbol(content: content, corrected: 0, correctable: 2)
        case .symbol(let shape, let dataWords, let isReaderProgramming):
            guard grid.rows == shape.side, grid.columns == shape.side else { return nil }
            return decode(grid, shape, dataWords, isReaderProgramming)
        }
    }

    private static func decode(
        _ grid: ModuleGrid, _ shape: AztecShape, _ dataWords: Int, _ isReaderProgramming: Bool
    ) -> DecodedSymbol? {
        let bits = shape.dataBits(grid)
        let size = shape.wordBits
        let total = bits.count / size
        guard dataWords < total else { return nil }
        let spare = bits.count % size
        var words = (0..<total).map { word in
            (0..<size).reduce(0) { $0 << 1 | (bits[spare + word * size + $1] ? 1 : 0) }
        }
        guard let wrong = ReedSolomon.correct(&words, checks: total - dataWords, in: shape.field),
            let data = unstuffed(words[..<dataWords], size),
            var content = AztecText.content(of: data)
        else { return nil }
        content.isReaderProgramming = isReaderProgramming
        return DecodedSymbol(content: content, corrected: wrong, correctable: (total - dataWords) / 2)
    }

    /// No word is all light or all dark: if its first bits are all equal, the last bit is their inverse and carries no
    /// data.
    private static func unstuffed(_ words: ArraySlice<Int>, _ size: Int) -> [Bool]? {
        let mask = 1 << size - 1
        var bits: [Bool] = []
        for word in words {
            switch word {
            case 0, mask: return nil
            case 1: bits += Array(repeating: false, count: size - 1)
            case mask - 1: bits += Array(repeating: true, count: size - 1)
            default: bits += (0..<size).map { word >> (size - 1 - $0) & 1 == 1 }
            }
        }
        return bits
    }
}
