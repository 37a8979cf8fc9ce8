// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import LinearReading
import Testing

/// Drawn by zint.
@Suite("A linear code of a symbology that no reader here reads")
struct ForeignCodeTests {
    private func modules(_ text: String, _ symbology: PrintedSymbology) throws -> [Bool] {
        let grid = try BarcodeEncoder.encode(text, as: symbology).modules
        return (0..<grid.columns).map { grid.isDark($0, 0) }
    }

    private func find(_ modules: [Bool], pixels: Int = 4) -> ForeignCode? {
        ForeignCode.find(in: likelyBars(of: modules, pixels: pixels, height: 160))
    }

    @Test(
        "it is told which, and how many digits it has",
        arguments: [
            ("1234567", PrintedSymbology.msiPlessey, "MSI Plessey", 8), ("90210", .msiPlessey, "MSI Plessey", 6),
            ("1234567", .industrial2of5, "Industrial 2 of 5", 7), ("4711", .industrial2of5, "Industrial 2 of 5", 4),
            ("1234567", .iata2of5, "IATA 2 of 5", 7), ("9876543", .matrix2of5, "Matrix 2 of 5", 7),
            ("123-45", .code11, "Code 11", 7),
        ])
    func told(text: String, symbology: PrintedSymbology, name: String, digits: Int) throws {
        #expect(find(try modules(text, symbology)) == ForeignCode(symbology: name, digits: digits))
        // As when the label lies the other way round.
        #expect(find(try modules(text, symbology).reversed()) == ForeignCode(symbology: name, digits: digits))
    }

    @Test("of a Pharmacode, the bars are counted", arguments: [("12345", 13), ("98765", 16), ("100", 6), ("654", 9)])
    func pharmacode(text: String, bars: Int) throws {
        let drawn = try modules(text, .pharmacode)
        #expect(find(drawn) == ForeignCode(symbology: "Pharmacode", digits: bars))
        #expect(find(drawn.reversed()) == ForeignCode(symbology: "Pharmacode", digits: bars))
        // A space that is wider than the others.
        let space = try #require(drawn.indices.dropFirst(4).first { !drawn[$0] })
        #expect(find(Array(drawn[..<space]) + [false, false] + Array(drawn[space...])) == nil)
    }

    @Test("a cut one, a short one, one with a bar more, and the symbologies that readers know are none")
    func none() throws {
        let msi = try modules("1234567", .msiPlessey)
        #expect(find(Array(msi.dropLast(4))) == nil)
        #expect(find(msi + [false, true]) == nil)
        #expect(find(try modules("12", .msiPlessey)) == nil)
        #expect(find(Array(repeating: [true, false], count: 20).flatMap(\.self)) == nil)
        for (text, symbology) in [
            ("HELLO1", Symbology.code128), ("12345678", .itf), ("A123456B", .codabar), ("HELLO", .code93),
            ("HELLO", .code39), ("4006381333931", .ean13), ("96385074", .ean8), ("012345678905", .upcA),
        ] {
            let grid = try BarcodeEncoder.encode(text, as: symbology).modules
            #expect(find((0..<grid.columns).map { grid.isDark($0, 0) }) == nil, "\(symbology)")
        }
    }
}

/// Drawn by zint.
@Suite("A Code 128 without start, check and stop character")
struct UnframedCode128Tests {
    private func find(_ modules: [Bool]) -> Int? {
        UnframedCode128.find(in: likelyBars(of: modules, pixels: 4, height: 160))
    }

    /// As a font draws a text: each character has eleven modules.
    private func unframed(_ text: String) throws -> [Bool] {
        let whole = try modules(text, .code128)
        // Start before; check and stop (13 modules) after.
        return Array(whole[11..<whole.count - 24])
    }

    @Test("its characters are counted", arguments: ["HELLO", "AB-Candela", "Part 4711 B"])
    func counted(text: String) throws {
        #expect(find(try unframed(text)) == text.count)
    }

    @Test("a whole one, one with a bar more, a short one, and other symbologies are none")
    func none() throws {
        #expect(find(try modules("HELLO", .code128)) == nil)
        #expect(find(try modules("123456789012", .code128)) == nil)
        #expect(find(try unframed("HELLO") + [true, false, true, true, true, true]) == nil)
        #expect(find(try unframed("ABC")) == nil)
        for (text, symbology) in [
            ("HELLO", Symbology.code39), ("12345678", .itf), ("A123456B", .codabar), ("HELLO", .code93),
            ("4006381333931", .ean13),
        ] {
            #expect(find(try modules(text, symbology)) == nil, "\(symbology)")
        }
    }
}
