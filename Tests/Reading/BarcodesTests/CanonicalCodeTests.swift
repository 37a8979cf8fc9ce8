// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("Canonical codes")
struct CanonicalCodeTests {
    @Test(
        "every form of one number has one key",
        arguments: [
            // GS1 General Specifications, zero suppression; the same as UPC-A, EAN-13 and GTIN-14.
            (["01234505", "012000003455", "0012000003455", "00012000003455", "12000003455"], "00012000003455"),
            (["4006381333931", "04006381333931", " 4006381333931\t", "400 6381 333931"], "04006381333931"),
            (["96385074", "00000096385074"], "00000096385074"),
            // ISO 2108's own example, and one whose check character is X.
            (
                [
                    "0306406152", "0-306-40615-2", "978-0-306-40615-7", "9780306406157", "ISBN 0-306-40615-2",
                    "ISBN: 9780306406157",
                ], "09780306406157"
            ),
            (["080442957X", "0-8044-2957-x", "9780804429573"], "09780804429573"),
            (["10012345678902"], "10012345678902"),
        ])
    func forms(_ written: [String], _ key: String) {
        for text in written { #expect(CanonicalCode.keys(of: text).first == key, "\(text)") }
    }

    @Test("a number with a wrong check digit, and any other text, is its own key")
    func others() {
        for text in [
            "4006381333932", "0306406153", "08044295X7", "ABC-123", "X", "12345", "400--6381333931", "-4006381333931",
            "4006381333931-", "123456789012345", "ISBN", "straße", "٤٠٠٦٣٨١٣٣٣٩٣١",
        ] {
            #expect(CanonicalCode.keys(of: text) == [text], "\(text)")
        }
        #expect(CanonicalCode.keys(of: " shelf 7 \r\n") == ["shelf 7"])
        #expect(CanonicalCode.keys(of: " \t ") == [])
        #expect(CanonicalCode.keys(of: "") == [])
    }

    @Test("the indicator digit of a GTIN-14 makes it another article")
    func indicator() {
        #expect(CanonicalCode.keys(of: "14006381333938") == ["14006381333938"])
        #expect(CheckDigit.isValidModulo10(Array("14006381333938".utf8)))
    }

    @Test("eight digits that are valid both as EAN-8 and as UPC-E have two keys, and the symbology decides")
    func eightDigits() throws {
        // Found by search, because no source names one.
        let both = try #require(
            (0..<10_000_000).lazy.map { number -> [UInt8] in
                let body = Array(String(number).utf8)
                let padded = [UInt8](repeating: 0x30, count: 7 - body.count) + body
                return padded + [CheckDigit.modulo10(padded)!]
            }.first { digits in
                RetailNumber.upcA(fromUPCE: digits).map {
                    CheckDigit.isValidModulo10($0) && $0.dropFirst(4) != digits[...]
                }
                    ?? false
            })
        let text = String(decoding: both, as: UTF8.self)
        let keys = CanonicalCode.keys(of: text)
        #expect(keys.count == 2)
        #expect(CanonicalCode.keys(of: Barcode(symbology: .ean8, bytes: both, reader: "test")) == [keys[0]])
        #expect(CanonicalCode.keys(of: Barcode(symbology: .upcE, bytes: both, reader: "test")) == [keys[1]])
    }

    @Test(
        "a read code is looked up by its meaning",
        arguments: [
            (Symbology.upcA, "012000003455", ["00012000003455"]), (.ean13, "0012000003455", ["00012000003455"]),
            (.upcE, "01234505", ["00012000003455"]), (.isbn, "9780306406157", ["09780306406157"]),
            (.qr, "shelf 7", ["shelf 7"]), (.code128, "4006381333931", ["04006381333931"]),
            (.dataBar, "0104006381333931", ["0104006381333931", "04006381333931"]),
            (.code128, "\u{1d}010400638133393110ABC", ["\u{1d}010400638133393110ABC", "04006381333931"]),
            // The number's check digit is wrong, so it is not a GTIN.
            (.code128, "010400638133393210ABC", ["010400638133393210ABC"]),
        ])
    func reads(_ symbology: Symbology, _ text: String, _ keys: [String]) {
        #expect(CanonicalCode.keys(of: Barcode(symbology: symbology, bytes: Array(text.utf8), reader: "test")) == keys)
    }

    @Test("bytes that are not text have no key")
    func bytes() {
        #expect(CanonicalCode.keys(of: Barcode(symbology: .qr, bytes: [0xff, 0xfe], reader: "test")) == [])
    }

    @Test(
        "an ISBN-10 is the EAN-13 with its own check digit",
        arguments: [("0306406152", "9780306406157"), ("080442957X", "9780804429573")])
    func isbn(_ short: String, _ long: String) {
        #expect(RetailNumber.ean13(fromISBN10: Array(short.utf8)) == Array(long.utf8))
        #expect(RetailNumber.ean13(fromISBN10: Array(short.utf8.dropLast()) + [0x31]) == nil)
        #expect(RetailNumber.ean13(fromISBN10: Array(short.utf8.dropLast())) == nil)
    }
}
