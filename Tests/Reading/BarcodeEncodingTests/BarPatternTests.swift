// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Testing

/// Compares bars and spaces with the rules of the symbologies, not with libzint's output.
@Suite("Bars of printed-only codes")
struct BarPatternTests {
    /// The widths of bars and spaces, beginning with a bar.
    private func widths(_ text: String, _ symbology: PrintedSymbology) throws -> [Int] {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        #expect(symbol.modules.rows == 1)
        return symbol.modules.runs(row: 0)
    }

    private func widths(_ digits: String) -> [Int] { digits.map { $0.wholeNumberValue! } }

    @Test("Code 11 is Intermec's table", arguments: [("123-45", "5"), ("0", "0"), ("12345678901", "4-")])
    func code11(text: String, check: String) throws {
        let table: [Character: String] = [
            "0": "101011", "1": "1101011", "2": "1001011", "3": "1100101", "4": "1011011", "5": "1101101",
            "6": "1001101",
            "7": "1010011", "8": "1101001", "9": "110101", "-": "101101",
        ]
        let guardBars = "1011001"
        let expected = ([guardBars] + (text + check).map { table[$0]! } + [guardBars]).joined(separator: "0")
        let modules = try BarcodeEncoder.encode(text, as: .code11).modules
        #expect(String((0..<modules.columns).map { modules.isDark($0, 0) ? Character("1") : "0" }) == expected)
    }

