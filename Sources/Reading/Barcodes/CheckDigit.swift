// SPDX-License-Identifier: Apache-2.0

/// Check characters, as the symbologies define them.
package enum CheckDigit {
    /// Whether the last digit is the modulo 10 check digit of the others (EAN-13, EAN-8, UPC-A, ITF-14, GTIN-14).
    ///
    /// `digits` are ASCII. See GS1 General Specifications, 7.9.1.
    package static func isValidModulo10(_ digits: [UInt8]) -> Bool {
        guard digits.count >= 2, let expected = modulo10(Array(digits.dropLast())) else { return false }
        return digits.last == expected
    }

    /// The ASCII check digit for these ASCII digits; `nil` if one is not a digit.
    package static func modulo10(_ digits: [UInt8]) -> UInt8? {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            guard (0x30...0x39).contains(digit) else { return nil }
            sum += Int(digit - 0x30) * (place % 2 == 0 ? 3 : 1)
        }
        return 0x30 + UInt8((10 - sum % 10) % 10)
    }

    /// Whether the last character is the modulo 43 check character of the others, and there are others.
    ///
    /// See ISO/IEC 16388, annex A. One in 43 texts without a check character passes by chance.
    package static func isValidModulo43(_ text: [UInt8]) -> Bool {
        guard text.count >= 2, let expected = modulo43(Array(text.dropLast())) else { return false }
        return text.last == expected
    }

    /// The check character for this Code 39 text; `nil` if a character is not one of the 43.
    package static func modulo43(_ text: [UInt8]) -> UInt8? {
        var sum = 0
        for character in text {
            guard let value = code39Characters.firstIndex(of: character) else { return nil }
            sum += value
        }
        return code39Characters[sum % 43]
    }

    private static let code39Characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
}
