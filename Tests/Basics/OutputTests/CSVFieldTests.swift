// SPDX-License-Identifier: Apache-2.0

import Output
import Testing

@Suite("Fields for spreadsheets")
struct CSVFieldTests {
    @Test(
        "no text is a formula, whatever it starts with",
        arguments: [
            "=HYPERLINK(\"http://x\",\"y\")", "+1+1", "-2+3", "@SUM(A1)", " =1+1", "＝1+1", "|calc", "%0a=1", "\u{a0}=1",
        ])
    func formula(_ text: String) {
        let field = CSVField.text(text)
        #expect(field.hasPrefix("\"'"))
        #expect(field.hasSuffix("\""))
        // Quotes inside are doubled, so the field ends where it should.
        #expect(
            field.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false).allSatisfy {
                !$0.contains("\"")
            })
    }

    @Test("control characters are escaped", arguments: ["\t=1", "\r=1", "a\nb", "\u{1b}[2J", "\u{202e}x"])
    func controls(_ text: String) {
        let field = CSVField.text(text)
        #expect(field.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202e })
        #expect(!field.hasPrefix("="))
    }

    @Test("plain text is unchanged, and fields are quoted if necessary")
    func plain() {
        #expect(CSVField.text("4006381333931") == "4006381333931")
        #expect(CSVField.text("a,b \"c\"") == "\"a,b \"\"c\"\"\"")
        #expect(CSVField.text("") == "")
        #expect(CSVField.number(-1.25, decimals: 1) == "-1.3")
        #expect(CSVField.number(nil, decimals: 1) == "" && CSVField.number(.nan, decimals: 1) == "")
    }
}
