// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Testing

/// Compares half bars with the postal services' own tables and published examples, not with libzint's output.
@Suite("Postal bars")
struct PostalPatternTests {
    /// Each bar by the letter that postal services use: full, ascending, descending, tracker. Bars are as wide as spaces.
    private func bars(_ text: String, _ symbology: PrintedSymbology) throws -> String {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        let modules = symbol.modules
        try #require(modules.rows == 3 && symbol.rowHeights.count == 3)
        #expect(symbol.rowHeights[0] == symbol.rowHeights[2])
        return String(
            try (0..<modules.columns).compactMap { column -> Character? in
                guard column.isMultiple(of: 2) else {
                    #expect((0..<3).allSatisfy { !modules.isDark(column, $0) })
                    return nil
                }
                try #require(modules.isDark(column, 1))
                return switch (modules.isDark(column, 0), modules.isDark(column, 2)) {
                case (true, true): "F"
                case (true, false): "A"
                case (false, true): "D"
                case (false, false): "T"
                }
            })
    }

    @Test("Intelligent Mail is USPS-B-3200's example")
    func uspsIMail() throws {
        let expected = "AADTFFDFTDADTAADAATFDTDDAAADDTDTTDAFADADDDTFFFDDTTTADFAAADFTDAADA"
        #expect(try bars("01234567094987654321-01234567891", .uspsIMail) == expected)
        // The hyphen makes no difference.
        #expect(try bars("0123456709498765432101234567891", .uspsIMail) == expected)
        #expect(
            try bars("01234567094987654321", .uspsIMail)
                == "ATTFATTDTTADTAATTDTDTATTDAFDDFADFDFTFFFFFTATFAAAATDFFTDAADFTFDTDT")
    }

    @Test(
        "Mailmark C and L are the examples of Royal Mail's definitions",
        arguments: [
            ("1100000000000XY11     ", "TTDTTATTDTAATTDTAATTDTAATTDTTDDAATAADDATAATDDFAFTDDTAADDDTAAFDFAFF"),
            ("1100000000000XY11", "TTDTTATTDTAATTDTAATTDTAATTDTTDDAATAADDATAATDDFAFTDDTAADDDTAAFDFAFF"),
            ("21B2254800659JW5O9QA6Y", "DAATATTTADTAATTFADDDDTTFTFDDDDFFDFDAFTADDTFFTDDATADTTFATTDAFDTFDDA"),
            (
                "11000000000000000XY11",
                "TTDTTATDDTTATTDTAATTDTAATDDTTATTDTTDATFTAATDDTAATDDTATATFAADDAATAATDDTAADFTFTA"
            ),
            (
                "41038422416563762EF61AH8T",
                "DTTFATTDDTATTTATFTDFFFTFDFDAFTTTADTTFDTFDDDTDFDDFTFAADTFDTDTDTFAATAFDDTAATTDTT"
            ),
        ])
    func mailmark(text: String, expected: String) throws {
        #expect(try bars(text, .mailmark) == expected)
    }

    /// Royal Mail's square: two of four bars ascend according to the character's row, two descend according to its
    /// column.
    private func royalMail(_ character: Character) -> String {
        let halves = ["0011", "0101", "0110", "1001", "1010", "1100"]
        let place = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ").firstIndex(of: character)!
        return String(
            zip(halves[place / 6], halves[place % 6]).map { up, down -> Character in
                switch (up, down) {
                case ("1", "1"): "F"
                case ("1", _): "A"
                case (_, "1"): "D"
                default: "T"
                }
            })
    }

    @Test("KIX is Royal Mail's characters, and nothing else", arguments: ["2500GG30250", "1231FZ13XHS"])
    func kix(text: String) throws {
        #expect(try bars(text, .kix) == text.map(royalMail).joined())
    }

    @Test(
        "RM4SCC has a start, Royal Mail's characters with the check character, and a stop",
        arguments: [("SN34RD1A", "K"), ("0", "0"), ("00", "7"), ("ZZZZZZ", "Z")])
    func rm4scc(text: String, check: String) throws {
        #expect(try bars(text, .rm4scc) == "A" + (text + check).map(royalMail).joined() + "F")
    }

    @Test("Australia Post is figure 3 of its guide, and the bars before the check bars are its tables'")
    func australia() throws {
        #expect(try bars("39549554", .australiaPost) == "ATFAFAAFTFADAATFADADAATTADAFATAATDDAT")
        // Table N: a digit is two bars of three kinds, F A D counting from 0, and 9 is TF.
        func digits(_ text: String) -> String {
            text.map { character in
                let digit = character.wholeNumberValue!
                return digit == 9 ? "TF" : String(["F", "A", "D"][digit / 3] + ["F", "A", "D"][digit % 3])
            }.joined()
        }
        for (symbology, format) in [
            (PrintedSymbology.australiaPost, "11"), (.australiaPostReply, "45"), (.australiaPostRouting, "87"),
            (.australiaPostRedirection, "92"),
        ] {
            let made = try bars("12345678", symbology)
            #expect(made.hasPrefix("AT" + digits(format + "12345678") + "T"))
            #expect(made.hasSuffix("AT"))
            #expect(made.count == 37)
        }
        #expect(try bars("1234567812345678", .australiaPost).hasPrefix("AT" + digits("591234567812345678")))
        #expect(try bars("12345678123456781234567", .australiaPost).count == 67)
    }

    @Test(
        "Japan Post is the tables of its manual, whose examples these are",
        arguments: ["15400233-16-4-205", "350110622-1A308"])
    func japan(text: String) throws {
        // The manual numbers full bars 1, ascending 2, descending 3, trackers 4; a to h are its control codes CC1 to CC8.
        let table: [Character: String] = [
            "1": "114", "2": "132", "3": "312", "4": "123", "5": "141", "6": "321", "7": "213", "8": "231", "9": "411",
            "0": "144", "-": "414", "a": "324", "b": "342", "c": "234", "d": "432", "e": "243", "f": "423", "g": "441",
            "h": "111",
        ]
        let values = Array("0123456789-abcdefgh")
        var codes = text.flatMap { character -> [Character] in
            guard character.isLetter else { return [character] }
            let place = Int(character.asciiValue! - 65)
            return [Array("abc")[place / 10], Character("\(place % 10)")]
        }
        codes += Array(repeating: "d", count: 20 - codes.count)
        let sum = codes.reduce(0) { $0 + values.firstIndex(of: $1)! }
        codes.append(values[(19 - sum % 19) % 19])
        let expected = "13" + codes.map { table[$0]! }.joined() + "31"
        let letters: [Character: Character] = ["1": "F", "2": "A", "3": "D", "4": "T"]
        #expect(try bars(text, .japanPost) == String(expected.map { letters[$0]! }))
    }

    @Test("DAFT gives the bars that its letters name")
    func daft() throws { #expect(try bars("DAFTTFAD", .daft) == "DAFTTFAD") }

    /// Tall bars as 1, short ones as 0.
    private func tall(_ text: String, _ symbology: PrintedSymbology) throws -> String {
        let modules = try BarcodeEncoder.encode(text, as: symbology).modules
        try #require(modules.rows == 2)
        return String(
            stride(from: 0, to: modules.columns, by: 2).map { column -> Character in
                #expect(modules.isDark(column, 1))
                return modules.isDark(column, 0) ? "1" : "0"
            })
    }

    @Test("POSTNET and CEPNet have two tall bars of five, which weigh 7, 4, 2, 1 and 0; PLANET has the others")
    func postnet() throws {
        func digit(_ value: Int) -> String {
            let weights = [7, 4, 2, 1, 0]
            for first in 0..<5 {
                for second in first + 1..<5 where (weights[first] + weights[second]) % 11 == value {
                    return String((0..<5).map { $0 == first || $0 == second ? Character("1") : "0" })
                }
            }
            return ""
        }
        let flipped: [Character: Character] = ["0": "1", "1": "0"]
        // The digits add up to 45, so the check digit is 5.
        let digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 5]
        let expected = digits.map(digit).joined()
        #expect(try tall("01234567890", .postnet) == "1" + expected + "1")
        #expect(try tall("01234567890", .planet) == "1" + String(expected.map { flipped[$0]! }) + "1")
        #expect(try tall("12345678", .cepNet) == "1" + [1, 2, 3, 4, 5, 6, 7, 8, 4].map(digit).joined() + "1")
    }

    @Test(
        "facing identification marks have the bars of USPS's table",
        arguments: [
            ("A", "110010011"), ("B", "101101101"), ("C", "110101011"), ("D", "111010111"), ("E", "101000101"),
        ])
    func fim(letter: String, expected: String) throws {
        let modules = try BarcodeEncoder.encode(letter, as: .fim).modules
        #expect(
            String(stride(from: 0, to: modules.columns, by: 2).map { modules.isDark($0, 0) ? Character("1") : "0" })
                == expected)
    }

    @Test("with the default module, bars and margins have the size that USPS requires")
    func size() throws {
        let symbol = try BarcodeEncoder.encode("01234567094987654321", as: .uspsIMail)
        let module = symbol.kind.usualModule
        // USPS-B-3200, 2.3: 20 to 24 bars to the inch, 0.125 to 0.165 inch high, trackers 0.039 to 0.057.
        #expect((20.0...24).contains(25.4 / (2 * module)))
        #expect((0.125...0.165).contains(symbol.height * module / 25.4))
        #expect((0.039...0.057).contains(symbol.rowHeights[1] * module / 25.4))
        #expect(Double(symbol.quietZone.left) * module >= 0.125 * 25.4)
        #expect(Double(symbol.quietZone.top) * module >= 0.026 * 25.4)
    }

    @Test(
        "margins that standards give in millimetres are that wide with the default module",
        arguments: [
            // USPS DMM 708.4 and 708.9.3, Royal Mail, PostNL, Australia Post, Japan Post, Laetus, DPD.
            (PrintedSymbology.postnet, 3.175, 1.016), (.planet, 3.175, 1.016), (.fim, 3.175, 0), (.rm4scc, 2, 2),
            (.mailmark, 2, 2), (.kix, 2, 2), (.australiaPost, 6, 2), (.japanPost, 2, 2), (.pharmacode, 6, 0),
            (.pharmacodeTwoTrack, 6, 0), (.dpd, 5, 0),
        ])
    func margins(symbology: PrintedSymbology, sides: Double, ends: Double) throws {
        let symbol = try BarcodeEncoder.encode(symbology.example, as: symbology)
        let (zone, module) = (symbol.quietZone, symbol.kind.usualModule)
        for side in [zone.left, zone.right] { #expect(Double(side) * module >= sides) }
        for end in [zone.top, zone.bottom] { #expect(Double(end) * module >= ends) }
    }
}
