// SPDX-License-Identifier: Apache-2.0

/// One spelling for numbers that can be written in several ways, so that a code is found in a list however the list
/// writes it.
///
/// EAN-8, UPC-A, UPC-E, EAN-13, GTIN-14, ISBN-10 and ISBN-13 become the fourteen digits of their GTIN. A number counts as
/// one of these only if its check digit is correct. Any other text is its own key, without surrounding blanks. See GS1
/// General Specifications, 3.3.2 (GTINs in one field), and ISO 2108 for ISBN.
package enum CanonicalCode {
    /// The keys under which to store a written code in a list, likeliest first; empty for a blank text.
    ///
    /// There are two keys if eight digits are valid both as EAN-8 and as UPC-E.
    package static func keys(of text: String) -> [String] {
        let trimmed = trim(Array(text.utf8)[...])
        guard !trimmed.isEmpty else { return [] }
        let keys = numbers(writtenAs: trimmed)
        return keys.isEmpty ? [String(decoding: trimmed, as: UTF8.self)] : keys
    }

    /// The keys for looking up a code that was read, in this order. Its symbology decides how its digits are interpreted.
    ///
    /// For GS1 element strings, the number after a leading identifier 01 is the last key.
    package static func keys(of barcode: Barcode) -> [String] {
        let bytes = barcode.bytes
        switch barcode.symbology {
        case .ean8: if let key = gtin(bytes[...]) { return [key] }
        case .upcE: if let long = RetailNumber.upcA(fromUPCE: bytes), let key = gtin(long[...]) { return [key] }
        default: break
        }
        guard let text = barcode.text else { return [] }
        var keys = keys(of: text)
        switch barcode.symbology {
        case .dataBar, .dataBarExpanded, .code128, .dataMatrix, .qr, .aztec:
            // Readers return a leading FNC1 as GS, or not at all.
            let element = bytes.first == 0x1d ? bytes.dropFirst() : bytes[...]
            if element.starts(with: [0x30, 0x31]), let key = gtin(element.dropFirst(2).prefix(14)),
                element.count >= 16, !keys.contains(key)
            {
                keys.append(key)
            }
        default: break
        }
        return keys
    }

    /// The GTINs of these bytes: digits, optionally with hyphens or blanks between them.
    private static func numbers(writtenAs written: ArraySlice<UInt8>) -> [String] {
        var text = written
        if text.count > 4, text.prefix(4).elementsEqual("ISBN".utf8) {
            // "ISBN 0-306-40615-2", "ISBN: 0306406152", as in book lists.
            text = text.dropFirst(4).drop { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }
        }
        // The longest is an ISBN-13 with a mark after each digit but the last.
        guard text.count >= 8, text.count <= 25 else { return [] }
        var digits: [UInt8] = []
        digits.reserveCapacity(14)
        var hadMark = true
        for byte in text {
            switch byte {
            case 0x30...0x39:
                digits.append(byte)
                hadMark = false
            case UInt8(ascii: "X"), UInt8(ascii: "x"):
                guard digits.count == 9 else { return [] }
                digits.append(UInt8(ascii: "X"))
                hadMark = false
            case UInt8(ascii: "-"), UInt8(ascii: " "):
                guard !hadMark else { return [] }
                hadMark = true
            default: return []
            }
        }
        guard !hadMark else { return [] }
        switch digits.count {
        case 8:
            var keys: [String] = []
            if let key = gtin(digits[...]) { keys.append(key) }
            if let long = RetailNumber.upcA(fromUPCE: digits), let key = gtin(long[...]), !keys.contains(key) {
                keys.append(key)
            }
            return keys
        case 10: return RetailNumber.ean13(fromISBN10: digits).flatMap { gtin($0[...]) }.map { [$0] } ?? []
        // Eleven digits: a UPC-A whose leading zero a spreadsheet removed.
        case 11...14: return gtin(digits[...]).map { [$0] } ?? []
        default: return []
        }
    }

    /// Fourteen digits, if these are digits and the check digit is correct.
    private static func gtin(_ digits: ArraySlice<UInt8>) -> String? {
        guard digits.count <= 14, CheckDigit.isValidModulo10(Array(digits)) else { return nil }
        return String(decoding: [UInt8](repeating: 0x30, count: 14 - digits.count) + digits, as: UTF8.self)
    }

    private static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return bytes[first...last]
    }
}
