// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CZint

// Sources of quiet zones, rounded up to whole X dimensions, of the usual one where they are in millimetres: ISO/IEC 23941 (rMQR 2X), 24728 (MicroPDF417 1X), 15438 (PDF417
// 2X), 20830 (Han Xin 3X), AIMD014 (Grid Matrix 6X), USS Code One 2.2.4 (none), ISO/IEC 24778 (Aztec runes: none), 18004
// (QR 4X), 24724 (DataBar: none); GS1 General Specifications 5.3.2.2 and 5.4.4.2 (ITF-14, GS1-128: 10X); ISO/IEC 16388
// (Code 39 and what is printed in it: 10X), 15417 (Code 128: 10X), 16390 (2 of 5: 10X, for its relatives too), ANSI/AIM BC12
// (Channel Code 1X and 2X), SEMI T1-95 table 4 (BC412: 10X), Laetus Pharmacode Guide 2.2 (6 mm), USPS DMM
// 708.4 and 708.9.3 (POSTNET, PLANET 1/8 inch at the sides and 0.04 above; FIM), USPS-B-3200 2.3.2 (1/8 and 0.026 inch),
// Royal Mail Mailmark barcode definition 3.5.2 and PostNL's KIX brochure (2 mm all round), Australia Post 2012 p. 12 (6 mm, 2
// mm above and below), Japan Post p. 13 (2 mm), Correios CEPNet 3.8. DPD 5.5.1 (5 mm). Code 11, Telepen, MSI, Plessey and
// Korea Post have no published figure: what printers of labels leave, 10X to 12X, and about DAFT what the post leaves.
//
// The X dimension of half-bar codes is half the bar pitch: bars are as wide as spaces.

extension PrintedSymbology {
    /// An inch, in millimetres.
    private static let inch = 25.4
    /// USPS: 43 bars and spaces to the inch; Royal Mail: 42.3.
    private static let usps = inch / 43
    private static let royalMail = inch / 42.3

