// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Scanning
import Testing

@Suite("Rules for a code's text")
struct TextRulesTests {
    @Test(
        "substitutions work as in sed",
        arguments: [
            ("s/a/b/", "banana", "bbnana"), ("s/a/b/g", "banana", "bbnbnb"), ("s/A/b/gi", "banana", "bbnbnb"),
            ("s/^/LIB-/", "42", "LIB-42"), ("s/(..)-(..)/\\2\\1/", "ab-cd!", "cdab!"),
            ("s/[0-9]+/<&>/g", "a1b22", "a<1>b<22>"),
            ("s|/|\\||g", "a/b/c", "a|b|c"), ("s/\\//-/", "a/b", "a-b"), ("s/x/\\&/", "x", "&"),
            ("s/x/a\\\\b/", "x", "a\\b"),
            ("s/x/\\t\\n/", "x", "\t\n"), ("s/(a)|b/[\\1]/g", "ab", "[a][]"), ("s/\\r//", "\r\n1", "\n1"),
            ("s/é/e/", "café", "cafe"),
            ("s/x*/-/g", "ab", "-a-b-"), ("s/b$//", "aab", "aa"),
        ])
    func substitutions(rule: String, text: String, result: String) throws {
        #expect(try TextTransform(rule).applied(to: text) == result)
    }

    @Test(
        "an invalid substitution is rejected with the reason",
        arguments: [
            ("", "s/PATTERN/REPLACEMENT/"), ("s/a/b", "three times"), ("sxaxbx", "must not be a letter"),
            ("s/(/b/", "not a valid regular expression"),
            ("s/a/\\1/", "names group 1"), ("s/(?:a)/\\1/", "names group 1"), ("s//b/", "pattern is empty"),
            ("s/a/b/q", "flags"),
            ("y/a/b/", "s/PATTERN/REPLACEMENT/"),
        ])
    func malformed(rule: String, words: String) {
        do throws(TextTransform.Malformed) {
            _ = try TextTransform(rule)
            Issue.record("it was taken")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    private func outcome(_ barcode: Barcode, _ change: (inout TextRules) throws -> Void) rethrows -> TextRules.Outcome {
        var rules = TextRules()
        try change(&rules)
        return rules.apply(to: barcode)
    }

    @Test("without rules a text is unchanged")
    func none() {
        #expect(outcome(.code(" a ")) { _ in } == .taken(ScanText()))
    }

    @Test("trim, prefix, pattern, substitutions, capitals: in this order")
    func order() throws {
        let result = try outcome(.code(" \t]C1 ab-12\r\n", .code128)) { rules in
            rules.trims = true
            rules.prefixes = ["]E0", "]C1"]
            rules.pattern = try TextPattern("^ ab-")
            rules.transforms = [try TextTransform("s/ //"), try TextTransform("s/ab/xy/")]
            rules.uppercases = true
        }
        #expect(result == .taken(ScanText(text: "XY-12")))
    }

    @Test("a code that does not match is ignored; so is one that is not text")
    func match() throws {
        let pattern = try TextPattern("^[0-9]+$")
        #expect(outcome(.code("12a")) { $0.pattern = pattern } == .passedOver)
        #expect(outcome(.code("12")) { $0.pattern = pattern } == .taken(ScanText()))
        let bytes = Barcode(symbology: .qr, bytes: [0xff, 0x00], reader: "scripted")
        #expect(outcome(bytes) { $0.pattern = pattern } == .passedOver)
        #expect(outcome(bytes) { $0.uppercases = true } == .taken(ScanText()))
    }

    @Test("a UPC-E is expanded to its UPC-A if that is requested")
    func expanded() {
        #expect(outcome(.code("01234565", .upcE)) { $0.expandsUPCE = true } == .taken(ScanText(text: "012345000065")))
        #expect(outcome(.code("01234565", .ean8)) { $0.expandsUPCE = true } == .taken(ScanText()))
    }

    @Test("GS1 data gives its elements, a GTIN gives one, and anything else is rejected")
    func gs1() {
        let data = Barcode.code("0109501101530003172801311012AB\u{1d}21X9", .dataMatrix)
        guard case .taken(let text) = outcome(data, { $0.isGS1 = true }) else {
            Issue.record("it was not taken")
            return
        }
        #expect(text.text == "(01)09501101530003(17)280131(10)12AB(21)X9")
        #expect(text.elements?.map(\.title) == ["GTIN", "USE BY", "BATCH/LOT", "SERIAL"])
        #expect(
            outcome(.code("4006381333931", .ean13)) { $0.isGS1 = true }
                == .taken(
                    ScanText(
                        text: "(01)04006381333931", elements: [GS1Element(identifier: "01", value: "04006381333931")])))
        guard case .refused(let reason) = outcome(.code("hello"), { $0.isGS1 = true }) else {
            Issue.record("it was not refused")
            return
        }
        #expect(reason.contains("application identifier"))
    }
}
