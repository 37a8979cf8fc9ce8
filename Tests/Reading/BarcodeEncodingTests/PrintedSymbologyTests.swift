// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Testing

@Suite("Printed-only symbologies")
struct PrintedSymbologyTests {
    @Test(
        "each encodes its example, and has its own margin, description and names", arguments: PrintedSymbology.allCases)
    func examples(symbology: PrintedSymbology) throws {
        let symbol = try BarcodeEncoder.encode(symbology.example, as: symbology)
        #expect(symbol.kind == .printed(symbology))
        #expect(symbol.symbology == nil)
        #expect(symbol.rowHeights.allSatisfy { $0 > 0 })
        let modules = symbol.modules
        let dark = (0..<modules.rows).reduce(0) { sum, row in
            sum + (0..<modules.columns).count { modules.isDark($0, row) }
        }
        #expect(dark > 0 && dark < modules.rows * modules.columns)
        #expect(!symbology.title.isEmpty && !symbology.takes.isEmpty)
        #expect(try CodeKind(symbology.rawValue) == .printed(symbology))
        #expect(try CodeKind(symbology.rawValue.uppercased().filter { $0 != "-" }) == .printed(symbology))
    }

    @Test(
        "the content has its standard's check digits and form",
        arguments: [
            // IFA, Check Digit Calculations; Gazzetta Ufficiale's form; ANSI/HIBC 2.6, figure 2.
            ("2758089", PrintedSymbology.pzn, "-27580899", "PZN - 27580899"),
            ("01234567", .code32, "A012345676", "A012345676"), ("A012345676", .code32, "A012345676", "A012345676"),
            ("A123BJC5D6E71", .hibc39, "+A123BJC5D6E71G", "*+A123BJC5D6E71G*"),
            ("+A123BJC5D6E71G", .hibcQR, "+A123BJC5D6E71G", "*+A123BJC5D6E71G*"),
            // The GS1 General Specifications' own examples.
            ("0950110153000", .itf14, "09501101530003", "09501101530003"),
            ("10614141234567890", .sscc18, "00106141412345678908", "(00)106141412345678908"),
            ("(01)09501101530003", .ean14, "0109501101530003", "(01)09501101530003"),
            // de.wikipedia.org/wiki/Leitcode, both.
            ("5082300702800", .leitcode, "50823007028005", "50823007028005"),
            ("39601313414", .identcode, "396013134140", "396013134140"),
            // USPS: the digits add up to a multiple of ten.
            ("55555", .postnet, "555555", "555555"), ("12345678901", .planet, "123456789014", "123456789014"),
            // en.wikipedia.org/wiki/MSI_Barcode and /Code_11.
            ("1234567", .msiPlessey, "12345674", "12345674"), ("123-45", .code11, "123-455", "123-455"),
            // SEMI T1-95, figure 2; ANSI/AIM BC12: zeros fill the channels.
            ("AQ45670", .bc412, "AQQ45670", "AQQ45670"), ("5", .channelCode, "05", "05"),
            ("293", .channelCode, "0293", "0293"), ("7", .aztecRune, "007", "007"),
            // DPD and primetime Parcel Despatch 4.0.2, illustration 7.
            (
                "%000393206219912345678101040", .dpd, "%000393206219912345678101040",
                "0003 932 0621 9912 3456 78 101 040 9"
            ),
            ("SN34RD1A", .rm4scc, "SN34RD1AK", "SN34RD1AK"), ("39549554", .australiaPost, "1139549554", "1139549554"),
            ("01234567094987654321-01234", .uspsIMail, "0123456709498765432101234", "0123456709498765432101234"),
        ])
    func contents(text: String, symbology: PrintedSymbology, content: String, caption: String) throws {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        #expect(symbol.content == content)
        #expect(symbol.caption == caption)
    }

    @Test("Code 11 adds a second check character after more than ten characters")
    func code11() throws {
        #expect(try BarcodeEncoder.encode("1234567890", as: .code11).content.count == 11)
        #expect(try BarcodeEncoder.encode("12345678901", as: .code11).content.count == 13)
    }

