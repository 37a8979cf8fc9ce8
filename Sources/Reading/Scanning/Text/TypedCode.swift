// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A code typed by the user because no camera reads it: its symbology, and whether it is valid.
///
/// EAN, UPC, GTIN and ISBN are recognised by their length and accepted by their check digit. Other texts need a symbology
/// given in advance.
package enum TypedCode {
    /// The reader name of typed codes.
    package static let reader = "keyboard"

    /// Why a line is not a valid code.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// A clause to follow the line.
        package let description: String
        /// Whether it could be a code if its symbology were given.
        package private(set) var isOfUnknownKind = false
    }

    /// - Parameters:
    ///   - line: surrounding blanks are ignored.
    ///   - symbology: the symbology of every line; `nil` to use length and check digit.
    ///   - asked: the symbologies being scanned.
    package static func read(
        _ line: String, as symbology: Symbology?, asked: Set<Symbology>
    ) -> Result<Barcode, Refusal> {
        let text = trim(line)
        if let symbology { return read(text, known: symbology) }
        guard let digits = number(text) else { return .failure(.other) }
        let found: Barcode? =
            switch digits.count {
            case 8: barcode(.ean8, digits).asAsked([.ean8]) ?? barcode(.upcE, digits).asAsked([.upcE])
            case 10: RetailNumber.ean13(fromISBN10: digits).map { barcode(.ean13, $0) }
            case 12, 13:
                // As if it had been read, so that UPC-A and EAN-13 take the requested form.
                CheckDigit.isValidModulo10(digits) ? barcode(digits.count == 12 ? .upcA : .ean13, digits) : nil
            case 14: CheckDigit.isValidModulo10(digits) ? barcode(.itf, digits) : nil
            default: nil
            }
        guard let found else { return .failure([8, 10, 12, 13, 14].contains(digits.count) ? wrong(digits) : .other) }
        guard let code = found.asAsked(asked) else {
            return .failure(
                Refusal(description: "it is \(found.symbology.rawValue), which is not among the symbologies to read"))
        }
        return .success(code)
    }

    private static func read(_ text: String, known symbology: Symbology) -> Result<Barcode, Refusal> {
        var bytes = Array(text.utf8)
        if [.ean13, .ean8, .upcA, .upcE, .isbn].contains(symbology), let digits = number(text) {
            bytes = digits
            if symbology == .isbn, digits.count == 10 {
                guard let long = RetailNumber.ean13(fromISBN10: digits) else { return .failure(wrong(digits)) }
                bytes = long
            }
        }
        guard let code = barcode(symbology, bytes).asAsked([symbology]) else {
            return .failure(
                Refusal(description: "it is not a valid \(symbology.rawValue): its length or check digit is wrong"))
        }
        return .success(code)
    }

    private static func barcode(_ symbology: Symbology, _ bytes: [UInt8]) -> Barcode {
        Barcode(symbology: symbology, bytes: bytes, reader: reader)
    }

    private static func wrong(_ digits: [UInt8]) -> Refusal {
        let body = Array(digits.dropLast())
        // The last character of an ISBN-10 can be X, and eight digits may equally be a UPC-E.
        let right = digits.count > 10 ? CheckDigit.modulo10(body) : nil
        let hint = right.map { "; if it is the last, it must be \(Character(Unicode.Scalar($0)))" } ?? ""
        return Refusal(description: "its check digit is wrong: at least one digit is mistyped\(hint)")
    }

    /// Digits, with single blanks or hyphens between them, and the X of an ISBN-10.
    private static func number(_ text: String) -> [UInt8]? {
        var digits: [UInt8] = []
        var wasMark = true
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: digits.append(byte)
            case UInt8(ascii: "X"), UInt8(ascii: "x"):
                guard digits.count == 9 else { return nil }
                digits.append(UInt8(ascii: "X"))
            case UInt8(ascii: "-"), UInt8(ascii: " "):
                guard !wasMark else { return nil }
                wasMark = true
                continue
            default: return nil
            }
            wasMark = false
        }
        return wasMark || digits.dropLast().contains(UInt8(ascii: "X")) ? nil : digits
    }

    private static func trim(_ line: String) -> String {
        var text = line[...]
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }
}

extension TypedCode.Refusal {
    fileprivate static let other = Self(
        description:
            "its length is not that of an EAN, UPC, GTIN or ISBN; for other codes use --manual SYMBOLOGY",
        isOfUnknownKind: true)
}