    static let table: [Self: PrintedTraits] = [
        // MARK: Matrix and stacked codes
        .rMQR: matrix(
            "rMQR, rectangular Micro QR", CANDELA_ZINT_RMQR, 2, "CANDELA", sizes: 1...38,
            corrections: [.medium: 2, .high: 4], takesGS1: true),
        .microPDF417: matrix("MicroPDF417", CANDELA_ZINT_MICRO_PDF417, 1, "CANDELA", sizes: 1...4),
        .compactPDF417: matrix(
            "Compact (truncated) PDF417", CANDELA_ZINT_COMPACT_PDF417, 2, "CANDELA", sizes: 1...30, corrections: pdf417),
        .hanXin: matrix("Han Xin", CANDELA_ZINT_HAN_XIN, 3, "CANDELA", sizes: 1...84, corrections: fourLevels),
        // libzint changes its levels to fit the size, so no level can be guaranteed.
        .gridMatrix: matrix("Grid Matrix", CANDELA_ZINT_GRID_MATRIX, 6, "CANDELA", sizes: 1...13),
        // Sizes 9 and 10 are versions S and T, which have other rules.
        .codeOne: matrix("Code One", CANDELA_ZINT_CODE_ONE, 0, "CANDELA", sizes: 1...8, takesGS1: true),
        .aztecRune: PrintedTraits(
            title: "Aztec rune", number: CANDELA_ZINT_AZTEC_RUNE, shape: .matrix, quietZone: .none, module: 0.5,
            text: .rune, example: "25"),
        .upnQR: PrintedTraits(
            title: "UPN QR, Slovenian payment order", number: CANDELA_ZINT_UPN_QR, shape: .matrix,
            quietZone: QuietZone(all: 4), module: 0.5, text: .upnQR, example: "UPNQR\n\n\n\n\nCANDELA\n"),

        // MARK: GS1
        .dataBarLimited: dataBar("GS1 DataBar Limited", CANDELA_ZINT_DATABAR_LIMITED, .limited),
        // GS1 General Specifications 5.5.2.3.1: 13X instead of 33X.
        .dataBarTruncated: dataBar(
            "GS1 DataBar Truncated", CANDELA_ZINT_DATABAR, .gtin, barHeight: 13, barHeights: 13...33),
        .dataBarStacked: dataBar("GS1 DataBar Stacked", CANDELA_ZINT_DATABAR_STACKED_TRUNCATED, .gtin),
        .dataBarStackedOmni: dataBar(
            "GS1 DataBar Stacked Omnidirectional", CANDELA_ZINT_DATABAR_STACKED, .gtin),
        .dataBarExpandedStacked: PrintedTraits(
            title: "GS1 DataBar Expanded Stacked", number: CANDELA_ZINT_DATABAR_EXPANDED_STACKED, shape: .bars,
            quietZone: .none, module: 0.33, text: .gs1, example: "(01)09501101530003(10)ABC123(15)261121",
            sizes: 1...11, takesGS1: true),
        // GS1 General Specifications 5.12.3.2, table 2: X at least 0.495 mm; 5.3.2.4: bearer bars of at least twice X.
        .itf14: bars(
            "ITF-14", CANDELA_ZINT_ITF14, 10, .checked([13], identifier: "01", { gs1CheckDigit(of: $0) }),
            "09501101530003", module: 0.495, takesGS1: true, bearer: 2),
        .ean14: bars(
            "EAN-14, a GS1-128 of a GTIN", CANDELA_ZINT_EAN14, 10, .gtin, "(01)09501101530003", module: 0.495,
            takesGS1: true),
        .sscc18: bars(
            "SSCC-18 (NVE-18), a GS1-128 of a shipping unit", CANDELA_ZINT_SSCC18, 10, .sscc, "(00)106141412345678908",
            module: 0.495, takesGS1: true),

        // MARK: Codes of bars
        .code39Extended: bars("Code 39, full ASCII", CANDELA_ZINT_CODE39_EXTENDED, 10, .ascii(85), "Candela 39"),
        // MIL-STD-1189B: 13.75 mil is the middle of the allowed range.
        .logmars: bars(
            "LOGMARS", CANDELA_ZINT_LOGMARS, 10,
            .characters(TextRule.code39, 1...30, "digits, capital letters and -. $/+%"), "SAMPLE 1",
            module: 0.01375 * inch),
        .vin: bars("Vehicle identification number", CANDELA_ZINT_VIN, 10, .vin, "1M8GDM9AXKP042788"),
        .code11: bars("Code 11", CANDELA_ZINT_CODE11, 10, .code11, "123-45"),
        .msiPlessey: bars("MSI Plessey", CANDELA_ZINT_MSI_PLESSEY, 12, .msi, "1234567"),
        .plessey: bars(
            "UK Plessey", CANDELA_ZINT_PLESSEY, 12,
            .characters("0123456789ABCDEF", 1...65, "digits and the letters A to F"),
            "01C3"),
        .telepen: bars("Telepen", CANDELA_ZINT_TELEPEN, 10, .ascii(30), "Candela", module: 0.01125 * inch),
        .telepenNumeric: bars(
            "Telepen numeric", CANDELA_ZINT_TELEPEN_NUMERIC, 10, .telepenNumeric, "466X33", module: 0.01125 * inch),
        .channelCode: PrintedTraits(
            title: "Channel Code", number: CANDELA_ZINT_CHANNEL, shape: .bars,
            quietZone: QuietZone(left: 1, right: 2, top: 0, bottom: 0), module: 0.33, text: .channel, example: "1234"),
        .matrix2of5: bars(
            "Matrix (standard) 2 of 5", CANDELA_ZINT_MATRIX_2OF5, 10, .characters(TextRule.decimals, 1...80, "digits"),
            "12345678"),
        .industrial2of5: bars(
            "Industrial 2 of 5", CANDELA_ZINT_INDUSTRIAL_2OF5, 10, .characters(TextRule.decimals, 1...45, "digits"),
            "1234567"),
        .iata2of5: bars(
            "IATA 2 of 5", CANDELA_ZINT_IATA_2OF5, 10, .characters(TextRule.decimals, 1...45, "digits"), "0123456"),
        .dataLogic2of5: bars(
            "Data Logic 2 of 5", CANDELA_ZINT_DATA_LOGIC_2OF5, 10, .characters(TextRule.decimals, 1...80, "digits"),
            "1234567"),
        // SEMI T1-95, table 1: modules 0.12 mm apart, on wafers.
        .bc412: bars("BC412 of wafers, SEMI T1-95", CANDELA_ZINT_BC412, 10, .bc412, "AQ45670", module: 0.12),

        // MARK: Medicines and health
        .pharmacode: bars(
            "Pharmacode", CANDELA_ZINT_PHARMACODE, 12, .number(3...131_070), "131070", module: 0.5),
        .pharmacodeTwoTrack: bars(
            "Pharmacode, two tracks", CANDELA_ZINT_PHARMACODE_TWO_TRACK, 6, .number(4...64_570_080), "29876543",
            module: 1
        ),
        // IFA, Technical Information regarding PZN Coding 2.1: 0.25 mm, "normal".
        .pzn: bars(
            "PZN-8, Pharmazentralnummer", CANDELA_ZINT_PZN, 10,
            .checked([7], CheckDigits.pzn) { ("-" + $0, "PZN - " + $0) }, "27580899", module: 0.25),
        // Gazzetta Ufficiale 18.7.2014, allegato A: 0.25 mm.
        .code32: bars("Code 32, Italian Farmacode", CANDELA_ZINT_CODE32, 10, .code32, "A014352316", module: 0.25),
        .hibc128: bars("HIBC in Code 128", CANDELA_ZINT_HIBC_128, 10, .hibc, "A123BJC5D6E71"),
        .hibc39: bars("HIBC in Code 39", CANDELA_ZINT_HIBC_39, 10, .hibc, "A123BJC5D6E71"),
        .hibcDataMatrix: hibc("HIBC in Data Matrix", CANDELA_ZINT_HIBC_DATA_MATRIX, 1, sizes: 1...48),
        .hibcQR: hibc("HIBC in QR", CANDELA_ZINT_HIBC_QR, 4, sizes: 1...40, corrections: fourLevels),
        .hibcPDF417: hibc("HIBC in PDF417", CANDELA_ZINT_HIBC_PDF417, 2, sizes: 1...30, corrections: pdf417),
        .hibcMicroPDF417: hibc("HIBC in MicroPDF417", CANDELA_ZINT_HIBC_MICRO_PDF417, 1, sizes: 1...4),
        .hibcAztec: hibc("HIBC in Aztec", CANDELA_ZINT_HIBC_AZTEC, 0, sizes: 1...36, corrections: fourLevels),

        // MARK: Post and parcels
        .uspsIMail: post(
            "USPS Intelligent Mail", CANDELA_ZINT_USPS_IMAIL, QuietZone(left: 6, right: 6, top: 2, bottom: 2), usps,
            .uspsIMail, "01234567094987654321-01234567891"),
        .postnet: post(
            "USPS POSTNET", CANDELA_ZINT_POSTNET, QuietZone(left: 6, right: 6, top: 2, bottom: 2), usps,
            .checked([5, 9, 11], CheckDigits.sum), "12345678901"),
        .planet: post(
            "USPS PLANET", CANDELA_ZINT_PLANET, QuietZone(left: 6, right: 6, top: 2, bottom: 2), usps,
            .checked([11, 13], CheckDigits.sum), "4012345235636"),
        .fim: post(
            "USPS facing identification mark", CANDELA_ZINT_FIM, QuietZone(left: 7, right: 4, top: 0, bottom: 0),
            inch / 32, .characters("ABCDE", 1...1, "the letters A to E"), "C"),
        .rm4scc: post(
            "Royal Mail customer code, RM4SCC", CANDELA_ZINT_RM4SCC, QuietZone(all: 4), royalMail, .rm4scc, "SN34RD1A"),
        .mailmark: post(
            "Royal Mail 4-state Mailmark", CANDELA_ZINT_MAILMARK, QuietZone(all: 4), royalMail, .mailmark,
            "21B2254800659JW5O9QA6Y"),
        .kix: post(
            "PostNL KIX", CANDELA_ZINT_KIX, QuietZone(all: 4), royalMail,
            .characters(TextRule.decimals + TextRule.capitals, 1...18, "capital letters and digits"), "2500GG30250"),
        .australiaPost: australian("Australia Post", CANDELA_ZINT_AUSTRALIA_POST, .australia, "56439111ABA 9"),
        .australiaPostReply: australian(
            "Australia Post reply paid", CANDELA_ZINT_AUSTRALIA_REPLY, .australia(format: "45"), "39549554"),
        .australiaPostRouting: australian(
            "Australia Post routing", CANDELA_ZINT_AUSTRALIA_ROUTING, .australia(format: "87"), "39549554"),
        .australiaPostRedirection: australian(
            "Australia Post redirection", CANDELA_ZINT_AUSTRALIA_REDIRECTION, .australia(format: "92"), "39549554"),
        .japanPost: post(
            "Japan Post", CANDELA_ZINT_JAPAN_POST, QuietZone(all: 4), 0.6, .japan, "15400233-16-4-205"),
        .koreaPost: bars(
            "Korea Post", CANDELA_ZINT_KOREA_POST, 10, .checked([6], CheckDigits.sum), "923457"),
        .cepNet: post(
            "CEPNet of the Brazilian post", CANDELA_ZINT_CEPNET, QuietZone(left: 10, right: 10, top: 2, bottom: 2),
            usps,
            .checked([8], CheckDigits.sum), "12345678"),
        .leitcode: bars(
            "Leitcode of Deutsche Post", CANDELA_ZINT_LEITCODE, 10, .checked([13], CheckDigits.post), "5082300702800"),
        .identcode: bars(
            "Identcode of Deutsche Post", CANDELA_ZINT_IDENTCODE, 10, .checked([11], CheckDigits.post), "39601313414"),
        .dpd: bars(
            "DPD", CANDELA_ZINT_DPD, 14, .dpd, "%000393206219912345678101040", module: 0.375),
        .daft: post(
            "DAFT, bars by their letters", CANDELA_ZINT_DAFT, QuietZone(all: 4), 0.5,
            .characters("DAFT", 1...100, "the letters D, A, F and T"), "DAFTFADT"),
    ]

