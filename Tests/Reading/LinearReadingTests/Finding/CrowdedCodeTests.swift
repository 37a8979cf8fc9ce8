// SPDX-License-Identifier: Apache-2.0

import Barcodes
import LinearReading
import Testing

/// Drawn by zint.
@Suite("A whole linear code with something dark beside it")
struct CrowdedCodeTests {
    private func find(_ modules: [Bool]) -> CrowdedCode? {
        CrowdedCode.find(in: likelyBars(of: modules, pixels: 4, height: 160))
    }

    private let line = [false, false, false, true, true, true, true]

    @Test("it is found with a line three modules beside either end")
    func found() throws {
        let itf = try modules("12345678", .itf)
        #expect(find(itf + line)?.symbology == .itf)
        #expect(find(itf + line)?.characters == 8)
        #expect(find(line.reversed() + itf)?.characters == 8)
        // Bars within it that look like its end do not end it.
        #expect(find(try modules("12345612345678", .itf) + line)?.characters == 14)
        let code39 = try modules("HELLO", .code39)
        #expect(find(code39 + line)?.symbology == .code39)
        #expect(find(code39 + line)?.characters == 7)
    }

    @Test("a free one, one between two lines, one that a line touches, and other bars are none")
    func none() throws {
        let itf = try modules("12345678", .itf)
        #expect(find(itf) == nil)
        #expect(find(line.reversed() + itf + line) == nil)
        #expect(find(itf + [true, true]) == nil)
        // As wide as its own elements: it may go on.
        #expect(find(itf + [false, false, false, true, true, true]) == nil)
        #expect(find(try modules("1234", .itf) + line) == nil)
        // Its right part is missing: what is left is no whole one.
        let long = try modules("12345612345678", .itf)
        for cut in stride(from: 8, to: 60, by: 4) { #expect(find(Array(long.dropLast(cut))) == nil, "\(cut)") }
        for (text, symbology) in [
            ("HELLO1", Symbology.code128), ("A123456B", .codabar), ("HELLO", .code93), ("4006381333931", .ean13),
        ] {
            #expect(find(try modules(text, symbology) + line) == nil, "\(symbology)")
        }
    }
}
