// SPDX-License-Identifier: Apache-2.0

import Output
import Testing

@Suite("Output")
struct OutputTests {
    @Test("JSON keeps the order of keys and escapes what is not plain text")
    func json() {
        let value: JSONValue = [
            "z": 1, "a": .array([.null, true, .number(3.14159, decimals: 2), .number(.nan, decimals: 1)]),
            "text": "a\"b\\c\n\u{1b}[31m\u{9b}é",
        ]
        #expect(value.text == #"{"z":1,"a":[null,true,3.14,null],"text":"a\"b\\c\n\u001b[31m\u009bé"}"#)
    }

    @Test(
        "numbers have no exponent and no trailing zeros",
        arguments: [
            (0.0, 3, "0"), (-0.0004, 3, "0"), (1.5, 3, "1.5"), (-2.25, 1, "-2.3"), (1e9, 2, "1000000000"),
            (0.05, 2, "0.05"), (99.999, 2, "100"), (12, 0, "12"),
        ])
    func fixed(value: Double, decimals: Int, expected: String) {
        #expect(JSONValue.fixed(value, decimals: decimals) == expected)
    }

    @Test("no control, separator or reordering mark reaches the terminal")
    func visible() {
        #expect(VisibleText.escape("plain ünïcode 条码") == "plain ünïcode 条码")
        #expect(VisibleText.escape("\u{1b}]0;x\u{7}") == "\\x1b]0;x\\x07")
        #expect(VisibleText.escape("a\u{202e}b\u{2028}\u{9b}") == "a\\u{202e}b\\u{2028}\\u{9b}")
        #expect(VisibleText.escape("tab\tline\n\\") == "tab\\tline\\n\\\\")
        for value in 0...UInt32(0x2fff) {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory == .control else { continue }
            #expect(!VisibleText.escape(String(scalar)).unicodeScalars.contains(scalar))
        }
    }

    @Test("bytes that are not UTF-8 are shown one by one, the rest as text")
    func visibleBytes() {
        #expect(VisibleText.escape([0x41, 0xff, 0xc3, 0xa9, 0xe2, 0x82]) == "A\\xffé\\xe2\\x82")
        #expect(VisibleText.escape([UInt8]()) == "")
    }

    @Test("base64 matches RFC 4648's test vectors")
    func base64Vectors() {
        let vectors = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "foobar": "Zm9vYmFy"]
        for (plain, encoded) in vectors { #expect(base64(Array(plain.utf8)) == encoded) }
    }

    @Test("times are RFC 3339 in UTC, before 1970 too")
    func time() {
        #expect(WallTime(milliseconds: 1_795_230_000_123).text == "2026-11-21T03:00:00.123Z")
        #expect(WallTime(milliseconds: -1).text == "1969-12-31T23:59:59.999Z")
    }
}
