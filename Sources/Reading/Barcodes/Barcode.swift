// SPDX-License-Identifier: Apache-2.0

/// A code that was read.
package struct Barcode: Hashable, Sendable {
    package var symbology: Symbology
    /// The code's content, byte for byte. Untrusted: escape it before display.
    package var bytes: [UInt8]
    /// The bytes decoded by the reader, if it knows their character set (ECI, Shift JIS in QR); otherwise `nil`, and the
    /// bytes are taken as UTF-8.
    package var decodedText: String?
    /// Its place in the picture; `nil` if the reader does not report it.
    package var corners: Quadrilateral?
    /// The reader that read it: `zbar`, `zxing`, `candela`.
    package var reader: String
    /// The reader's quality figure, such as zbar's count of agreeing scan lines: higher is more certain; `nil` if the
    /// reader has none.
    package var quality: Int?
    /// How sure the read is, for linear codes that a ladder accepted; otherwise `nil`.
    package var confidence: ReadConfidence?
    /// Whether its left and right are exchanged, as seen from behind or in a mirror; readers tell only of QR codes, Data
    /// Matrix and Aztec.
    package var isMirrored = false
    /// Its place among the symbols that carry one text together (structured append, macro PDF417); `nil` for a symbol on its
    /// own, and if the reader does not tell.
    package var part: Part?
    /// What hardware scanners put before the text, such as `]d2` for a GS1 Data Matrix; `nil` if the reader does not
    /// report it. Source: ISO/IEC 15424.
    package var identifier: SymbologyIdentifier?

    /// One symbol of several that carry one text together.
    package struct Part: Hashable, Sendable, Codable {
        /// From 1.
        package var number: Int
        /// How many there are; `nil` if the symbol does not say.
        package var count: Int?

        package init(number: Int, count: Int?) {
            self.number = number
            self.count = count
        }
    }

    package init(
        symbology: Symbology, bytes: [UInt8], decodedText: String? = nil, corners: Quadrilateral? = nil,
        reader: String, quality: Int? = nil
    ) {
        self.symbology = symbology
        self.bytes = bytes
        self.decodedText = decodedText
        self.corners = corners
        self.reader = reader
        self.quality = quality
    }

    /// The text: as decoded by the reader, otherwise the bytes as UTF-8; `nil` if they are not UTF-8.
    package var text: String? { decodedText ?? String(validating: bytes, as: UTF8.self) }

    /// Whether its bytes are data of a program, and no text: it has control characters that are neither in text nor in the formats of
    /// fields (EOT, FS, GS, RS and US).
    package var isBinary: Bool {
        bytes.contains { byte in
            byte < 0x20 && ![0x04, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f].contains(byte)
        }
    }
}
