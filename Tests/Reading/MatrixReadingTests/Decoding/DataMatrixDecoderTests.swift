// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import MatrixReading
import SimulatedCamera
import Testing

@Suite("Data Matrix, from modules to text")
struct DataMatrixDecoderTests {
    static func symbol(_ text: String, size: Int? = nil, gs1: Bool = false, eci: Int? = nil) throws -> ModuleGrid {
        try ModuleGrid.drawn(text, .dataMatrix, size: size, gs1: gs1, eci: eci)
    }

    static func text(_ grid: ModuleGrid) -> String? {
        DataMatrixDecoder.decode(grid).map { String(decoding: $0.content.bytes, as: UTF8.self) }
    }

    @Test("every size made by libzint decodes, and its borders are as predicted", arguments: 1...48)
    func everySize(size: Int) throws {
        let grid = try Self.symbol("Ab1", size: size)
        let shape = try #require(DataMatrixSize.of(rows: grid.rows, columns: grid.columns))
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                if let dark = shape.border(column, row) { #expect(grid[column, row] == dark) }
            }
        }
        let decoded = try #require(DataMatrixDecoder.decode(grid))
        #expect(decoded.content.bytes == Array("Ab1".utf8))
        #expect(decoded.corrected == 0)
    }

    @Test("wrong modules up to the number of correctable words are corrected at every size", arguments: 1...48)
    func errors(size: Int) throws {
        let grid = try Self.symbol("Zq7", size: size)
        let shape = try #require(DataMatrixSize.of(rows: grid.rows, columns: grid.columns))
        let limit = try #require(DataMatrixDecoder.decode(grid)).correctable
        var random = SplitMix64(seed: UInt64(size))
        // In symbols of several blocks, all errors could fall into one: limit them to what one block can correct.
        let most = grid.rows >= 52 ? limit / 10 : limit
        for _ in 0..<6 {
            let spoilt = grid.spoilt(most, &random) { shape.border($0, $1) == nil }
            let decoded = try #require(DataMatrixDecoder.decode(spoilt))
            #expect(decoded.content.bytes == Array("Zq7".utf8))
            #expect(decoded.corrected > 0 && decoded.corrected <= most)
        }
    }

    @Test("noise is rejected: none of thousands of random grids and half-destroyed symbols decodes")
    func noise() throws {
        var random = SplitMix64(seed: 5)
        let sizes = DataMatrixSize.all.filter { $0.rows >= 14 && $0.rows * $0.columns < 1400 }
        for trial in 0..<6000 {
            let size = sizes[trial % sizes.count]
            let grid = ModuleGrid(columns: size.columns, rows: size.rows) { _, _ in Bool.random(using: &random) }
            #expect(DataMatrixDecoder.decode(grid) == nil)
        }
        let whole = try Self.symbol("candela 0123456789 candela", size: 8)
        for _ in 0..<2000 {
            let grid = whole.spoilt(120, &random)
            #expect(DataMatrixDecoder.decode(grid) == nil)
        }
    }

    @Test(
        "every encodation is read",
        arguments: [
            "0123456789012345678901234567890123456789", "THE QUICK BROWN FOX JUMPS OVER 13 LAZY DOGS",
            "the quick brown fox jumps over 13 lazy dogs", "ABC>DEF*123>ABC>DEF*456\rXYZ",
            "A.B:C;D<E=F>G?H(I)J+K-L/M.N", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "a{b|c}d~e`f",
            "[)>\u{1e}05\u{1d}11222222\u{1e}\u{4}", "[)>\u{1e}06\u{1d}25PLEIB\u{1d}S123\u{1e}\u{4}", "\u{1}\u{2}\u{1f}",
        ])
    func encodations(text: String) throws {
        for size in [nil, 20, 24, 30] where size != nil || !text.isEmpty {
            #expect(Self.text(try Self.symbol(text, size: size)) == text)
        }
    }

    @Test("binary data of lengths around the limits of the length encoding")
    func binary() throws {
        for count in [1, 2, 249, 250, 251, 499, 500, 1000, 1555] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 128) | 0x80 }
            let symbol = try BarcodeEncoder.encode(bytes: bytes, as: .dataMatrix, EncodingOptions())
            #expect(DataMatrixDecoder.decode(symbol.modules)?.content.bytes == bytes, "\(count)")
        }
    }

    @Test("thousands of random texts decode unchanged")
    func randomTexts() throws {
        var random = SplitMix64(seed: 11)
        let alphabets = [
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ", "abcdefghijklmnopqrstuvwxyz0123456789 ", "0123456789",
            "AB>*\r 0189", "ABC.:;<=>?@[]^(!1", "aB\u{e9}1 \u{20ac}Ж~",
        ].map(Array.init)
        for trial in 0..<1500 {
            let length = Int.random(in: 1...60, using: &random)
            var text = ""
            for index in 0..<length {
                // Runs of one alphabet, to force mode changes.
                let alphabet = alphabets[(trial + index / 7 * (trial % 3)) % alphabets.count]
                text.append(alphabet.randomElement(using: &random)!)
            }
            #expect(Self.text(try Self.symbol(text)) == text, "\(text.debugDescription)")
        }
    }

    @Test("GS1: the first FNC1 is recognised, and those between elements are separators")
    func gs1() throws {
        let grid = try Self.symbol("(01)09501101530003(10)ABC123(21)7", gs1: true)
        let decoded = try #require(DataMatrixDecoder.decode(grid))
        #expect(decoded.content.isGS1)
        #expect(decoded.content.bytes == Array("010950110153000310ABC123\u{1d}217".utf8))
        #expect(try DataMatrixDecoder.decode(Self.symbol("010950"))?.content.isGS1 == false)
    }

    @Test(
        "declared character sets are decoded",
        arguments: [(3, "Historisch é"), (7, "Жук 5"), (22, "Жук 5"), (26, "€ Ж 漢")])
    func characterSets(eci: Int, text: String) throws {
        let content = try #require(DataMatrixDecoder.decode(Self.symbol(text, eci: eci))).content
        #expect((content.decodedText ?? String(decoding: content.bytes, as: UTF8.self)) == text)
    }

    @Test(
        "bytes without a character set are UTF-8 if valid, otherwise Latin-1; data with control characters is not text")
    func undeclared() throws {
        func content(_ bytes: [UInt8]) throws -> MatrixContent {
            let symbol = try BarcodeEncoder.encode(bytes: bytes, as: .dataMatrix, EncodingOptions())
            return try #require(DataMatrixDecoder.decode(symbol.modules)).content
        }
        #expect(try content(Array("é".utf8)).decodedText == nil)
        #expect(try content([0x48, 0xe9]).decodedText == "Hé")
        #expect(try content([0x01, 0xe9, 0x85]).decodedText == nil)
    }

    @Test("a grid of a size that does not exist is rejected")
    func sizes() {
        #expect(DataMatrixDecoder.decode(ModuleGrid(columns: 11, rows: 11) { _, _ in true }) == nil)
        #expect(DataMatrixDecoder.decode(ModuleGrid(columns: 0, rows: 0) { _, _ in true }) == nil)
    }
}
