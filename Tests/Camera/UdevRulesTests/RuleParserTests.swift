// SPDX-License-Identifier: Apache-2.0

import Testing
import UdevRules

@Suite("udev rules files are read as udevd reads them")
struct RuleParserTests {
    private func tokens(_ line: String) -> [RuleToken] { RuleParser.parse(line).first?.tokens ?? [] }

    @Test("every operator, with attribute and without")
    func operators() {
        let line = #"SUBSYSTEM=="usb", ATTR{idVendor}!="1d6b",ENV{A}="b" TAG+="uaccess",TAG-="seat" , MODE:="0660""#
        #expect(
            tokens(line) == [
                RuleToken("SUBSYSTEM", .equal, "usb"), RuleToken("ATTR", attribute: "idVendor", .notEqual, "1d6b"),
                RuleToken("ENV", attribute: "A", .assign, "b"), RuleToken("TAG", .add, "uaccess"),
                RuleToken("TAG", .remove, "seat"), RuleToken("MODE", .assignFinal, "0660"),
            ])
    }

    @Test("comments and empty lines are passed over, and lines are counted from 1")
    func numbers() {
        let lines = RuleParser.parse("# a comment\n\n   \nGROUP=\"a\"\n  # indented\nGROUP=\"b\"")
        #expect(lines.map(\.number) == [4, 6])
    }

    @Test("a continued line is one rule, numbered by its first line, also around a comment")
    func continuation() {
        let lines = RuleParser.parse(
            "SUBSYSTEM==\"media\", \\\n# between\n  TAG+=\"uaccess\", \\\n  GROUP=\"video\"\nKERNEL==\"x\"")
        #expect(lines.map(\.number) == [1, 5])
        #expect(lines[0].tokens.map(\.key) == ["SUBSYSTEM", "TAG", "GROUP"])
        #expect(lines[0].fault == nil)
    }

    @Test("a quote inside a value, and e\"…\" with C's escapes")
    func quotes() {
        #expect(tokens(#"A=="say \"hi\"""#).first?.value == #"say "hi""#)
        #expect(tokens(#"A=="back\slash""#).first?.value == #"back\slash"#)
        #expect(tokens(#"A==e"tab\there\x41\101\u00e9""#).first?.value == "tab\thereAA\u{e9}")
        let insensitive = tokens(#"A==i"Cam""#).first
        #expect(insensitive?.ignoresCase == true)
        #expect(insensitive?.holds(for: "cAM") == true)
    }

    @Test(
        "a line udevd ignores is kept with the reason",
        arguments: [
            (#"GROUP=video"#, "not quoted"), (#"GROUP="video"#, "not closed"), (#"ATTR{a=="b""#, "brace"),
            ("GROUP", "no operator"), (#"=="x""#, "key is missing"), (#"A==e"\q""#, "escape"),
            (#"A==e"\x4""#, "escape"),
            (#"A==e"\"b"#, "not closed"), (#"A="b" \"#, "the file ends"),
        ])
    func faults(text: String, reason: String) {
        let line = RuleParser.parse(text).first
        #expect(line?.fault?.contains(reason) == true, "\(String(describing: line))")
        #expect(line?.tokens == [])
    }

    @Test("a line longer than udevd takes is a fault, and the next is read")
    func length() {
        let long = "A==\"" + String(repeating: "x", count: RuleParser.lineLimit) + "\""
        let lines = RuleParser.parse(long + "\nGROUP=\"b\"")
        #expect(lines.map { $0.fault != nil } == [true, false])
        let halves = "A==\"" + String(repeating: "x", count: RuleParser.lineLimit - 100) + "\\\n"
        let joined = RuleParser.parse(halves + String(repeating: "y", count: 200) + "\"")
        #expect(joined.count == 1 && joined[0].fault?.contains("longer") == true)
    }

    @Test("no bytes at all make it fail: every prefix and every altered byte of a file")
    func hostile() {
        let bytes = Array(
            #"# c\#nSUBSYSTEM=="a\"b", ATTR{x}!=e"\x41\u00e9\101", \#n TAG+=i"é", RUN{builtin}+="uaccess""#.utf8)
        for end in bytes.indices { _ = RuleParser.parse(Array(bytes[..<end])) }
        for index in bytes.indices {
            for byte in [0, 9, 10, 34, 44, 61, 92, 123, 125, 128, 255] as [UInt8] {
                var altered = bytes
                altered[index] = byte
                for line in RuleParser.parse(altered) { #expect(line.fault == nil || line.tokens.isEmpty) }
            }
        }
    }

    @Test(
        "patterns match as udev's do",
        arguments: [
            ("video4linux|media", "media", true), ("video*", "video12", true), ("video*", "vide", false),
            ("video[0-9]", "video3", true), ("video[!0-9]", "video3", false), ("a[", "a[", true), ("?*", "", false),
            ("*:flash|*:torch", "white:torch", true), ("a\\*", "a*", true), ("a\\*", "ab", false), ("", "", true),
            ("[]a]", "]", true), ("*a*b*c", "xaybzc", true), ("*a*b*c", "xaybz", false),
        ])
    func patterns(pattern: String, text: String, expected: Bool) {
        #expect(RulePattern.matches(pattern, text) == expected)
    }

    @Test("a pattern of many stars takes no time to speak of")
    func stars() {
        let pattern = String(repeating: "*a", count: 2000) + "b"
        #expect(!RulePattern.matches(pattern, String(repeating: "a", count: 4000)))
    }
}
