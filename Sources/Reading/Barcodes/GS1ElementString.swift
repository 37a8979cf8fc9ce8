// SPDX-License-Identifier: Apache-2.0

/// GS1 data in its two spellings: printed, with application identifiers in parentheses, and encoded.
package enum GS1ElementString {
    /// The encoded form of `(01)09501101530003(10)ABC(21)7`: no parentheses, and a GS character (0x1d) after each element
    /// of variable length but the last. `nil` if the text does not begin with an identifier in parentheses.
    package static func withoutParentheses(_ text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var index = 0
        var needsSeparator = false
        guard let first = identifier(in: text, at: 0) else { return nil }
        var next: (digits: [UInt8], end: Int)? = first
        while let (digits, end) = next {
            if needsSeparator { result.append(0x1d) }
            result += digits
            needsSeparator = !hasFixedLength(digits)
            index = end
            next = nil
            // Data may contain parentheses: only two to four digits between them are an identifier.
            while index < text.count {
                next = identifier(in: text, at: index)
                if next != nil { break }
                result.append(text[index])
                index += 1
            }
        }
        return result
    }

    private static func identifier(in text: [UInt8], at index: Int) -> (digits: [UInt8], end: Int)? {
        guard index < text.count, text[index] == UInt8(ascii: "(") else { return nil }
        guard let close = text[index...].prefix(6).firstIndex(of: UInt8(ascii: ")")) else { return nil }
        let digits = Array(text[(index + 1)..<close])
        guard (2...4).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return (digits, close + 1)
    }

    /// See GS1 General Specifications, 7.8.5, "Predefined length" table: by the identifier's first two digits.
    static func hasFixedLength(_ identifier: [UInt8]) -> Bool {
        let begin = Int(identifier[0] - 0x30) * 10 + Int(identifier[1] - 0x30)
        return switch begin {
        case 0...4, 11...20, 31...36, 41: true
        default: false
        }
    }
}
