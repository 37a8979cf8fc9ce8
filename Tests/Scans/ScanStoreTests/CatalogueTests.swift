// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Scanning
import ScanStore
import Testing

@Suite("Catalogues")
struct CatalogueTests {
    let scratch = Scratch()

    private func make(
        _ text: String, _ file: String = "table.csv", name: String = "shop",
        _ change: (inout CatalogueImport) -> Void = { _ in }
    ) throws -> CatalogueImport.Report {
        var plan = CatalogueImport()
        change(&plan)
        return try plan.run(try scratch.write(file, text), name: name, shelf: scratch.shelf)
    }

    private func lookUp(_ code: String, _ name: String = "shop") throws -> [[String]] {
        try scratch.shelf.open(name).rows(keys: CanonicalCode.keys(of: code)).map { $0.map(\.value) }
    }

    @Test("a table's rows are found by every form of their code")
    func forms() throws {
        let report = try make(
            "ean,title\n012000003455,Soda\n0-306-40615-2,Book\n4006381333931,Pencil\nshelf 7,Shelf\n96385074,Small\n")
        #expect(report.faulty == 0 && report.facts.rows == 5 && !report.isReplacement)
        #expect(report.facts.columns == ["ean", "title"] && report.facts.codeColumn == "ean")
        for (code, title) in [
            ("01234505", "Soda"), ("0012000003455", "Soda"), ("00012000003455", "Soda"), ("9780306406157", "Book"),
            ("0306406152", "Book"), ("04006381333931", "Pencil"), (" shelf 7 ", "Shelf"), ("00000096385074", "Small"),
        ] { #expect(try lookUp(code).map { $0[1] } == [title], "\(code)") }
        #expect(try lookUp("4006381333932").isEmpty && lookUp("shelf").isEmpty && lookUp("").isEmpty)
        let catalogue = try scratch.shelf.open("shop")
        let read = Barcode(symbology: .upcE, bytes: Array("01234505".utf8), reader: "test")
        #expect(try catalogue.answer(for: read).fields?.last == .init(column: "title", value: "Soda"))
        let unknown = Barcode(symbology: .qr, bytes: [0xff], reader: "test")
        #expect(try catalogue.answer(for: unknown) == CatalogueAnswer(catalogue: "shop", fields: nil))
    }

    @Test("eight digits that may be EAN-8 or UPC-E are found as either")
    func eightDigits() throws {
        let digits = try #require(
            (1..<10_000_000).lazy.map { number -> String in
                let body = String(number)
                let padded = Array((String(repeating: "0", count: 7 - body.count) + body).utf8)
                return String(decoding: padded + [CheckDigit.modulo10(padded)!], as: UTF8.self)
            }.first { CanonicalCode.keys(of: $0).count == 2 })
        _ = try make("code,what\n\(digits),both\n")
        let catalogue = try scratch.shelf.open("shop")
        for symbology in [Symbology.ean8, .upcE] {
            let read = Barcode(symbology: symbology, bytes: Array(digits.utf8), reader: "test")
            #expect(try catalogue.answer(for: read).fields?.last?.value == "both")
        }
    }

    @Test("columns are chosen by name or number, and the code's is always there")
    func columns() throws {
        let table = "Name;Preis;Artikel\nStift;1,20;4006381333931\n"
        let report = try make(table) {
            $0.code = "artikel"
            $0.columns = ["Preis", "1"]
        }
        #expect(report.facts.columns == ["Artikel", "Preis", "Name"])
        #expect(try lookUp("4006381333931") == [["4006381333931", "1,20", "Stift"]])
        for wrong in ["Nummer", "4", "0", ""] {
            let failure = #expect(throws: HistoryError.self) { try make(table) { $0.code = wrong } }
            #expect(failure?.description.hasSuffix("the columns are: Name, Preis, Artikel") == true)
        }
        let failure = #expect(throws: HistoryError.self) { try make(table) }
        #expect(failure?.description.contains("name it with --code") == true)
    }

    @Test("without a header columns have numbers")
    func noHeader() throws {
        let report = try make("4006381333931,Pencil\n") { $0.hasHeader = false }
        #expect(report.facts.columns == ["1", "2"] && report.facts.rows == 1)
        #expect(try lookUp("4006381333931") == [["4006381333931", "Pencil"]])
    }

    @Test("faulty rows are counted, the first is named, and the others are there")
    func faults() throws {
        let report = try make("code,a\n1,x\n,nothing\n2,y,z\n\"3\"q,x\n4\n5,x,\n")
        #expect(report.faulty == 3)
        #expect(report.firstFault?.line == 3 && report.firstFault?.reason == "it has no code")
        #expect(report.facts.rows == 3)
        #expect(try lookUp("4") == [["4", ""]] && lookUp("5") == [["5", "x"]])
    }

