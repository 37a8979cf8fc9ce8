// SPDX-License-Identifier: Apache-2.0

import Barcodes
import LinearReading
import Testing

/// Drawn by zint.
@Suite("A Code 39 without start and stop character")
struct UnframedCode39Tests {
    /// Without the first and the last ten elements: a character of nine, and a gap.
    private func unframed(_ text: String) throws -> [Bool] {
        func withoutFirst(_ modules: [Bool]) -> [Bool] {
            var (rest, elements) = (modules[...], 0)
            while elements < 10, let value = rest.first {
                rest = rest.drop { $0 == value }
                elements += 1
            }
            return Array(rest)
        }
        return withoutFirst(withoutFirst(try modules(text, .code39)).reversed()).reversed()
    }

    @Test("its characters are counted", arguments: ["HELLO", "A-1234", "12345678901"])
    func counted(text: String) throws {
        #expect(UnframedCode39.find(in: likelyBars(of: try unframed(text), pixels: 4, height: 160)) == text.count)
    }

    @Test("a whole one, one with a bar more, a short one, and other symbologies are none")
    func none() throws {
        func find(_ modules: [Bool]) -> Int? { UnframedCode39.find(in: likelyBars(of: modules, pixels: 4, height: 160)) }
        #expect(find(try modules("HELLO", .code39)) == nil)
        #expect(find(try unframed("HELLO") + [false, true]) == nil)
        #expect(find(try unframed("ABC")) == nil)
        for (text, symbology) in [
            ("HELLO1", Symbology.code128), ("12345678", .itf), ("A123456B", .codabar), ("HELLO", .code93),
            ("4006381333931", .ean13),
        ] {
            #expect(find(try modules(text, symbology)) == nil, "\(symbology)")
        }
    }
}
