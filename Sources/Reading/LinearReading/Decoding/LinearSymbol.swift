// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A symbol read from a profile.
package struct LinearSymbol: Hashable, Sendable {
    package var symbology: Symbology
    /// The content, byte for byte: for EAN and UPC with the check digit, for Codabar with start and stop.
    package var bytes: [UInt8]
    /// From its first bar to the end of its last, in samples of the original profile, in whichever direction it was read;
    /// `to` is smaller if the symbol runs from right to left.
    package var from: Float
    package var to: Float
    /// Its certainty, 0 to 1: the share of the profile that it explains, and how much better it does so than any other
    /// text.
    package var confidence: Float
    /// Whether it is so blurred that all bars merge: confirm such a read with a second one.
    package var isBlurred: Bool
    /// Whether something dark is in its quiet zone: believe it only if several rows agree.
    package var isCrowded: Bool

    package init(
        symbology: Symbology, bytes: [UInt8], from: Float, to: Float, confidence: Float, isBlurred: Bool = false,
        isCrowded: Bool = false
    ) {
        self.symbology = symbology
        self.bytes = bytes
        self.from = from
        self.to = to
        self.confidence = confidence
        self.isBlurred = isBlurred
        self.isCrowded = isCrowded
    }
}