    @Test("MSI is four bits a digit, 100 or 110, between 110 and 1001")
    func msi() throws {
        let bits = "12345674".map { character -> String in
            let digit = character.wholeNumberValue!
            return [8, 4, 2, 1].map { digit & $0 != 0 ? "110" : "100" }.joined()
        }.joined()
        let modules = try BarcodeEncoder.encode("1234567", as: .msiPlessey).modules
        #expect(
            String((0..<modules.columns).map { modules.isDark($0, 0) ? Character("1") : "0" })
                == "110" + bits + "1001")
    }

    @Test("UK Plessey is four bits a digit, the lowest first, and eight of the remainder modulo x⁸+x⁷+x⁶+x⁵+x³+1")
    func plessey() throws {
        let text = "01C3F"
        var bits = text.flatMap { character in (0..<4).map { character.hexDigitValue! >> $0 & 1 } }
        var rest = bits + Array(repeating: 0, count: 8)
        for place in bits.indices where rest[place] == 1 {
            for (offset, bit) in [1, 1, 1, 1, 0, 1, 0, 0, 1].enumerated() { rest[place + offset] ^= bit }
        }
        bits = [1, 1, 0, 1] + bits + rest.suffix(8)
        // One is a wide bar and a narrow space, zero the reverse; the end is a wide bar and the reversed start.
        let expected = bits.flatMap { $0 == 1 ? [3, 1] : [1, 3] }
        let made = try widths(text, .plessey)
        #expect(Array(made.prefix(expected.count)) == expected)
        #expect(Array(made.suffix(9)) == [3, 3, 1, 3, 1, 1, 3, 1, 3])
        #expect(made.count == expected.count + 9)
    }

    @Test("Telepen is bytes of even parity, the lowest bit first, from _ to z", arguments: ["1A", "ABC", "Candela"])
    func telepen(text: String) throws {
        var bytes = text.utf8.map { Int($0) }
        bytes.append((127 - bytes.reduce(0, +) % 127) % 127)
        bytes = [Int(UInt8(ascii: "_"))] + bytes + [Int(UInt8(ascii: "z"))]
        var bits = bytes.flatMap { byte in
            (0..<8).map { $0 < 7 ? byte >> $0 & 1 : byte.nonzeroBitCount & 1 }
        }[...]
        // Source: Telepen Barcode Symbology information and history: a 1 is 1 1; 00 is 3 1; 010 is 3 3; 01…10 is 1 3 at
        // both ends, with the ones between.
        var expected: [Int] = []
        while let bit = bits.popFirst() {
            if bit == 1 {
                expected += [1, 1]
            } else if bits.first == 0 {
                bits.removeFirst()
                expected += [3, 1]
            } else {
                let ones = bits.prefix { $0 == 1 }.count
                bits = bits.dropFirst(ones + 1)
                if ones == 1 {
                    expected += [3, 3]
                } else {
                    expected += [1, 3] + Array(repeating: 1, count: 2 * (ones - 2)) + [1, 3]
                }
            }
        }
        #expect(try widths(text, .telepen) == expected)
    }

    @Test("the relatives of 2 of 5 weigh their five elements 1, 2, 4, 7 and parity, and differ in starts and spaces")
    func twoOfFive() throws {
        func elements(_ character: Character) -> [Int] {
            let digit = character.wholeNumberValue!
            let weights = [1, 2, 4, 7]
            for first in 0..<5 {
                for second in first + 1..<5 {
                    let sum = weights[first] + (second < 4 ? weights[second] : 0)
                    if sum == (digit == 0 ? 11 : digit) { return (0..<5).map { $0 == first || $0 == second ? 3 : 1 } }
                }
            }
            return []
        }
        let text = "0123456789"
        let bars = text.flatMap { elements($0).flatMap { [$0, 1] } }
        let both = text.flatMap { elements($0) + [1] }
        #expect(try widths(text, .industrial2of5) == widths("313111") + bars + widths("31113"))
        #expect(try widths(text, .iata2of5) == widths("1111") + bars + widths("311"))
        #expect(try widths(text, .dataLogic2of5) == widths("1111") + both + widths("311"))
        #expect(try widths(text, .matrix2of5) == widths("411111") + both + widths("41111"))
    }

    @Test("a Pharmacode's bars add up to its number", arguments: [3, 4, 5, 1234, 131_070])
    func pharmacode(number: Int) throws {
        // Laetus: from the right, a narrow bar is 2ⁿ and a wide one twice that.
        let made = try widths("\(number)", .pharmacode)
        let bars = stride(from: 0, to: made.count, by: 2).map { made[$0] }
        #expect(stride(from: 1, to: made.count, by: 2).allSatisfy { made[$0] == 2 })
        #expect(bars.reversed().enumerated().reduce(0) { $0 + ($1.element == 3 ? 2 : 1) << $1.offset } == number)
    }

    @Test("a two-track Pharmacode's bars add up to its number", arguments: [4, 5, 1234, 29_876_543, 64_570_080])
    func twoTracks(number: Int) throws {
        // Laetus: from the right, 3ⁿ for a bar below, twice that above, three times for a full one.
        let modules = try BarcodeEncoder.encode("\(number)", as: .pharmacodeTwoTrack).modules
        #expect(modules.rows == 2)
        let value = stride(from: 0, to: modules.columns, by: 2).reduce(0) { value, column in
            value * 3 + (modules.isDark(column, 0) ? 2 : 0) + (modules.isDark(column, 1) ? 1 : 0)
        }
        #expect(value == number)
    }

    @Test("Channel Code is figure 1 of ANSI/AIM BC12, and the first and last of three channels in its figure F1")
    func channel() throws {
        for (text, expected) in [
            ("1234", "101010101001010010011110011"), ("00", "1010101010110100011"),
        ] {
            let modules = try BarcodeEncoder.encode(text, as: .channelCode).modules
            #expect(String((0..<modules.columns).map { modules.isDark($0, 0) ? Character("1") : "0" }) == expected)
        }
        // Nine elements of the finder, then spaces and bars of the channels; both add up to the same number of modules.
        for (text, channels) in [
            ("26", 3), ("27", 4), ("292", 4), ("3493", 5), ("44072", 6), ("576688", 7), ("7742862", 8),
        ] {
            let made = try widths(text, .channelCode)
            #expect(Array(made.prefix(9)) == Array(repeating: 1, count: 9))
            #expect(made.count == 9 + 2 * channels)
            #expect(made.reduce(0, +) == 9 + 4 * channels - 2)
        }
    }

    @Test("ITF-14 has bearer bars of twice its X dimension above and below")
    func bearer() throws {
        let symbol = try BarcodeEncoder.encode("09501101530003", as: .itf14)
        #expect(symbol.modules.rows == 3)
        #expect(symbol.rowHeights.first == 2 && symbol.rowHeights.last == 2)
        for row in [0, 2] { #expect((0..<symbol.modules.columns).allSatisfy { symbol.modules.isDark($0, row) }) }
        var options = EncodingOptions()
        options.barHeight = 40
        #expect(try BarcodeEncoder.encode("09501101530003", as: .itf14, options).rowHeights == [2, 40, 2])
        // Seven pairs of 18 modules, 4 before and 5 after.
        #expect(symbol.modules.columns == 7 * 18 + 9)
    }

    @Test("a truncated DataBar is the same code, 13 X high")
    func truncated() throws {
        let whole = try BarcodeEncoder.encode("09501101530003", as: .dataBar)
        let low = try BarcodeEncoder.encode("09501101530003", as: .dataBarTruncated)
        #expect(low.modules == whole.modules)
        #expect(low.height == 13 && whole.height == 33)
    }
}

@Suite("Printed-only matrix codes")
struct MatrixPatternTests {
    private func grid(_ text: String, _ symbology: PrintedSymbology, size: Int? = nil) throws -> ModuleGrid {
        var options = EncodingOptions()
        options.size = size
        return try BarcodeEncoder.encode(text, as: symbology, options).modules
    }

