// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("GS1 element strings")
struct GS1ElementStringTests {
    private func encoded(_ text: String) -> String? {
        GS1ElementString.withoutParentheses(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("elements of fixed length follow each other without a separator")
    func fixedLength() {
        #expect(encoded("(01)09501101530003(3103)001750") == "01095011015300033103001750")
    }

    @Test("a separator ends an element of variable length, but not the last")
    func variableLength() {
        #expect(encoded("(10)123456A1234A(15)991231") == "10123456A1234A\u{1d}15991231")
        #expect(encoded("(15)991231(10)12A") == "159912311012A")
    }

    @Test("parentheses in data stay")
    func parenthesesInData() {
        #expect(encoded("(10)A(B)C(1)") == "10A(B)C(1)")
    }

    @Test("a text without identifiers is rejected", arguments: ["", "01095", "(", "(1)23", "(ABC)1", "(12345)6"])
    func noIdentifier(_ text: String) {
        #expect(encoded(text) == nil)
    }
}
