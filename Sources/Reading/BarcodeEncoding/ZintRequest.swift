// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CZint

/// A text checked against a readable symbology, and prepared for libzint.
struct ZintRequest {
    let symbology: Symbology
    /// The data for libzint.
    var data: [UInt8]
    var request: candela_zint_request

    init(text: String, symbology: Symbology, options: EncodingOptions) throws(EncodingError) {
        guard !text.isEmpty else { throw EncodingError(.unsuitableText, symbology, "it is empty") }
        self.symbology = symbology
        self.data = Array(text.utf8)
        self.request = candela_zint_request()
        request.symbology = Int32(Self.number(of: symbology, options).rawValue)
        request.mode = Int32(CANDELA_ZINT_UTF8.rawValue)
        try apply(options)
        switch symbology {
        case .ean13: try useRetail(text, counts: [12], checked: 13, allowsAddOn: true)
        case .ean8: try useRetail(text, counts: [7], checked: 8, allowsAddOn: true)
        case .upcA: try useRetail(text, counts: [11], checked: 12, allowsAddOn: true)
        case .upcE: try useUPCE(text)
        case .ean2: try useRetail(text, counts: [2], checked: nil, allowsAddOn: false)
        case .ean5: try useRetail(text, counts: [5], checked: nil, allowsAddOn: false)
        case .isbn: try useISBN(text)
        case .itf: _ = try digits(text)
        case .code39, .code39Mod43: try requireCode39(text)
        case .codabar: try requireCodabar(text)
        case .dataBar: try useDataBar(text)
        case .dataBarExpanded: useGS1(text)
        case .code128, .qr, .aztec, .dataMatrix:
            if options.isGS1 { useGS1(text) } else { announceUnicode(text, options) }
        case .pdf417, .maxiCode: announceUnicode(text, options)
        case .code93, .microQR: break
        }
    }

    init(bytes: [UInt8], symbology: Symbology, options: EncodingOptions) throws(EncodingError) {
        guard !bytes.isEmpty else { throw EncodingError(.unsuitableText, symbology, "it is empty") }
        guard [.code128, .qr, .microQR, .aztec, .pdf417, .dataMatrix, .maxiCode].contains(symbology), !options.isGS1
        else { throw EncodingError(.unsuitableText, symbology, "it holds characters, not bytes; give a text") }
        self.symbology = symbology
        self.data = bytes
        self.request = candela_zint_request()
        request.symbology = Int32(Self.number(of: symbology, options).rawValue)
        request.mode = Int32(CANDELA_ZINT_BYTES.rawValue)
        try apply(options)
    }

    private static func number(of symbology: Symbology, _ options: EncodingOptions) -> candela_zint_symbology {
        switch symbology {
        case .ean13, .ean8, .ean2, .ean5: CANDELA_ZINT_EAN
        case .upcA: CANDELA_ZINT_UPC_A
        case .upcE: CANDELA_ZINT_UPC_E
        case .isbn: CANDELA_ZINT_ISBN
        case .code39, .code39Mod43: CANDELA_ZINT_CODE39
        case .code93: CANDELA_ZINT_CODE93
        case .code128: options.isGS1 ? CANDELA_ZINT_GS1_128 : CANDELA_ZINT_CODE128
        case .codabar: CANDELA_ZINT_CODABAR
        case .itf: CANDELA_ZINT_ITF
        case .dataBar: options.isStacked ? CANDELA_ZINT_DATABAR_STACKED : CANDELA_ZINT_DATABAR
        case .dataBarExpanded:
            options.isStacked ? CANDELA_ZINT_DATABAR_EXPANDED_STACKED : CANDELA_ZINT_DATABAR_EXPANDED
        case .qr: CANDELA_ZINT_QR
        case .microQR: CANDELA_ZINT_MICRO_QR
        case .aztec: CANDELA_ZINT_AZTEC
        case .pdf417: CANDELA_ZINT_PDF417
        case .dataMatrix: CANDELA_ZINT_DATA_MATRIX
        case .maxiCode: CANDELA_ZINT_MAXICODE
        }
    }
}

// MARK: Options

extension ZintRequest {
    private mutating func apply(_ options: EncodingOptions) throws(EncodingError) {
        request.option_1 = -1
        if let height = options.barHeight {
            guard (1...2000).contains(height) else { throw unsuitable("the bar height must be 1 to 2000 X dimensions") }
            guard symbology.isLinear else { throw unsuitable("it has no bars, so their height cannot be set") }
            request.height = Float(height)
        }
        if let eci = options.eci {
            guard (0...899).contains(eci) else { throw unsuitable("the character set (ECI) must be 0 to 899") }
            request.eci = Int32(eci)
        }
        if options.isGS1, ![.code128, .qr, .aztec, .dataMatrix, .dataBar, .dataBarExpanded].contains(symbology) {
            throw unsuitable("it cannot hold GS1 data; use code-128, databar-expanded, qr, aztec or data-matrix")
        }
        if options.isStacked, symbology != .dataBar, symbology != .dataBarExpanded {
            throw unsuitable("only databar and databar-expanded can be stacked")
        }
        try applyErrorCorrection(options)
        try applySize(options)
    }

