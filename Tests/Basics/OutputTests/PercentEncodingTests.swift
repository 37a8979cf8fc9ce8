// SPDX-License-Identifier: Apache-2.0

import Output
import Testing

@Suite("Percent encoding")
struct PercentEncodingTests {
    @Test("bytes in hexadecimal are themselves, everything else, a plus among it, too")
    func decoded() {
        #expect(String(percentEncoded: "a%2Fb%2f+%C3%A9") == "a/b/+é")
        #expect(String(percentEncoded: "") == "")
    }

    @Test(
        "what is no two hexadecimal digits, and what is no UTF-8, is none",
        arguments: ["%", "a%2", "%+5", "%g0", "%ff"])
    func refused(text: String) { #expect(String(percentEncoded: text) == nil) }
}
