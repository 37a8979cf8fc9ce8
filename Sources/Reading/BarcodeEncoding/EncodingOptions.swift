// SPDX-License-Identifier: Apache-2.0

/// Options besides the text. The defaults make the smallest standard symbol.
package struct EncodingOptions: Hashable, Sendable {
    /// How much damage the symbol survives. QR 7, 15, 25, 30 %; Micro QR the first three; Aztec 10, 23, 36, 50 %; PDF417
    /// levels 2, 4, 5, 6; for printed-only symbologies see `PrintedSymbology.corrections`. `nil` leaves the choice to
    /// libzint, which raises the level if that does not enlarge the symbol.
    package var errorCorrection: ErrorCorrection?
    /// The size of a matrix symbol, as its standard numbers it: QR version 1...40, Micro QR 1...4, Aztec 1...36 (full
    /// range and compact interleaved, libzint's table), Data Matrix 1...48 (24 squares, 6 rectangles, 18 of ISO/IEC
    /// 21471), PDF417 data columns 1...30, data columns 1...11 of a stacked DataBar Expanded; for printed-only
    /// symbologies see `PrintedSymbology.sizes`. `nil` uses the smallest that fits (for Data Matrix, the smallest
    /// square).
    package var size: Int?
    /// The bar height in X dimensions, 1...2000, without ITF-14's bearer bars; `nil` uses the standard's. Matrix symbols
    /// do not support it.
    package var barHeight: Double?
    /// The text is GS1 data: application identifiers in parentheses or brackets, `(01)09501101530003`. For Code 128
    /// (making GS1-128), QR, rMQR, Data Matrix, Aztec and Code One; DataBar Expanded always is.
    package var isGS1 = false
    /// DataBar in two or more rows.
    package var isStacked = false
    /// The character set declared in the symbol (ECI), 3...899; 26 is UTF-8. `nil` declares UTF-8 if the text is not
    /// ASCII and the symbology supports it, and nothing otherwise.
    package var eci: Int?
    /// The MaxiCode mode, 4 (standard) or 5 (enhanced error correction).
    package var maxiCodeMode = 4

    package init() {}

    package enum ErrorCorrection: String, Hashable, Sendable, CaseIterable {
        case low, medium, quartile, high
    }
}