    private static let fourLevels: [EncodingOptions.ErrorCorrection: Int32] = [
        .low: 1, .medium: 2, .quartile: 3, .high: 4,
    ]
    private static let pdf417: [EncodingOptions.ErrorCorrection: Int32] = [.low: 2, .medium: 4, .quartile: 5, .high: 6]
}

// MARK: Rows alike

extension PrintedSymbology {
    private static func matrix(
        _ title: String, _ number: candela_zint_symbology, _ margin: Int, _ example: String, sizes: ClosedRange<Int>,
        corrections: [EncodingOptions.ErrorCorrection: Int32] = [:], takesGS1: Bool = false
    ) -> PrintedTraits {
        PrintedTraits(
            title: title, number: number, shape: .matrix, quietZone: QuietZone(all: margin), module: 0.5,
            text: .anything,
            example: example, sizes: sizes, corrections: corrections, takesGS1: takesGS1, takesECI: true)
    }

    private static func hibc(
        _ title: String, _ number: candela_zint_symbology, _ margin: Int, sizes: ClosedRange<Int>,
        corrections: [EncodingOptions.ErrorCorrection: Int32] = [:]
    ) -> PrintedTraits {
        PrintedTraits(
            title: title, number: number, shape: .matrix, quietZone: QuietZone(all: margin), module: 0.5, text: .hibc,
            example: "A123BJC5D6E71", sizes: sizes, corrections: corrections)
    }

