// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// What agreed on a code.
struct ReadingSupport {
    /// Readers that found it independently: zxing-cpp, zbar, our own.
    var readers: Int
    /// Searches that read it, each another preparation or another reader.
    var searches: Int
    /// Our own reader of linear codes read it, which compares independent rows.
    var isOfOwn: Bool

    private static let manyLines = 12
    private static let strong: Set<Symbology> = [.code128, .code93, .dataBar, .dataBarExpanded]
    private static let unchecked: Set<Symbology> = [.code39, .codabar, .ean2, .ean5]

    /// `nil` for matrix codes and PDF417: their error correction fails rather than gives a wrong text.
    func confidence(in code: Barcode) -> ReadConfidence? {
        guard code.symbology.isLinear else { return nil }
        if Self.strong.contains(code.symbology) { return .high }
        let lines = code.reader == "zbar" ? code.quality ?? 0 : 0
        let isUnchecked =
            Self.unchecked.contains(code.symbology)
            || code.symbology == .itf && !(code.bytes.count == 14 && CheckDigit.isValidModulo10(code.bytes))
        if isUnchecked {
            return readers > 1 ? .high : searches > 1 || isOfOwn || lines >= Self.manyLines ? .medium : .low
        }
        return readers > 1 || isOfOwn || lines >= Self.manyLines ? .high : .medium
    }
}