    @Test("a number with its check digit makes the same symbol as without")
    func wholeNumbers() throws {
        for (symbology, digits, check) in [
            (PrintedSymbology.pzn, "2758089", "9"), (.itf14, "0950110153000", "3"), (.postnet, "55555", "5"),
            (.leitcode, "5082300702800", "5"), (.koreaPost, "923457", "0"), (.cepNet, "12345678", "4"),
            (.dataBarLimited, "0950110153000", "3"), (.sscc18, "10614141234567890", "8"),
        ] {
            let (short, whole) = try (
                BarcodeEncoder.encode(digits, as: symbology), BarcodeEncoder.encode(digits + check, as: symbology)
            )
            #expect(short.modules == whole.modules, "\(symbology)")
            for wrong in "0123456789" where String(wrong) != check {
                #expect(throws: EncodingError.self) {
                    try BarcodeEncoder.encode(digits + String(wrong), as: symbology)
                }
            }
        }
    }
}

@Suite("What a printed-only symbology rejects")
struct PrintedRefusalTests {
    @Test(
        "a text that libzint would alter, or that does not fit, is rejected with the reason",
        arguments: [
            // libzint would pad with zeros or blanks.
            ("123", PrintedSymbology.itf14, "it takes 13 or 14 digits, not 3"),
            ("123456", .pzn, "it takes 7 or 8 digits, not 6"),
            ("1234", .code32, "it takes 8 or 9 digits, not 4"), ("1", .koreaPost, "it takes 6 or 7 digits, not 1"),
            ("123", .australiaPostReply, "it takes 8 digits, not 3"),
            ("12345", .leitcode, "it takes 13 or 14 digits, not 5"),
            ("12345", .identcode, "it takes 11 or 12 digits, not 5"),
            ("12345", .sscc18, "it takes 17 or 18 digits, not 5"), ("5", .ean14, "it takes 13 or 14 digits, not 1"),
            ("123", .telepenNumeric, "it needs an even number of characters, not 3; add a 0 at the front"),
            ("007", .pharmacode, "it stores a number, so leading zeros would be lost; leave them out"),
            // libzint would convert to capitals.
            ("sn34rd1a", .rm4scc, "it takes only capital letters and digits; write capitals"),
            ("2500gg30250", .kix, "it takes only capital letters and digits; write capitals"),
            ("abc", .logmars, "it takes only digits, capital letters and -. $/+%; write capitals"),
            ("daft", .daft, "it takes only the letters D, A, F and T; write capitals"),
            ("a", .fim, "it takes only the letters A to E; write capitals"),
            ("12x3", .telepenNumeric, "it takes only digits, and X as the second of a pair; write capitals"),
            ("1m8gdm9axkp042788", .vin, "it takes only digits and capital letters except I, O and Q; write capitals"),
            ("aq45670", .bc412, "it takes only digits and capital letters except O; write capitals"),
            ("a123", .hibc128, "it takes only digits, capital letters and -. $/+%; write capitals"),
            // libzint would drop a part.
            (
                "01234567094987654321-01234-56789", .uspsIMail, "only one hyphen is allowed, before the ZIP code"
            ),
            // Wrong characters.
            ("12A", .code11, "it takes only digits and hyphens"), ("12A", .msiPlessey, "only digits can be encoded"),
            ("12G", .plessey, "it takes only digits and the letters A to F"), ("Ä", .telepen, "it takes only ASCII"),
            ("Ä", .code39Extended, "it takes only ASCII"), ("12A4", .matrix2of5, "it takes only digits"),
            ("X1", .telepenNumeric, "X can only be the second of a pair"),
            ("F", .fim, "it takes only the letters A to E"),
            ("DATEF", .daft, "it takes only the letters D, A, F and T"),
            ("AO45670", .bc412, "it takes only digits and capital letters except O"),
            ("1M8GDM9AXKP04278O", .vin, "it takes only digits and capital letters except I, O and Q"),
            ("123456A-1", .japanPost, "it must begin with the seven digits of the postcode, without a hyphen"),
            ("154-0023", .japanPost, "it must begin with the seven digits of the postcode, without a hyphen"),
            ("A9549554", .australiaPost, "only digits can be encoded"),
            ("3954955412345ABC", .australiaPost, "only digits can be encoded"),
            ("CANDELA", .upnQR, "its first line must be UPNQR, followed by a line feed"),
            ("%abc", .dpd, "it takes only capital letters and digits after its first character; write capitals"),
            (
                "CANDELA", .dataBarExpandedStacked,
                "it holds GS1 data; put application identifiers in parentheses, as in (01)09501101530003"
            ),
            // Wrong lengths and ranges.
            ("256", .aztecRune, "it takes a number from 0 to 255"),
            ("2", .pharmacode, "it takes a number from 3 to 131070"),
            ("131071", .pharmacode, "it takes a number from 3 to 131070"),
            ("64570081", .pharmacodeTwoTrack, "it takes a number from 4 to 64570080"),
            ("7742863", .channelCode, "it takes a number from 0 to 7742862"),
            ("1234567", .postnet, "it takes 5, 6, 9, 10, 11 or 12 digits, not 7"),
            ("1234567", .planet, "it takes 11, 12, 13 or 14 digits, not 7"),
            ("1234567", .cepNet, "it takes 8 or 9 digits, not 7"),
            ("1234567890123456789", .uspsIMail, "its tracking code must have 20 digits, not 19"),
            (
                "01234567094987654321-", .uspsIMail,
                "the ZIP code after the 20 digits must have 5, 9 or 11 digits, not 0"
            ),
            (
                "012345670949876543211", .uspsIMail,
                "the ZIP code after the 20 digits must have 5, 9 or 11 digits, not 1"
            ),
            ("05234567094987654321", .uspsIMail, "the second digit must be 0 to 4, not 5"),
            ("AQ4567", .bc412, "it takes 7 to 18 characters, not 6"), ("123", .vin, "it takes 17 characters, not 3"),
            ("123456789", .australiaPost, "it takes 8, 13, 16, 18 or 23 characters, not 9"),
            ("%123", .dpd, "it takes 28 characters, not 4"),
            ("2950110153000", .dataBarLimited, "its first digit must be 0 or 1; use databar for other numbers"),
            // Check digits.
            ("12345679", .pzn, "its check digit is 9 and should be 8"),
            ("0000003", .pzn, "no check digit fits this number, so it was never assigned; check the digits"),
            ("A012345677", .code32, "its check digit is 7 and should be 6"),
            ("09501101530004", .itf14, "its check digit is 4 and should be 3"),
            ("+A123BJC5D6E71H", .hibcAztec, "its check character is H and should be G"),
            ("+A", .hibc39, "data and the check character must follow the +"),
            ("1M8GDM9A1KP042788", .vin, "its check digit, the ninth character, is 1 and should be X"),
            // Mailmark's fields.
            ("5100000000000XY11", .mailmark, "the format (first character) must be 0 to 4"),
            ("1500000000000XY11", .mailmark, "the version (second character) must be 1 to 4"),
            ("11F0000000000XY11", .mailmark, "the class (third character) must be 0 to 9 or A to E"),
            (
                "11A000000000ZXY11", .mailmark,
                "supply chain and item (the 10 characters after the class) must be digits"
            ),
            (
                "1100000000000QQ11", .mailmark,
                "the postcode with its delivery point must be in Royal Mail's form, such as SW1A1AA1A, without blanks"
            ),
            ("110000", .mailmark, "it takes 13 or 17 characters and a postcode of up to 9"), ("", .kix, "it is empty"),
        ])
    func texts(text: String, symbology: PrintedSymbology, cause: String) {
        let error = #expect(throws: EncodingError.self) { try BarcodeEncoder.encode(text, as: symbology) }
        #expect(error?.kind == .unsuitableText)
        #expect(error?.code == .printed(symbology))
        #expect(error?.description == "cannot encode the text as \(symbology.rawValue): \(cause)")
    }

