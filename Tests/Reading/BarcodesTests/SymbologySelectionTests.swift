// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("Sets of symbologies by name")
struct SymbologySelectionTests {
    @Test("every symbology has its documented word")
    func words() {
        let documented = """
            ean-13 ean-8 upc-a upc-e ean-2 ean-5 isbn code-39 code-39-mod-43 code-93 code-128 codabar itf databar \
            databar-expanded qr micro-qr aztec pdf417 data-matrix maxicode
            """
        #expect(Symbology.allCases.map(\.rawValue) == documented.split(separator: " ").map(String.init))
    }

    @Test("each word selects its symbology, with or without hyphens, in any case", arguments: Symbology.allCases)
    func names(symbology: Symbology) throws {
        let word = symbology.rawValue
        for spelling in [word, word.uppercased(), word.filter { $0 != "-" }, " " + word.replacing("-", with: "_")] {
            #expect(try SymbologySelection.parse(spelling) == [symbology])
        }
    }

    private static let documentedGroups: [(String, Set<Symbology>)] = [
        ("ean", [.ean13, .ean8]), ("upc", [.upcA, .upcE]), ("retail", [.ean13, .ean8, .upcA, .upcE]),
        ("add-ons", [.ean2, .ean5]), ("matrix", [.qr, .microQR, .aztec, .pdf417, .dataMatrix, .maxiCode]),
        (
            "linear",
            [.ean13, .ean8, .upcA, .upcE, .code39, .code93, .code128, .codabar, .itf, .dataBar, .dataBarExpanded]
        ), ("all", Set(Symbology.allCases)),
    ]

    @Test("groups contain the symbologies that they name", arguments: documentedGroups)
    func groups(word: String, symbologies: Set<Symbology>) throws {
        #expect(try SymbologySelection.parse(word) == symbologies)
    }

    @Test("the standard set omits what would change other reads, and is the union of linear and matrix")
    func standard() throws {
        let left = Set(Symbology.allCases).subtracting(SymbologySelection.standard)
        #expect(left == [.ean2, .ean5, .isbn, .code39Mod43])
        #expect(try SymbologySelection.parse("linear,matrix") == SymbologySelection.standard)
        #expect(try SymbologySelection.parse("standard") == SymbologySelection.standard)
    }

    @Test("a list is the union of its words")
    func lists() throws {
        #expect(try SymbologySelection.parse("qr,ean, code128,qr") == [.qr, .ean13, .ean8, .code128])
    }

    @Test(
        "an unknown word is named, with the known ones",
        arguments: [("qrr", "qrr"), ("qr,,ean", "''"), ("", "''"), ("ean,qr code 2", "qr code 2"), ("-", "-")])
    func unknown(list: String, name: String) {
        let error = #expect(throws: SymbologySelection.UnknownName.self) { try SymbologySelection.parse(list) }
        #expect(error?.description.hasPrefix("there is no symbology \(name); choose from ean-13, ean-8, ") == true)
        #expect(
            error?.description.hasSuffix(
                ", maxicode, or the groups addons, all, ean, linear, matrix, retail, standard, upc") == true)
    }
}