    private mutating func applyErrorCorrection(_ options: EncodingOptions) throws(EncodingError) {
        if symbology == .maxiCode {
            guard (4...5).contains(options.maxiCodeMode) else { throw unsuitable("the MaxiCode mode must be 4 or 5") }
            request.option_1 = Int32(options.maxiCodeMode)
        }
        guard let correction = options.errorCorrection else { return }
        let step = Int32(EncodingOptions.ErrorCorrection.allCases.firstIndex(of: correction)!)
        switch symbology {
        case .aztec where options.size != nil: throw unsuitable(CodeKind.aztecChoice)
        case .qr, .aztec: request.option_1 = step + 1
        case .microQR:
            guard correction != .high else { throw unsuitable("its error correction can be low, medium or quartile") }
            request.option_1 = step + 1
        case .pdf417: request.option_1 = [2, 4, 5, 6][Int(step)]
        default: throw unsuitable("its error correction is fixed")
        }
    }

    private mutating func applySize(_ options: EncodingOptions) throws(EncodingError) {
        if symbology == .code39Mod43 { request.option_2 = 1 }
        // DM_SQUARE: rectangles are for narrow places and must be requested by size.
        if symbology == .dataMatrix { request.option_3 = 100 }
        guard let size = options.size else { return }
        let allowed: ClosedRange<Int>
        switch symbology {
        case .qr: allowed = 1...40
        case .microQR: allowed = 1...4
        case .aztec: allowed = 1...36
        case .dataMatrix: allowed = 1...48
        case .pdf417: allowed = 1...30
        case .dataBarExpanded where options.isStacked: allowed = 1...11
        default: throw unsuitable("its size depends only on the text")
        }
        guard allowed.contains(size) else {
            throw unsuitable("size \(size) does not exist; sizes are \(allowed.lowerBound) to \(allowed.upperBound)")
        }
        request.option_2 = Int32(size)
    }

    private func unsuitable(_ cause: String) -> EncodingError { EncodingError(.unsuitableOption, symbology, cause) }
}

// MARK: Texts

extension ZintRequest {
    private func digits(_ text: some StringProtocol) throws(EncodingError) -> [UInt8] {
        let digits = text.utf8.map { $0 &- UInt8(ascii: "0") }
        guard digits.allSatisfy({ $0 <= 9 }) else {
            throw EncodingError(.unsuitableText, symbology, "only digits can be encoded")
        }
        return digits
    }

    /// EAN and UPC. libzint pads short numbers with zeros and accepts eight digits as an EAN-13. So lengths and check
    /// digits are checked here, and libzint gets the digits without the check digit.
    private mutating func useRetail(
        _ text: String, counts: Set<Int>, checked: Int?, allowsAddOn: Bool
    ) throws(EncodingError) {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        var number = try digits(parts[0])
        if let checked, number.count == checked {
            try dropCheckDigit(&number)
        } else if !counts.contains(number.count) {
            let expected = (counts.sorted() + (checked.map { [$0] } ?? [])).map(String.init).joined(separator: " or ")
            throw EncodingError(.unsuitableText, symbology, "it takes \(expected) digits, not \(number.count)")
        }
        data = number.map { $0 + UInt8(ascii: "0") }
        guard parts.count > 1 else { return }
        guard allowsAddOn, parts.count == 2 else {
            throw EncodingError(.unsuitableText, symbology, "only digits can be encoded")
        }
        let addOn = try digits(parts[1])
        guard addOn.count == 2 || addOn.count == 5 else {
            throw EncodingError(.unsuitableText, symbology, "an add-on must have 2 or 5 digits, not \(addOn.count)")
        }
        data += Array("+".utf8) + addOn.map { $0 + UInt8(ascii: "0") }
    }

    private func dropCheckDigit(_ number: inout [UInt8]) throws(EncodingError) {
        let given = number.removeLast()
        let right = gs1CheckDigit(of: number)
        guard given == right else {
            throw EncodingError(.unsuitableText, symbology, "its check digit is \(given) and should be \(right)")
        }
    }