    @Test("rMQR has its finder, the corner finders, and the size that its number means")
    func rMQR() throws {
        // ISO/IEC 23941, table 1: R7x43 is the first, R17x139 the last.
        for (size, rows, columns) in [(1, 7, 43), (11, 11, 27), (32, 17, 139)] {
            let modules = try grid("123", .rMQR, size: size)
            #expect(modules.rows == rows && modules.columns == columns)
            for y in 0..<7 {
                for x in 0..<7 { #expect(modules.isDark(x, y) == (max(abs(x - 3), abs(y - 3)) != 2)) }
            }
            // The finder sub pattern: a ring of five around a dark module.
            for y in 0..<5 {
                for x in 0..<5 {
                    #expect(modules.isDark(columns - 5 + x, rows - 5 + y) == (max(abs(x - 2), abs(y - 2)) != 1))
                }
            }
        }
    }

    @Test("MicroPDF417 is as wide as its columns, and compact PDF417 narrower than PDF417 by its right end")
    func stacked() throws {
        // ISO/IEC 24728, 5.3: 38, 55, 82 and 99 modules.
        for (columns, width) in [(1, 38), (2, 55), (3, 82), (4, 99)] {
            #expect(try grid("CANDELA", .microPDF417, size: columns).columns == width)
        }
        var options = EncodingOptions()
        options.size = 3
        let whole = try BarcodeEncoder.encode("CANDELA", as: .pdf417, options).modules
        let compact = try BarcodeEncoder.encode("CANDELA", as: .compactPDF417, options).modules
        // ISO/IEC 15438, annex G: no right row indicator (17 modules), and a stop of 1 instead of 18.
        #expect(whole.columns - compact.columns == 34)
        for row in 0..<compact.rows {
            for column in 0..<compact.columns - 1 { #expect(compact.isDark(column, row) == whole.isDark(column, row)) }
            #expect(compact.isDark(compact.columns - 1, row))
        }
    }

    @Test("Grid Matrix is macro modules of six by six, framed dark and light by turns, the middle one dark")
    func gridMatrix() throws {
        for size in [1, 2, 13] {
            let modules = try grid("1", .gridMatrix, size: size)
            #expect(modules.columns == 6 + 12 * size && modules.rows == modules.columns)
            let middle = size
            for macroY in 0...2 * size {
                for macroX in 0...2 * size {
                    let isDark = (macroX + macroY) % 2 == (2 * middle) % 2
                    for step in 0..<6 {
                        for (x, y) in [(step, 0), (step, 5), (0, step), (5, step)] {
                            #expect(modules.isDark(6 * macroX + x, 6 * macroY + y) == isDark)
                        }
                    }
                }
            }
        }
    }

    @Test("Han Xin is 21 + 2v modules wide, with four finders, of which the one below left is turned to the middle")
    func hanXin() throws {
        for size in [1, 5, 84] {
            let modules = try grid("1", .hanXin, size: size)
            #expect(modules.columns == 21 + 2 * size && modules.rows == modules.columns)
            let last = modules.columns - 1
            // ISO/IEC 20830, 4.2.3: seven by seven, with two dark sides.
            for step in 0..<7 {
                #expect(modules.isDark(step, 0) && modules.isDark(0, step))
                #expect(modules.isDark(last - step, 0) && modules.isDark(last, step))
                #expect(modules.isDark(last - step, last) && modules.isDark(last, last - step))
                #expect(modules.isDark(step, last - 6) && modules.isDark(6, last - step))
            }
        }
    }

    @Test("Code One has the sizes of its versions A to H")
    func codeOne() throws {
        // USS Code One, table 1.
        let sizes = [(18, 16), (22, 22), (32, 28), (42, 40), (54, 52), (76, 70), (98, 104), (134, 148)]
        for (index, size) in sizes.enumerated() {
            let modules = try grid("1", .codeOne, size: index + 1)
            #expect((modules.columns, modules.rows) == size)
        }
    }

    @Test("a rune is Aztec's bull's eye with its marks of orientation around it")
    func rune() throws {
        for value in ["0", "25", "255"] {
            let modules = try grid(value, .aztecRune)
            #expect(modules.columns == 11 && modules.rows == 11)
            for y in 1..<10 {
                for x in 1..<10 { #expect(modules.isDark(x, y) == max(abs(x - 5), abs(y - 5)).isMultiple(of: 2)) }
            }
            // Three dark modules above left, two above right, one below right, none below left.
            for (x, y, isDark) in [
                (0, 0, true), (1, 0, true), (0, 1, true), (10, 0, true), (10, 1, true), (9, 0, false), (10, 9, true),
                (10, 10, false), (9, 10, false), (0, 10, false), (1, 10, false), (0, 9, false),
            ] {
                #expect(modules.isDark(x, y) == isDark, "\(x) \(y)")
            }
        }
    }

    @Test("UPN QR is version 15, whatever it holds")
    func upnQR() throws {
        #expect(try grid("UPNQR\n\n\n\n\nČrtomir Žagar\n", .upnQR).columns == 17 + 4 * 15)
        let error = #expect(throws: EncodingError.self) {
            try BarcodeEncoder.encode("UPNQR\nЖ\n", as: .upnQR)
        }
        #expect(error?.kind == .unsuitableText)
    }
}
