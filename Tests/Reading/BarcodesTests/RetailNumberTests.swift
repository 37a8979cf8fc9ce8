// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("Numbers of EAN and UPC")
struct RetailNumberTests {
    // GS1 General Specifications, the table of zero suppression: one example for each rule.
    static let pairs = [
        ("01234505", "012000003455"), ("04252614", "042100005264"), ("01234531", "012300000451"),
        ("01234543", "012340000053"), ("01234558", "012345000058"), ("01234596", "012345000096"),
    ]

    @Test("a UPC-E stands for one UPC-A, and back", arguments: pairs)
    func suppression(_ short: String, _ long: String) {
        let expanded = RetailNumber.upcA(fromUPCE: Array(short.utf8))
        #expect(expanded == Array(long.utf8))
        #expect(RetailNumber.upcE(fromUPCA: Array(long.utf8)) == Array(short.utf8))
        #expect(CheckDigit.isValidModulo10(Array(long.utf8)))
    }

    @Test("a UPC-A without zeros to suppress has no short form")
    func noShortForm() {
        #expect(RetailNumber.upcE(fromUPCA: Array("036000291452".utf8)) == nil)
        #expect(RetailNumber.upcE(fromUPCA: Array("712345000058".utf8)) == nil)
    }

    @Test("a number that is not a UPC-E has no UPC-A", arguments: ["", "1234567", "21234505", "0123A505", "012345050"])
    func notUPCE(_ text: String) {
        #expect(RetailNumber.upcA(fromUPCE: Array(text.utf8)) == nil)
    }

    @Test("978 and 979 are books, 979-0 is music")
    func books() {
        #expect(RetailNumber.isISBN(Array("9780306406157".utf8)))
        #expect(RetailNumber.isISBN(Array("9791034304820".utf8)))
        #expect(!RetailNumber.isISBN(Array("9790060115615".utf8)))
        #expect(!RetailNumber.isISBN(Array("4006381333931".utf8)))
    }
}
