// SPDX-License-Identifier: Apache-2.0

/// Conversions between the lengths of EAN and UPC numbers. All digits are ASCII.
package enum RetailNumber {
    /// The twelve digits of the UPC-A for the eight of a UPC-E, number system and check digit included; `nil` if it is
    /// not a UPC-E.
    ///
    /// See GS1 General Specifications, 5.2.2.4.2.
    package static func upcA(fromUPCE digits: [UInt8]) -> [UInt8]? {
        guard digits.count == 8, digits.allSatisfy({ (0x30...0x39).contains($0) }), digits[0] <= 0x31 else {
            return nil
        }
        let d = Array(digits[1...6])
        // The digits that stand before and behind the zeros that were left out.
        let (head, zeros, tail): ([UInt8], Int, [UInt8]) =
            switch d[5] {
            case 0x30...0x32: ([d[0], d[1], d[5]], 4, [d[2], d[3], d[4]])
            case 0x33: ([d[0], d[1], d[2]], 5, [d[3], d[4]])
            case 0x34: ([d[0], d[1], d[2], d[3]], 5, [d[4]])
            default: (Array(d[0..<5]), 4, [d[5]])
            }
        return [digits[0]] + head + [UInt8](repeating: 0x30, count: zeros) + tail + [digits[7]]
    }

    /// The eight digits of the UPC-E for a UPC-A, if it has that short form; otherwise `nil`.
    package static func upcE(fromUPCA digits: [UInt8]) -> [UInt8]? {
        guard digits.count == 12, digits[0] == 0x30 || digits[0] == 0x31 else { return nil }
        let b = Array(digits[1...10])
        let candidates: [[UInt8]] = [
            Array(b[0..<2] + b[7..<10]) + [b[2]],
            Array(b[0..<3] + b[8..<10]) + [0x33],
            Array(b[0..<4]) + [b[9], 0x34],
            Array(b[0..<5]) + [b[9]],
        ]
        for candidate in candidates {
            let short = [digits[0]] + candidate + [digits[11]]
            if upcA(fromUPCE: short) == digits { return short }
        }
        return nil
    }

    /// Whether thirteen digits are a book's ISBN-13: they begin with 978, or with 979 but not 979-0 (printed music).
    package static func isISBN(_ digits: [UInt8]) -> Bool {
        digits.count == 13
            && (digits.starts(with: Array("978".utf8))
                || (digits.starts(with: Array("979".utf8)) && digits[3] != 0x30))
    }

    /// The EAN-13 of the book with this ISBN-10: nine digits and a check character of 0 to 9 or X. `nil` if it is not an
    /// ISBN-10, or its check character is wrong.
    ///
    /// See ISO 2108:2005, annex C: weights 10 to 1, modulo 11. The EAN-13 begins with 978 and has its own check digit.
    package static func ean13(fromISBN10 text: [UInt8]) -> [UInt8]? {
        guard text.count == 10, text.dropLast().allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        var sum = 0
        for (place, character) in text.enumerated() {
            switch character {
            case 0x30...0x39: sum += (10 - place) * Int(character - 0x30)
            case UInt8(ascii: "X") where place == 9: sum += 10
            default: return nil
            }
        }
        guard sum % 11 == 0 else { return nil }
        let body = Array("978".utf8) + text.dropLast()
        return CheckDigit.modulo10(body).map { body + [$0] }
    }
}
