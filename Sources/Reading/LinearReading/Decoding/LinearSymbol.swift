// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// A symbol read from a profile.
public struct LinearSymbol: Hashable, Sendable {
    public var symbology: Symbology
    /// The content, byte for byte; of EAN and UPC the digits with the check digit, of Codabar with start and stop.
    public var bytes: [UInt8]
    /// From its first bar to the end of its last, in samples of the profile as it was given, whichever way it was read;
    /// `to` is the smaller where the symbol runs from right to left.
    public var from: Float
    public var to: Float
    /// How sure it is, 0 to 1: what of the profile it explains, and how much better than any other text does.
    public var confidence: Float
    /// So blurred that no bar stands alone: worth a second opinion.
    public var isBlurred: Bool

    public init(
        symbology: Symbology, bytes: [UInt8], from: Float, to: Float, confidence: Float, isBlurred: Bool = false
    ) {
        self.symbology = symbology
        self.bytes = bytes
        self.from = from
        self.to = to
        self.confidence = confidence
        self.isBlurred = isBlurred
    }
}
