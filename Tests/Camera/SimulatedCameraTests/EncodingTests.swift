// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import Testing

@Suite("Barcode encoding")
struct EncodingTests {
    /// EAN-13 from the tables of the GS1 General Specifications (figures 5.2.1.1-1 to -3): the pattern our encoder's
    /// library must come to. Sets A and C; B is C reversed.
    static func ean13(_ digits: [Int]) -> [Int] {
        let setA = [
            [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4],
            [1, 3, 1, 2], [1, 2, 1, 3], [3, 1, 1, 2],
        ]
        let parity = [
            "AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA",
        ]
        var runs = [1, 1, 1]
        for (digit, set) in zip(digits[1...6], parity[digits[0]]) {
            runs += set == "A" ? setA[digit] : setA[digit].reversed()
        }
        runs += [1, 1, 1, 1, 1]
        for digit in digits[7...12] { runs += setA[digit] }
        return runs + [1, 1, 1]
    }

    @Test(
        "an EAN-13 has its guard bars, parity and digits where GS1's tables put them",
        arguments: ["4006381333931", "0012345678905", "9780306406157", "7501031311309"])
    func retailPattern(text: String) throws {
        let symbol = try BarcodeEncoder.encode(text, as: .ean13)
        #expect(symbol.modules.columns == 95)
        #expect(symbol.modules.rows == 1)
        #expect(symbol.modules.isDark(0, 0))
        #expect(symbol.modules.runs(row: 0) == Self.ean13(text.map { Int(String($0))! }))
        #expect(symbol.quietZone == QuietZone(left: 11, right: 7, top: 0, bottom: 0))
    }

