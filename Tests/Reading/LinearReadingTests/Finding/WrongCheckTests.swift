// SPDX-License-Identifier: Apache-2.0

import Barcodes
import LinearReading
import Testing

/// Codes as generators without checks and typed barcode fonts make them.
@Suite("a wrong check character")
struct WrongCheckTests {
    @Test("a Code 128 without its check character", arguments: ["123", "HELLO-42", "1234567890", "ab 12 \u{2}"])
    func missing(text: String) throws {
        let right = try modules(text, .code128)
        #expect(WrongCheck.find(in: likelyBars(of: right)) == nil)
        // The stop pattern has 13 modules, and the check character before it eleven.
        let found = try #require(WrongCheck.find(in: likelyBars(of: Array(right.dropLast(24) + right.suffix(13)))))
        #expect(found.symbology == .code128 && found.count == (right.count - 13) / 11 - 2)
        #expect(found.found != found.expected)
    }

    @Test("an EAN-13 or EAN-8 with another last digit")
    func digits() throws {
        for (text, other, symbology) in [
            ("4006381333931", "5901234123457", Symbology.ean13), ("96385074", "65833254", .ean8),
        ] {
            var (right, donor) = (try modules(text, symbology), try modules(other, symbology))
            #expect(WrongCheck.find(in: likelyBars(of: right)) == nil && WrongCheck.find(in: likelyBars(of: donor)) == nil)
            let last = right.count - 10..<right.count - 3
            if right[last] == donor[last] { donor.replaceSubrange(last, with: try modules("40123455", .ean8)[57..<64]) }
            right.replaceSubrange(last, with: donor[last])
            let found = try #require(WrongCheck.find(in: likelyBars(of: right)))
            #expect(found.symbology == symbology && found.count == text.count)
            #expect(found.expected == Int(text.suffix(1)))
        }
    }

    @Test("a bar that is missing or smudged is no wrong check character, and upside down makes no difference")
    func damaged() throws {
        let right = try modules("HELLO-42", .code128)
        var smudged = right
        for module in 40..<47 { smudged[module] = true }
        #expect(WrongCheck.find(in: likelyBars(of: smudged)) == nil)
        let wrong = Array(right.dropLast(24) + right.suffix(13))
        #expect(WrongCheck.find(in: likelyBars(of: wrong.reversed())) == WrongCheck.find(in: likelyBars(of: wrong)))
    }
}