    @Test("a code that comes twice gives its first row, and is counted")
    func duplicates() throws {
        let report = try make("code,a\n012000003455,first\n01234505,second\n7,x\n")
        #expect(report.facts.duplicates == 1)
        #expect(try lookUp("012000003455").map { $0[1] } == ["first", "second"])
    }

    @Test("JSON Lines: the first object has the columns")
    func json() throws {
        let report = try make(
            "{\"gtin\": 4006381333931, \"title\": \"Pencil\"}\n\n{\"title\":\"x\"}\n[1]\n{\"gtin\":\"7\",\"colour\":\"red\"}\r\n",
            "table.jsonl")
        #expect(report.facts.columns == ["gtin", "title"] && report.facts.rows == 2)
        #expect(report.faulty == 2 && report.firstFault?.line == 3)
        #expect(report.unknownNames == ["colour"])
        #expect(try lookUp("4006381333931") == [["4006381333931", "Pencil"]] && lookUp("7") == [["7", ""]])
    }

    @Test("an import that fails or is interrupted leaves the old catalogue unchanged, and no other files")
    func atomic() throws {
        _ = try make("code,a\n1,old\n")
        let big = "code,a\n" + (0..<200_000).map { "\($0),new\n" }.joined()
        let file = try scratch.write("big.csv", big)
        #expect(throws: HistoryError.self) {
            try CatalogueImport().run(file, name: "shop", shelf: scratch.shelf) { done, _ in done < 300_000 }
        }
        #expect(throws: HistoryError.self) { try make("code,a\n,\n") }
        #expect(throws: HistoryError.self) { try make("") }
        #expect(throws: HistoryError.self) { try make("\"code") }
        #expect(try lookUp("1") == [["1", "old"]])
        #expect(scratch.names("catalogues") == ["import.lock", "shop.sqlite"])
        #expect(scratch.mode("catalogues/shop.sqlite") == 0o600)
    }

    @Test("an import removes what a killed one left")
    func leftover() throws {
        _ = try make("code,a\n1,old\n")
        try scratch.write("catalogues/.4711.import", "half")
        _ = try make("code,a\n1,new\n")
        #expect(scratch.names("catalogues") == ["import.lock", "shop.sqlite"])
    }

    @Test("an open catalogue uses the new file after another import")
    func replaced() throws {
        _ = try make("code,a\nx,old\n")
        let catalogue = try scratch.shelf.open("shop")
        let code = Barcode(symbology: .qr, bytes: Array("x".utf8), reader: "test")
        #expect(try catalogue.answer(for: code).fields?.last?.value == "old")
        #expect(try make("code,b\nx,new\n").isReplacement)
        #expect(
            try catalogue.answer(for: code).fields == [
                .init(column: "code", value: "x"), .init(column: "b", value: "new"),
            ])
    }

    @Test("a file of unknown format, a folder, and UTF-16 are refused")
    func refused() throws {
        #expect(throws: HistoryError.self) { try make("code\n1\n", "table.dat") }
        #expect(try make("code\n1\n", "table.dat") { $0.format = .csv }.facts.rows == 1)
        try FileManager.default.createDirectory(atPath: scratch.path + "/x.csv", withIntermediateDirectories: true)
        #expect(throws: HistoryError.self) {
            try CatalogueImport().run(scratch.path + "/x.csv", name: "a", shelf: scratch.shelf)
        }
        let wide = try scratch.write("wide.csv", [0xff, 0xfe, 0x31, 0x00, 0x0a, 0x00])
        let failure = #expect(throws: HistoryError.self) {
            try CatalogueImport().run(wide, name: "a", shelf: scratch.shelf)
        }
        #expect(failure?.description.hasSuffix("it is UTF-16; save it as UTF-8") == true)
    }

    @Test(
        "names are no paths", arguments: ["", "../x", "a/b", ".x", "-x", "a\u{1b}", String(repeating: "a", count: 65)])
    func names(_ name: String) {
        #expect(throws: HistoryError.self) { try make("code\n1\n", name: name) }
        #expect(throws: HistoryError.self) { try scratch.shelf.open(name) }
        #expect(throws: HistoryError.self) { try scratch.shelf.delete(name) }
    }

    @Test("a deleted catalogue, and a file that is not one, are reported")
    func gone() throws {
        _ = try make("code\n1\n")
        #expect(try scratch.shelf.names() == ["shop"])
        #expect(try scratch.shelf.delete("shop") && !scratch.shelf.delete("shop"))
        let failure = #expect(throws: HistoryError.self) { try scratch.shelf.open("shop") }
        #expect(failure?.description.contains("there is no /") == true)
        try scratch.write("catalogues/junk.sqlite", "junk that is no database, and longer than any header would be")
        #expect(throws: HistoryError.self) { try scratch.shelf.open("junk") }
    }
}