    private static func dataBar(
        _ title: String, _ number: candela_zint_symbology, _ text: TextRule, barHeight: Double? = nil,
        barHeights: ClosedRange<Double> = 1...2000
    ) -> PrintedTraits {
        PrintedTraits(
            title: title, number: number, shape: .bars, quietZone: .none, module: 0.33, text: text,
            example: "09501101530003", takesGS1: true, barHeight: barHeight, barHeights: barHeights)
    }

    private static func bars(
        _ title: String, _ number: candela_zint_symbology, _ margin: Int, _ text: TextRule, _ example: String,
        module: Double = 0.33, takesGS1: Bool = false, bearer: Double? = nil
    ) -> PrintedTraits {
        PrintedTraits(
            title: title, number: number, shape: .bars,
            quietZone: QuietZone(left: margin, right: margin, top: 0, bottom: 0), module: module, text: text,
            example: example, takesGS1: takesGS1, bearer: bearer)
    }

    private static func post(
        _ title: String, _ number: candela_zint_symbology, _ margin: QuietZone, _ module: Double, _ text: TextRule,
        _ example: String
    ) -> PrintedTraits {
        PrintedTraits(
            title: title, number: number, shape: .bars, quietZone: margin, module: module, text: text, example: example)
    }

    private static func australian(
        _ title: String, _ number: candela_zint_symbology, _ text: TextRule, _ example: String
    ) -> PrintedTraits {
        post(title, number, QuietZone(left: 12, right: 12, top: 4, bottom: 4), 0.5, text, example)
    }
}
