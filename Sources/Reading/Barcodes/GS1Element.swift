// SPDX-License-Identifier: Apache-2.0

/// One element of GS1 data: an identifier and its value.
package struct GS1Element: Hashable, Sendable, CustomStringConvertible {
    /// Two to four digits: `01`, `3103`.
    package var identifier: String
    /// Only characters that GS1 allows, all of them ASCII.
    package var value: String

    package init(identifier: String, value: String) {
        self.identifier = identifier
        self.value = value
    }

    /// The data title from the GS1 General Specifications: `GTIN`, `USE BY`.
    package var title: String { GS1Identifiers.entry(identifier)?.title ?? "" }

    package var description: String { "(\(identifier))\(value)" }
}

/// Why bytes are not GS1 data. Quotes no more of them than an identifier.
package struct GS1Error: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
}

extension GS1ElementString {
    /// The group separator between elements, and sometimes before the first.
    private static let separator: UInt8 = 0x1d
    /// The prefixes that readers add to the data of GS1-128, DataBar, QR, Data Matrix and dotted codes (AIM symbology
    /// identifiers).
    private static let prefixes = ["]C1", "]e0", "]Q3", "]d2", "]J1"].map { Array($0.utf8) }

    /// The elements of an encoded string, each checked as its identifier requires: characters, lengths, dates and check
    /// digits.
    package static func elements(_ bytes: [UInt8]) throws(GS1Error) -> [GS1Element] {
        var rest = bytes[...]
        if let prefix = prefixes.first(where: rest.starts) { rest = rest.dropFirst(prefix.count) }
        if rest.first == separator { rest = rest.dropFirst() }
        guard !rest.isEmpty else { throw GS1Error(description: "it is empty") }
        var elements: [GS1Element] = []
        while !rest.isEmpty {
            guard let (identifier, entry) = GS1Identifiers.find(rest) else {
                throw GS1Error(
                    description: elements.isEmpty
                        ? "it does not begin with an application identifier"
                        : "no application identifier follows \(elements.last!.identifier)")
            }
            rest = rest.dropFirst(identifier.count)
            let behind = rest
            for part in entry.parts { try take(part, from: &rest, of: identifier) }
            let value = behind.prefix(behind.count - rest.count)
            elements.append(GS1Element(identifier: identifier, value: String(decoding: value, as: UTF8.self)))
            // A separator may follow any element; an element of variable length needs one, unless it is the last.
            if rest.first == separator {
                rest = rest.dropFirst()
            } else if !rest.isEmpty, !hasFixedLength(Array(identifier.utf8)) {
                throw GS1Error(
                    description: "(\(identifier)) is too long, or has characters that are not allowed")
            }
        }
        return elements
    }

    /// The elements of a code: its GS1 data, or the number of an EAN, UPC or ITF-14 as a GTIN of 14 digits.
    package static func elements(of barcode: Barcode) throws(GS1Error) -> [GS1Element] {
        switch barcode.symbology {
        case .ean13, .ean8, .upcA, .upcE, .isbn, .itf:
            let long = barcode.symbology == .upcE ? RetailNumber.upcA(fromUPCE: barcode.bytes) : barcode.bytes
            guard let long, [8, 12, 13, 14].contains(long.count), CheckDigit.isValidModulo10(long) else {
                throw GS1Error(description: "it is not a valid GTIN")
            }
            let padded = [UInt8](repeating: 0x30, count: 14 - long.count) + long
            return [GS1Element(identifier: "01", value: String(decoding: padded, as: UTF8.self))]
        default: return try elements(barcode.bytes)
        }
    }

    private static func take(
        _ part: GS1Identifiers.Part, from rest: inout ArraySlice<UInt8>, of identifier: String
    ) throws(GS1Error) {
        let allowed = rest.prefix(part.most).prefix { isAllowed($0, part.kind) }
        guard allowed.count >= part.least || part.isOptional && allowed.isEmpty else {
            let kind = part.kind == .digits ? "digits" : "characters"
            let count = part.least == part.most ? "\(part.most)" : "\(part.least) to \(part.most)"
            throw GS1Error(description: "(\(identifier)) needs \(count) \(kind)")
        }
        if part.isChecked, !CheckDigit.isValidModulo10(Array(allowed)) {
            throw GS1Error(description: "(\(identifier)) has a wrong check digit")
        }
        if part.isDate, !isDate(Array(allowed.prefix(6))) {
            throw GS1Error(description: "(\(identifier)) does not begin with a date, YYMMDD")
        }
        rest = rest.dropFirst(allowed.count)
    }

    /// Month 01 to 12; day 00 (the end of the month) to the month's last day. See GS1 General Specifications 3.4.
    private static func isDate(_ digits: [UInt8]) -> Bool {
        guard digits.count == 6 else { return false }
        func two(_ place: Int) -> Int { Int(digits[place] - 0x30) * 10 + Int(digits[place + 1] - 0x30) }
        let (year, month, day) = (two(0), two(2), two(4))
        guard (1...12).contains(month) else { return false }
        let days = [31, year % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day <= days[month - 1]
    }

    private static func isAllowed(_ byte: UInt8, _ kind: GS1Identifiers.Part.Kind) -> Bool {
        let isDigit = (0x30...0x39).contains(byte)
        let isCapital = (0x41...0x5a).contains(byte)
        switch kind {
        case .digits: return isDigit
        case .fileSafe:
            return isDigit || isCapital || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "/")
        case .text:
            return isDigit || isCapital || (0x61...0x7a).contains(byte)
                || Array("!\"%&'()*+,-./_:;<=>?".utf8).contains(byte)
        }
    }
}
