// SPDX-License-Identifier: Apache-2.0

import Barcodes
import LinearReading
import Testing

/// Drawn by zint.
@Suite("An Interleaved 2 of 5 that is too short")
struct ShortITFTests {
    @Test("its two or four digits are told", arguments: ["42", "00", "97", "13", "2024", "0000", "9713"])
    func told(text: String) throws { #expect(ShortITF.find(in: likelyBars(of: try modules(text, .itf), pixels: 4, height: 160)) == text) }

    @Test("a longer one, and one with a bar more or a wrong one, are none")
    func none() throws {
        #expect(ShortITF.find(in: likelyBars(of: try modules("123456", .itf), pixels: 4, height: 160)) == nil)
        #expect(ShortITF.find(in: likelyBars(of: try modules("12", .itf) + [false, true, true, false, true], pixels: 4, height: 160)) == nil)
        var wrong = try modules("42", .itf)
        // A narrow space becomes a wide one: three wide ones in a digit.
        let space = try #require(wrong.indices.dropFirst(6).first { !wrong[$0] && wrong[$0 - 1] && wrong[$0 + 1] })
        wrong.insert(contentsOf: [false, false], at: space)
        #expect(ShortITF.find(in: likelyBars(of: wrong, pixels: 4, height: 160)) == nil)
    }
}
