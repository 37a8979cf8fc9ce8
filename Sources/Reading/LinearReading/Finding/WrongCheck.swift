// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A linear code whose bars are all in order, and whose check character does not fit the others: no reader may accept it. A
/// generator without checks, or a barcode font in which a text was typed as it is, makes such codes.
package struct WrongCheck: Codable, Hashable, Sendable {
    package var symbology: Symbology
    /// The value of the last character, which should be the check character.
    package var found: Int
    /// What the check character of those before it would be.
    package var expected: Int
    /// The number of characters, the last one included.
    package var count: Int

    /// Above this, one element may be something else than it seems.
    private static let mostRoughness: Float = 0.25

    /// Looks for one. It counts only if different rows agree.
    package static func find(in bars: LikelyBars) -> WrongCheck? { bars.agreed(WrongCheck.init) }

    init?(_ line: WidthSequence) {
        if let reading = Code128Decoder.readUnchecked(line), reading.roughness < Self.mostRoughness,
            let last = reading.values.last
        {
            let expected = Code128Decoder.check(of: reading.values.dropLast())
            guard expected != last else { return nil }
            self.init(symbology: .code128, found: last, expected: expected, count: reading.values.count - 1)
        } else if let reading = RetailDigits.read(line), reading.roughness < 2 * Self.mostRoughness,
            let last = reading.digits.last
        {
            let expected = RetailDigits.check(of: reading.digits.dropLast())
            guard expected != last else { return nil }
            self.init(
                symbology: reading.digits.count == 8 ? .ean8 : .ean13, found: last, expected: expected,
                count: reading.digits.count)
        } else {
            return nil
        }
    }

    private init(symbology: Symbology, found: Int, expected: Int, count: Int) {
        self.symbology = symbology
        self.found = found
        self.expected = expected
        self.count = count
    }
}
