// SPDX-License-Identifier: Apache-2.0

/// A text as one word of a journal's line: letters, digits, `-` and `_` stand for themselves, every other byte is `%41`.
enum JournalWord {
    /// The maximum size in bytes of a text.
    private static let limit = 4096

    static func encode(_ text: String) -> String {
        text.utf8.map { isPlain($0) ? String(UnicodeScalar($0)) : "%" + hexadecimal([$0]) }.joined()
    }

    /// `nil` if it is not such a word, or too long.
    static func decode(_ word: String) -> String? {
        var plain: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.popFirst() {
            if isPlain(byte) {
                plain.append(byte)
            } else {
                guard byte == UInt8(ascii: "%"), rest.count >= 2,
                    let value = bytes(Substring(decoding: rest.prefix(2), as: UTF8.self), limit: 1)
                else { return nil }
                plain += value
                rest = rest.dropFirst(2)
            }
            guard plain.count <= limit else { return nil }
        }
        return String(validating: plain, as: UTF8.self)
    }

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// `nil` if they are not pairs of hexadecimal digits, or more than `limit`.
    static func bytes(_ text: Substring, limit: Int) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2), digits.count <= 2 * limit else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            let pair = digits[start...start + 1]
            guard pair.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
                let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
