// SPDX-License-Identifier: Apache-2.0

/// What may be chosen besides the text. The defaults make the smallest standard symbol.
public struct EncodingOptions: Hashable, Sendable {
    /// How much damage the symbol survives. QR 7, 15, 25, 30 %; Micro QR the first three; Aztec 10, 23, 36, 50 %;
    /// PDF417 levels 2, 4, 5, 6; of those that are only printed, `PrintedSymbology.corrections`. `nil` takes libzint's choice (which raises it where that costs no size).
    public var errorCorrection: ErrorCorrection?
    /// The size of a matrix symbol, as its standard numbers it: QR version 1...40, Micro QR 1...4, Aztec 1...36 (full
    /// range and compact interleaved, libzint's table), Data Matrix 1...48 (24 squares, 6 rectangles, 18 of
    /// ISO/IEC 21471), PDF417 data columns 1...30, data columns 1...11 of a stacked DataBar Expanded; of those
    /// that are only printed, `PrintedSymbology.sizes`. `nil` takes the smallest that fits (of
    /// Data Matrix, the smallest square).
    public var size: Int?
    /// The height of bars in X dimensions, 1...2000, without ITF-14's bearer bars; `nil` takes the standard's. Refused by
    /// matrix symbols.
    public var barHeight: Double?
    /// The text is GS1 data: application identifiers in parentheses or brackets, `(01)09501101530003`. For Code 128
    /// (making GS1-128), QR, rMQR, Data Matrix, Aztec and Code One; DataBar Expanded always is.
    public var isGS1 = false
    /// DataBar in two or more rows.
    public var isStacked = false
    /// The character set announced in the symbol (ECI), 3...899 and 26 for UTF-8. `nil` announces UTF-8 where the text is
    /// not ASCII and the symbology can, nothing otherwise.
    public var eci: Int?
    /// The MaxiCode mode, 4 (standard) or 5 (enhanced error correction).
    public var maxiCodeMode = 4

    public init() {}

    public enum ErrorCorrection: String, Hashable, Sendable, CaseIterable {
        case low, medium, quartile, high
    }
}