    @Test(
        "a text that is too long has its own kind of error",
        arguments: [
            (PrintedSymbology.rMQR, 400), (.microPDF417, 400), (.compactPDF417, 4000), (.hanXin, 9000),
            (.gridMatrix, 4000),
            (.codeOne, 4000), (.code39Extended, 86), (.telepen, 31), (.hibcMicroPDF417, 112),
        ])
    func lengths(symbology: PrintedSymbology, count: Int) {
        let error = #expect(throws: EncodingError.self) {
            try BarcodeEncoder.encode(String(repeating: "X", count: count), as: symbology)
        }
        #expect(error?.kind == .tooLong)
    }

    @Test("too many digits have their own kind of error", arguments: PrintedSymbology.allCases)
    func digits(symbology: PrintedSymbology) {
        let digits = String(repeating: "1", count: 9000)
        let error = #expect(throws: EncodingError.self) { try BarcodeEncoder.encode(digits, as: symbology) }
        // A number is too large rather than too long, and some symbologies take no digits.
        let otherwise: Set<PrintedSymbology> = [
            .fim, .daft, .pharmacode, .pharmacodeTwoTrack, .channelCode, .aztecRune, .upnQR, .vin,
            .dataBarExpandedStacked,
        ]
        #expect(
            error?.kind == (otherwise.contains(symbology) ? .unsuitableText : .tooLong), "\(error.debugDescription)")
    }

    @Test("no option is ignored: it changes the symbol or is an error", arguments: PrintedSymbology.allCases)
    func options(symbology: PrintedSymbology) throws {
        let plain = try BarcodeEncoder.encode(symbology.example, as: symbology)
        func expectActs(_ acts: Bool, _ name: String, _ set: (inout EncodingOptions) -> Void) {
            var options = EncodingOptions()
            set(&options)
            do {
                let made = try BarcodeEncoder.encode(symbology.example, as: symbology, options)
                #expect(acts, "\(name) was taken by \(symbology)")
                #expect(made.modules != plain.modules || made.rowHeights != plain.rowHeights, "\(name) did nothing")
            } catch {
                #expect(!acts, "\(name): \(error)")
                #expect(error.kind == .unsuitableOption, "\(error)")
            }
        }
        expectActs(symbology.takesBarHeight, "a bar height") { options in
            // The minimum of stacked DataBar, and more than the default of the others.
            options.barHeight = symbology == .dataBarTruncated ? 20 : 120
        }
        if let sizes = symbology.sizes {
            // The example has none of these by default.
            expectActs(true, "a size") { $0.size = sizes.upperBound == 38 ? 32 : min(sizes.upperBound, 7) }
            expectActs(false, "a size too large") { $0.size = sizes.upperBound + 1 }
        } else {
            expectActs(false, "a size") { $0.size = 2 }
        }
        if let highest = symbology.corrections.last {
            // A long text, because a short one fits the same size at every level.
            let text = symbology == .rMQR ? symbology.example : String(repeating: symbology.example, count: 5)
            let lowest = symbology.corrections[0]
            var (low, high) = (EncodingOptions(), EncodingOptions())
            (low.errorCorrection, high.errorCorrection) = (lowest, highest)
            let made = try [low, high].map { try BarcodeEncoder.encode(text, as: symbology, $0).modules }
            #expect(made[0] != made[1])
        }
        for level in EncodingOptions.ErrorCorrection.allCases where !symbology.corrections.contains(level) {
            expectActs(false, "correction \(level)") { $0.errorCorrection = level }
        }
        expectActs(false, "stacking") { $0.isStacked = true }
    }

    @Test(
        "GS1 data is accepted if a symbology supports it, and rejected otherwise", arguments: PrintedSymbology.allCases)
    func gs1(symbology: PrintedSymbology) throws {
        var options = EncodingOptions()
        options.isGS1 = true
        let text = symbology == .sscc18 ? "(00)106141412345678908" : "(01)09501101530003"
        let holds: Set<PrintedSymbology> = [
            .rMQR, .codeOne, .dataBarLimited, .dataBarTruncated, .dataBarStacked, .dataBarStackedOmni,
            .dataBarExpandedStacked, .itf14, .ean14, .sscc18,
        ]
        if holds.contains(symbology) {
            let content = try BarcodeEncoder.encode(text, as: symbology, options).content
            #expect(content == (symbology == .itf14 ? "09501101530003" : text.filter { !"()".contains($0) }))
        } else {
            #expect(throws: EncodingError.self) { try BarcodeEncoder.encode(symbology.example, as: symbology, options) }
        }
    }

    @Test("a libzint warning is an error: GS1 data with a wrong check digit, a size that it would enlarge")
    func warnings() {
        var options = EncodingOptions()
        options.isGS1 = true
        for symbology in [CodeKind.readable(.code128), .readable(.dataMatrix), .printed(.rMQR)] {
            let error = #expect(throws: EncodingError.self) {
                try BarcodeEncoder.encode("(01)09501101530004", as: symbology, options)
            }
            #expect(error?.kind == .unsuitableText)
            #expect(error?.description.contains(": AI (01) position 14: Bad checksum '4', expected '3'") == true)
        }
        options.isGS1 = false
        options.size = 1
        let error = #expect(throws: EncodingError.self) {
            try BarcodeEncoder.encode(String(repeating: "X", count: 60), as: .microPDF417, options)
        }
        #expect(error?.kind == .tooLong)
    }

    @Test("a byte order mark, which libzint would drop, is rejected")
    func byteOrderMark() {
        for kind in [CodeKind.readable(.qr), .printed(.hanXin)] {
            let error = #expect(throws: EncodingError.self) { try BarcodeEncoder.encode("\u{feff}CANDELA", as: kind) }
            #expect(error?.kind == .unsuitableText)
        }
    }

    @Test("rows below the minimum height are rejected, and other requested heights are used")
    func heights() throws {
        var options = EncodingOptions()
        options.barHeight = 1
        let error = #expect(throws: EncodingError.self) { try BarcodeEncoder.encode("55555", as: .postnet, options) }
        #expect(error?.kind == .unsuitableOption)
        options.barHeight = 6
        let symbol = try BarcodeEncoder.encode("55555", as: .postnet, options)
        #expect(abs(symbol.height - 6) < 0.01)
        // Half bars keep their ratio: 0.05 of 0.125 inch.
        #expect(abs(symbol.rowHeights[1] / symbol.height - 0.4) < 0.01)
    }
}

