// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("symbology identifiers")
struct SymbologyIdentifierTests {
    /// Source: ISO/IEC 15424 and the standards of the symbologies, as GS1's General Specifications list them in 5.1.2.
    @Test(
        "say whether the text is GS1's, and whether the encoding is named",
        arguments: [
            ("]C0", false, nil), ("]C1", true, nil), ("]d1", false, false), ("]d2", true, false), ("]d4", false, true),
            ("]d5", true, true), ("]Q1", false, false), ("]Q2", false, true), ("]Q3", true, false), ("]Q4", true, true),
            ("]e0", true, nil), ("]E0", nil, nil), ("]z0", false, false), ("]z1", true, false), ("]z3", false, true),
        ] as [(String, Bool?, Bool?)])
    func meaning(text: String, isGS1: Bool?, namesEncoding: Bool?) throws {
        let identifier = try #require(SymbologyIdentifier(text))
        #expect(identifier.isGS1 == isGS1 && identifier.namesEncoding == namesEncoding)
        #expect(identifier.description == text)
    }

    @Test("are nothing else", arguments: ["", "]", "]Q", "Q1", "]Q12", "[Q1", "]Q\u{1}", "]é1"])
    func others(text: String) { #expect(SymbologyIdentifier(text) == nil) }
}
