// SPDX-License-Identifier: Apache-2.0

/// A code that was read.
public struct Barcode: Hashable, Sendable {
    public var symbology: Symbology
    /// What the code holds, byte for byte. Not trusted: escape before showing.
    public var bytes: [UInt8]
    /// The bytes as the reader understood their character set, when it knows (ECI, Shift JIS in QR); else `nil`,
    /// and the bytes are taken as UTF-8.
    public var decodedText: String?
    /// Where it lies in the picture that was read; `nil` when the reader does not tell.
    public var corners: Quadrilateral?
    /// Which reader read it: `zbar`, `zxing`, `candela`.
    public var reader: String
    /// zbar's count of agreeing scan lines and the like: larger is surer; `nil` when the reader has none.
    public var quality: Int?

    public init(
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

    /// The text: what the reader understood, else the bytes as UTF-8; `nil` when they are not UTF-8.
    public var text: String? { decodedText ?? String(validating: bytes, as: UTF8.self) }
}