    @Test("a check digit left out is added, and one given is verified")
    func checkDigits() throws {
        for (text, symbology, whole) in [
            ("400638133393", Symbology.ean13, "4006381333931"), ("9638507", .ean8, "96385074"),
            ("03600029145", .upcA, "036000291452"), ("123456", .upcE, "01234565"),
            ("0306406152", .isbn, "9780306406157"),
        ] {
            #expect(try BarcodeEncoder.encode(text, as: symbology).content == whole)
        }
        #expect(
            try BarcodeEncoder.encode("96385074", as: .ean8).modules
                == BarcodeEncoder.encode("9638507", as: .ean8).modules)
        let wrong = #expect(throws: EncodingError.self) { try BarcodeEncoder.encode("4006381333932", as: .ean13) }
        #expect(wrong?.kind == .unsuitableText)
        #expect(
            wrong?.description == "cannot encode the text as ean-13: its check digit is 2 and should be 1")
    }

    @Test("an add-on stands to the right of an EAN-13")
    func addOn() throws {
        let plain = try BarcodeEncoder.encode("4006381333931", as: .ean13)
        let symbol = try BarcodeEncoder.encode("4006381333931+12", as: .ean13)
        #expect(symbol.content == "4006381333931+12")
        #expect((0..<95).allSatisfy { symbol.modules.isDark($0, 0) == plain.modules.isDark($0, 0) })
        // The add-on's guard is 1 1 2 (GS1 5.2.2.3), and 20 modules in all for two digits.
        let start = (95..<symbol.modules.columns).first { symbol.modules.isDark($0, 0) }
        #expect(start.map { symbol.modules.columns - $0 } == 20)
    }

    @Test("a QR code is 17 + 4v modules wide and has three finder patterns", arguments: [1, 2, 7, 25, 40])
    func matrixPattern(version: Int) throws {
        var options = EncodingOptions()
        options.size = version
        let modules = try BarcodeEncoder.encode("CANDELA", as: .qr, options).modules
        let side = 17 + 4 * version
        #expect(modules.columns == side && modules.rows == side)
        for (left, top) in [(0, 0), (side - 7, 0), (0, side - 7)] {
            for y in 0..<7 {
                for x in 0..<7 {
                    // A ring, a light ring and a 3 × 3 middle: dark where the distance from the middle is 3, 1 or 0.
                    let distance = max(abs(x - 3), abs(y - 3))
                    #expect(modules.isDark(left + x, top + y) == (distance != 2))
                }
            }
        }
        // The timing patterns alternate, and the lone dark module stands at (8, 4v + 9).
        for index in 8..<side - 8 {
            #expect(modules.isDark(index, 6) == (index % 2 == 0))
            #expect(modules.isDark(6, index) == (index % 2 == 0))
        }
        #expect(modules.isDark(8, 4 * version + 9))
    }

    @Test("a Data Matrix is square, with a solid L and alternating edges opposite")
    func dataMatrix() throws {
        let modules = try BarcodeEncoder.encode("candela data matrix", as: .dataMatrix).modules
        #expect(modules.columns == modules.rows)
        for index in 0..<modules.rows {
            #expect(modules.isDark(0, index))
            #expect(modules.isDark(index, modules.rows - 1))
            #expect(modules.isDark(index, 0) == (index % 2 == 0))
            #expect(modules.isDark(modules.columns - 1, index) == (index % 2 == 1))
        }
    }

    @Test("Code 39 holds the modulo 43 check character when it is asked for")
    func modulo43() throws {
        // ISO/IEC 16388 annex A: A 10 + B 11 + C 12 = 33, which is X.
        #expect(try BarcodeEncoder.encode("ABC", as: .code39Mod43).content == "ABCX")
        #expect(try BarcodeEncoder.encode("ABC", as: .code39).content == "ABC")
    }

    @Test("MaxiCode's bull's eye is dark, light, dark, light, dark from the edge inwards")
    func maxiCode() throws {
        let symbol = try BarcodeEncoder.encode("CANDELA", as: .maxiCode)
        #expect(symbol.layout == .hexagonal)
        let (x, y) = (symbol.width / 2 - 0.5, symbol.height / 2)
        for (radius, isDark) in [(0.0, false), (0.97, true), (1.75, false), (2.54, true), (3.3, false), (4.1, true)] {
            for (dx, dy) in [(radius, 0.0), (-radius, 0), (0, radius), (0, -radius)] {
                #expect(symbol.isDark(x: x + dx, y: y + dy) == isDark)
            }
        }
        let image = symbol.image(modulePixels: 8)
        #expect(image.width == 32 * 8)
    }

    @Test(
        "every symbology makes a symbol whose picture has the modules where they belong", arguments: Symbology.allCases)
    func pictures(symbology: Symbology) throws {
        let symbol = try BarcodeEncoder.encode(Self.sample(symbology), as: symbology)
        #expect(symbol.symbology == symbology)
        for inverted in [false, true] {
            let image = symbol.image(modulePixels: 3, inverted: inverted)
            let zone = symbol.quietZone
            #expect(image.width == (zone.left + zone.right + symbol.modules.columns) * 3)
            guard symbol.layout == .rectangular else { continue }
            var y = zone.top * 3
            for (row, height) in symbol.rowHeights.enumerated() {
                let pixels = max(1, Int((height * 3).rounded()))
                for column in 0..<symbol.modules.columns {
                    let isDark = symbol.modules.isDark(column, row)
                    let pixel = image[(zone.left + column) * 3 + 1, y + pixels / 2]
                    #expect(pixel == (isDark != inverted ? 0 : 255))
                }
                y += pixels
            }
            #expect(y + zone.bottom * 3 == image.height)
            if zone.left > 0 { #expect(image[0, image.height / 2] == (inverted ? 0 : 255)) }
        }
    }

    static func sample(_ symbology: Symbology) -> String {
        switch symbology {
        case .ean13: "4006381333931"
        case .ean8: "96385074"
        case .upcA: "036000291452"
        case .upcE: "01234565"
        case .ean2: "12"
        case .ean5: "12345"
        case .isbn: "9780306406157"
        case .codabar: "A12345B"
        case .itf: "123456"
        case .dataBar: "0950110153001"
        case .dataBarExpanded: "(01)09501101530003(10)ABC"
        case .microQR: "12345"
        default: "CANDELA 1"
        }
    }

    @Test(
        "a text that does not fit is refused with the reason, never altered",
        arguments: [
            ("ABC", Symbology.ean13, "only digits can be encoded"),
            ("12345", .ean13, "it takes 12 or 13 digits, not 5"),
            ("4006381333931+123", .ean13, "an add-on must have 2 or 5 digits, not 3"),
            ("12345678", .ean8, "its check digit is 8 and should be 0"),
            ("1234567890123", .ean2, "it takes 2 digits, not 13"),
            ("abc", .code39, "it takes only digits, capital letters and -. $/+%; use code-128"),
            ("12345", .codabar, "it takes digits and -$:/.+ between two letters from A to D, as in A123B"),
            ("01234566", .upcE, "its check digit is 6 and should be 5"),
            ("21234565", .upcE, "its number system must be 0 or 1"),
            ("12-34", .itf, "only digits can be encoded"), ("123", .dataBar, "it takes 13 or 14 digits, not 3"),
            ("", .qr, "it is empty"), ("123", .isbn, "an ISBN has 10 or 13 characters, not 3"),
        ])
    func refusals(text: String, symbology: Symbology, cause: String) {
        let error = #expect(throws: EncodingError.self) { try BarcodeEncoder.encode(text, as: symbology) }
        #expect(error?.kind == .unsuitableText)
        #expect(error?.description == "cannot encode the text as \(symbology.rawValue): \(cause)")
    }

    @Test("a text too long, or an option that does not exist, is told apart from a wrong text")
    func limits() throws {
        let long = #expect(throws: EncodingError.self) {
            try BarcodeEncoder.encode(String(repeating: "x", count: 8000), as: .qr)
        }
        #expect(long?.kind == .tooLong)
        var options = EncodingOptions()
        options.size = 41
        let size = #expect(throws: EncodingError.self) { try BarcodeEncoder.encode("x", as: .qr, options) }
        #expect(size?.kind == .unsuitableOption)
        options.size = nil
        options.errorCorrection = .high
        let correction = #expect(throws: EncodingError.self) { try BarcodeEncoder.encode("X", as: .code128, options) }
        #expect(correction?.kind == .unsuitableOption)
        let low = try BarcodeEncoder.encode(String(repeating: "x", count: 100), as: .qr)
        let high = try BarcodeEncoder.encode(String(repeating: "x", count: 100), as: .qr, options)
        #expect(high.modules.columns > low.modules.columns)
    }

    @Test("bytes are encoded as they are, where a symbology holds bytes")
    func bytes() throws {
        let symbol = try BarcodeEncoder.encode(bytes: [0, 255, 128, 10], as: .dataMatrix)
        #expect(symbol.modules.columns == symbol.modules.rows)
        let error = #expect(throws: EncodingError.self) { try BarcodeEncoder.encode(bytes: [1], as: .ean13) }
        #expect(error?.kind == .unsuitableText)
    }

    @Test("a bar height asked for is the symbol's height")
    func barHeight() throws {
        var options = EncodingOptions()
        options.barHeight = 25
        #expect(try BarcodeEncoder.encode("CANDELA", as: .code128, options).height == 25)
    }
}
