// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("The form of a code's content")
struct CodeFormTests {
    private func form(_ text: String, _ symbology: Symbology) -> CodeForm? {
        CodeForm(of: Barcode(symbology: symbology, bytes: Array(text.utf8), reader: "test"))
    }

    @Test(
        "forms are recognised by their rules",
        arguments: [
            ("0CSSBD", Symbology.code39, CodeForm.Name.code32, "A012345676"),
            ("-03752864", .code39, .pzn, "PZN-03752864"), ("-1234562", .code39, .pzn, "PZN-1234562"),
            ("+A99912345/$$52001510X33", .code128, .hibc, nil), ("+A123BJC5D6E71G", .code39, .hibc, nil),
            ("=A99991234567800", .code128, .isbt128, nil), ("=%5100", .code128, .isbt128, nil),
            ("&>0260202359", .code128, .isbt128, nil), ("=<E0791V00", .dataMatrix, .isbt128, nil),
            ("https://id.gs1.org/01/09506000134352", .qr, .gs1DigitalLink, nil),
            ("HTTPS://example.com/shop/01/9506000134352/10/ABC?17=261231", .qr, .gs1DigitalLink, nil),
            ("http://example.org/00/106141412345678908", .dataMatrix, .gs1DigitalLink, nil),
            ("12+A+B", .code39, .fullASCII, "12ab"), ("A+A+B-1234", .code39, .fullASCII, "Aab-1234"),
            ("+HTTP/Z/O/OA.B+C%J+D%T%V%W%K%A$I", .code39Mod43, .fullASCII, "hTTP://A.Bc?d\u{7f}@`[\u{1b}\t"),
        ] as [(String, Symbology, CodeForm.Name, String?)])
    func recognised(_ text: String, _ symbology: Symbology, _ name: CodeForm.Name, _ printed: String?) throws {
        let found = try #require(form(text, symbology))
        #expect(found.name == name)
        #expect(found.printed == printed)
    }

    @Test(
        "what only looks like one is none: a wrong check digit, another symbology, another length",
        arguments: [
            ("0CSSBF", Symbology.code39), ("0CSSBD", .code128), ("0CSSBA", .code39), ("ZZZZZZ", .code39),
            ("-03752865", .code39), ("-0375286", .code39), ("03752864", .code39), ("-03752864", .code128),
            ("+A123BJC5D6E71H", .code39), ("+A", .code39), ("A123BJC5D6E71G", .code39),
            ("=A9999123456780", .code128), ("=O99991234567800", .code128), ("=%51000", .code128), ("=", .code128),
            ("https://id.gs1.org/01/09506000134353", .qr), ("https://id.gs1.org/", .qr),
            ("id.gs1.org/01/09506000134352", .qr), ("https://example.com/?01/09506000134352", .qr),
            ("A+", .code39), ("R+S", .code39), ("10+PCS", .code39), ("A/B", .code39), ("A+1", .code39), ("+A/P", .code39), ("+A/ B", .code39), ("+A+B", .code128),
            ("https:///01/09506000134352", .qr), ("https://id.gs1.org/01/09506000134352", .code128), ("", .qr),
        ] as [(String, Symbology)])
    func notRecognised(_ text: String, _ symbology: Symbology) {
        #expect(form(text, symbology) == nil, "\(text)")
    }
}
