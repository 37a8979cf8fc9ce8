// SPDX-License-Identifier: Apache-2.0

import Output
import Testing

@Suite("Percent encoding")
struct PercentEncodingTests {
    @Test("hexadecimal bytes are decoded; everything else, including plus, is unchanged")
    func decoded() {
        #expect(String(percentEncoded: "a%2Fb%2f+%C3%A9") == "a/b/+é")
        #expect(String(percentEncoded: "") == "")
    }

    @Test(
        "other than two hexadecimal digits, or invalid UTF-8, gives nil",
        arguments: ["%", "a%2", "%+5", "%g0", "%ff"])
    func refused(text: String) { #expect(String(percentEncoded: text) == nil) }
}