@Suite("Names of code kinds")
struct CodeKindTests {
    @Test("an unknown name gives similar names")
    func near() {
        for (name, expected) in [
            ("pharma", ["pharmacode", "pharmacode-two-track"]), ("rmqrs", ["rmqr"]), ("telepin", ["telepen"]),
            (
                "post",
                [
                    "postnet", "australia-post", "australia-post-reply", "australia-post-routing",
                    "australia-post-redirection", "japan-post", "korea-post",
                ]
            ),
            ("nothing like it", []),
        ] {
            let error = #expect(throws: CodeKind.UnknownName.self) { try CodeKind(name) }
            #expect(error?.near == expected)
            #expect(error?.description.contains("--list") == true)
        }
    }

    @Test("names are unique, and all are listed")
    func names() {
        #expect(Set(CodeKind.all.map(\.name)).count == Symbology.allCases.count + PrintedSymbology.allCases.count)
    }

    @Test("when requested for reading, the error says that it can only be created, and how to read it")
    func reading() {
        for (name, expected) in [
            ("rmqr", "rmqr can be created with candela encode but not read; leave it out"),
            ("SSCC18", "sscc-18 can be created with candela encode but not read; to read it, use code-128"),
        ] {
            let error = #expect(throws: SymbologySelection.UnknownName.self) { try SymbologySelection.parse(name) }
            #expect(error?.description == expected)
        }
    }
}