    private mutating func useUPCE(_ text: String) throws(EncodingError) {
        let number = try digits(text)
        switch number.count {
        case 6: data = Array("0".utf8) + data
        case 7, 8: break
        default: throw EncodingError(.unsuitableText, symbology, "it takes 6, 7 or 8 digits, not \(number.count)")
        }
        guard data[0] <= UInt8(ascii: "1") else {
            throw EncodingError(.unsuitableText, symbology, "its number system must be 0 or 1")
        }
        if number.count == 8 {
            // The check digit is that of the UPC-A that it abbreviates.
            let right = gs1CheckDigit(of: Self.expandedUPCE(number))
            guard number[7] == right else {
                throw EncodingError(
                    .unsuitableText, symbology, "its check digit is \(number[7]) and should be \(right)")
            }
            data.removeLast()
        }
    }

    /// The eleven digits of the UPC-A, from the number system and six digits. Source: GS1 General Specifications
    /// 5.2.2.4.2.
    static func expandedUPCE(_ number: [UInt8]) -> [UInt8] {
        let system = number[0]
        let d = Array(number[1...6])
        return switch d[5] {
        case 0...2: [system, d[0], d[1], d[5], 0, 0, 0, 0, d[2], d[3], d[4]]
        case 3: [system, d[0], d[1], d[2], 0, 0, 0, 0, 0, d[3], d[4]]
        case 4: [system, d[0], d[1], d[2], d[3], 0, 0, 0, 0, 0, d[4]]
        default: [system, d[0], d[1], d[2], d[3], d[4], 0, 0, 0, 0, d[5]]
        }
    }

    private mutating func useISBN(_ text: String) throws(EncodingError) {
        data = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        guard data.count == 10 || data.count == 13 else {
            throw EncodingError(.unsuitableText, symbology, "an ISBN has 10 or 13 characters, not \(data.count)")
        }
    }

    private func requireCode39(_ text: String) throws(EncodingError) {
        let allowed = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
        guard text.utf8.allSatisfy(allowed.contains) else {
            throw EncodingError(
                .unsuitableText, symbology, "it takes only digits, capital letters and -. $/+%; use code-128")
        }
    }

    private func requireCodabar(_ text: String) throws(EncodingError) {
        let ends = Set("ABCD".utf8)
        let inner = Set("0123456789-$:/.+".utf8)
        guard data.count >= 3, ends.contains(data[0]), ends.contains(data[data.count - 1]),
            data[1..<data.count - 1].allSatisfy(inner.contains)
        else {
            throw EncodingError(
                .unsuitableText, symbology, "it takes digits and -$:/.+ between two letters from A to D, as in A123B")
        }
    }

    private mutating func useDataBar(_ text: String) throws(EncodingError) {
        var number = text[...]
        for prefix in ["(01)", "[01]"] where number.hasPrefix(prefix) { number = number.dropFirst(prefix.count) }
        var gtin = try digits(number)
        switch gtin.count {
        case 13: break
        case 14: try dropCheckDigit(&gtin)
        default: throw EncodingError(.unsuitableText, symbology, "it takes 13 or 14 digits, not \(gtin.count)")
        }
        data = gtin.map { $0 + UInt8(ascii: "0") }
    }

    private mutating func useGS1(_ text: String) {
        request.mode = Int32(CANDELA_ZINT_GS1.rawValue)
        if text.hasPrefix("(") { request.mode |= Int32(CANDELA_ZINT_GS1_PARENTHESES.rawValue) }
    }

    /// Without an ECI, readers guess the character set of the bytes, and guess differently.
    private mutating func announceUnicode(_ text: String, _ options: EncodingOptions) {
        guard options.eci == nil, symbology != .code128, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        request.eci = 26
    }
}

// MARK: Encoding

extension ZintRequest {
    func encode(text: String) throws(EncodingError) -> EncodedSymbol {
        let made = try ZintSymbol(data, request, as: .readable(symbology))
        let content = content(text: text, printed: made.text)
        // In GS1's own form the identifiers are in parentheses, which readers do not return.
        let isGS1Linear = symbology.isLinear && made.text.hasPrefix("(")
        return EncodedSymbol(
            kind: .readable(symbology), text: text, content: content, caption: isGS1Linear ? made.text : content,
            modules: made.modules, rowHeights: made.rowHeights,
            layout: symbology == .maxiCode ? .hexagonal : .rectangular, quietZone: .standard(for: symbology))
    }

    private func content(text: String, printed: String) -> String {
        guard symbology.isLinear, !printed.isEmpty else {
            return symbology == .dataBar || request.mode & Int32(CANDELA_ZINT_GS1.rawValue) != 0
                ? withoutBrackets(text) : text
        }
        switch symbology {
        case .code39, .code39Mod43: return String(printed.dropFirst().dropLast())
        case .code128 where request.mode & Int32(CANDELA_ZINT_GS1.rawValue) == 0, .code93: return text
        case .dataBar, .dataBarExpanded, .code128: return withoutBrackets(printed)
        default: return printed
        }
    }

    private func withoutBrackets(_ text: String) -> String { text.filter { !"()[]".contains($0) } }
}
