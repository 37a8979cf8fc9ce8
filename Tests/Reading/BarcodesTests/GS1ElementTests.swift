// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("Parsing GS1 element strings")
struct GS1ElementTests {
    private func words(_ text: String) throws(GS1Error) -> [String] {
        try GS1ElementString.elements(Array(text.utf8)).map(\.description)
    }

    @Test(
        "valid GS1 data gives its elements",
        arguments: [
            ("0109501101530003", ["(01)09501101530003"]),
            ("\u{1d}0109501101530003", ["(01)09501101530003"]), ("]C10109501101530003", ["(01)09501101530003"]),
            ("]d210ABC\u{1d}", ["(10)ABC"]), ("10ABC\u{1d}17280229", ["(10)ABC", "(17)280229"]),
            ("3103001750\u{1d}392299", ["(3103)001750", "(3922)99"]), ("15280200", ["(15)280200"]),
            ("00123456789012345675", ["(00)123456789012345675"]), ("2539501101530003", ["(253)9501101530003"]),
            ("2539501101530003ABC", ["(253)9501101530003ABC"]), ("8008260131120059", ["(8008)260131120059"]),
            ("421840ABC", ["(421)840ABC"]), ("8010A-1#/9", ["(8010)A-1#/9"]),
            ("91Any thing".replacing(" ", with: "_"), ["(91)Any_thing"]),
        ])
    func valid(text: String, elements: [String]) throws {
        #expect(try words(text) == elements)
    }

    @Test(
        "other data gives the reason",
        arguments: [
            ("", "empty"), ("hello", "does not begin with an application identifier"),
            ("0109501101530004", "wrong check digit"),
            ("010950110153", "(01) needs 14 digits"), ("17281301", "(17) does not begin with a date"),
            ("17270229", "does not begin with a date"), ("10", "needs 1 to 20 characters"),
            ("3103001750X", "follows 3103"),
            ("10ABCDEFGHIJKLMNOPQRSTUVWXYZ", "(10) is too long"), ("10AB\u{e9}", "(10) is too long"),
            ("21A B", "(21) is too long"),
            ("0501234", "does not begin with an application identifier"), ("8010ab", "needs 1 to 30 characters"),
            ("421840", "needs 1 to 9 characters"),
        ])
    func invalid(text: String, words: String) {
        do throws(GS1Error) {
            let elements = try self.words(text)
            Issue.record("it was taken: \(elements)")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test(
        "numbers of trade items are GTINs of fourteen digits",
        arguments: [
            ("40170725", Symbology.ean8, "00000040170725"), ("012345678905", .upcA, "00012345678905"),
            ("01234565", .upcE, "00012345000065"),
            ("00012345678905", .itf, "00012345678905"),
        ])
    func numbers(digits: String, symbology: Symbology, gtin: String) throws {
        let code = Barcode(symbology: symbology, bytes: Array(digits.utf8), reader: "test")
        #expect(try GS1ElementString.elements(of: code) == [GS1Element(identifier: "01", value: gtin)])
        var wrong = code
        wrong.bytes[digits.count - 1] ^= 1
        #expect(throws: GS1Error.self) { try GS1ElementString.elements(of: wrong) }
    }
}
