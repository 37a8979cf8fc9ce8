// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import MatrixReading
import SimulatedCamera
import Testing

@Suite("Aztec, from modules to text")
struct AztecDecoderTests {
    static func symbol(_ text: String, size: Int? = nil, gs1: Bool = false, eci: Int? = nil) throws -> ModuleGrid {
        try ModuleGrid.drawn(text, .aztec, size: size, gs1: gs1, eci: eci)
    }

    static func text(_ grid: ModuleGrid) -> String? {
        AztecDecoder.decode(grid).map { String(decoding: $0.content.bytes, as: UTF8.self) }
    }

    @Test("every size made by libzint decodes, and its patterns are as predicted", arguments: 1...36)
    func everySize(size: Int) throws {
        let grid = try Self.symbol("Ab1:x", size: size)
        let center = grid.rows / 2
        let shapes =
            (1...4).map { AztecShape(isCompact: true, layers: $0) }
            + (1...32).map { AztecShape(isCompact: false, layers: $0) }
        #expect(
            shapes.contains { shape in
                shape.side == grid.rows
                    && (0..<grid.rows * grid.rows).allSatisfy { index in
                        let (x, y) = (index % grid.rows, index / grid.rows)
                        return shape.pattern(x - center, y - center).map { $0 == grid[x, y] } ?? true
                    }
            })
        let decoded = try #require(AztecDecoder.decode(grid))
        #expect(decoded.content.bytes == Array("Ab1:x".utf8))
        #expect(decoded.corrected == 0)
    }

    @Test("wrong modules up to the number of correctable words are corrected at every size", arguments: 1...36)
    func errors(size: Int) throws {
        let grid = try Self.symbol("Zq7-", size: size)
        let limit = min(try #require(AztecDecoder.decode(grid)).correctable, 150)
        let center = grid.rows / 2
        // libzint numbers compact sizes among the full ones. The light ring of a full symbol is also a valid message, of
        // zeros.
        let mode = AztecMode.read(isCompact: true) { grid[center + $0, center + $1] }
        var isCompact = false
        if case .symbol(let shape, _, _) = mode { isCompact = shape.side == grid.rows }
        let core = AztecShape.modeRing(isCompact: isCompact)
        var random = SplitMix64(seed: UInt64(size))
        for _ in 0..<4 {
            let spoilt = grid.spoilt(limit, &random) { max(abs($0 - center), abs($1 - center)) > core }
            #expect(Self.text(spoilt) == "Zq7-")
        }
    }

    @Test("noise is rejected: none of thousands of random fillings around a valid core decodes")
    func noise() throws {
        var random = SplitMix64(seed: 5)
        for size in [2, 5, 7, 12] {
            let whole = try Self.symbol("candela", size: size)
            let center = whole.rows / 2
            for _ in 0..<800 {
                let grid = ModuleGrid(columns: whole.columns, rows: whole.rows) { x, y in
                    max(abs(x - center), abs(y - center)) <= 7 ? whole[x, y] : Bool.random(using: &random)
                }
                #expect(AztecDecoder.decode(grid) == nil)
            }
        }
    }

    @Test("thousands of random texts decode unchanged")
    func randomTexts() throws {
        var random = SplitMix64(seed: 12)
        let alphabets = [
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ ", "abcdefghijklmnopqrstuvwxyz ", "0123456789,. ", "!?#(){}[]:;,. \r\n",
            "@\\^_`|~\u{1}\u{1b}\u{7f}", "aB\u{e9}1 \u{20ac}Ж~",
        ].map { Array($0.unicodeScalars) }
        for trial in 0..<1500 {
            let length = Int.random(in: 1...60, using: &random)
            var text = String.UnicodeScalarView()
            for index in 0..<length {
                let alphabet = alphabets[(trial + index / 5 * (trial % 3)) % alphabets.count]
                text.append(alphabet.randomElement(using: &random)!)
            }
            #expect(Self.text(try Self.symbol(String(text))) == String(text), "\(String(text).debugDescription)")
        }
    }

    @Test("GS1 and character sets are recognised")
    func flags() throws {
        let gs1 = try #require(AztecDecoder.decode(Self.symbol("(01)09501101530003(10)ABC123(21)7", gs1: true)))
        #expect(gs1.content.isGS1)
        #expect(gs1.content.bytes == Array("010950110153000310ABC123\u{1d}217".utf8))
        let cyrillic = try #require(AztecDecoder.decode(Self.symbol("Жук 5", eci: 22)))
        #expect(cyrillic.content.decodedText == "Жук 5")
    }

    @Test("the mode message survives two errors, and is rejected with many")
    func mode() throws {
        let grid = try Self.symbol("candela", size: 2)
        let center = grid.rows / 2
        func mode(_ turned: Set<Int>) -> AztecMode? {
            for isCompact in [true, false] {
                let ring = AztecMode.ring(isCompact: isCompact)
                let wrong = turned.map { ring[$0] }
                let mode = AztecMode.read(isCompact: isCompact) { x, y in
                    grid[center + x, center + y] != wrong.contains { $0 == (x, y) }
                }
                if case .symbol(let shape, _, _) = mode, shape.side == grid.rows { return mode }
            }
            return nil
        }
        let right = try #require(mode([]))
        #expect(mode([1, 14]) == right)
        #expect(mode([1, 6, 10, 14, 18, 22]) != right)
    }
}
