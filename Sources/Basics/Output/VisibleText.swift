// SPDX-License-Identifier: Apache-2.0

/// Makes untrusted text (barcodes, device and file names) safe to show on a terminal.
package enum VisibleText {
    /// The text with all invisible scalars escaped: control characters (and so escape sequences), line and paragraph
    /// separators, and marks that reorder or hide text around them.
    ///
    /// They become `\n`, `\r`, `\t`, `\\`, `\xNN` below U+0080, and `\u{NNNN}` above.
    package static func escape(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { needsEscape($0) || $0 == "\\" }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where needsEscape(scalar):
                result +=
                    scalar.value < 0x80 ? hexadecimal(UInt8(scalar.value)) : "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Escapes bytes that may not be UTF-8: valid parts as above, the rest byte by byte.
    package static func escape(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return escape(text) }
        var result = ""
        var rest = bytes[...]
        while let byte = rest.first {
            let length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
            if let piece = String(validating: rest.prefix(length), as: UTF8.self), !piece.isEmpty {
                result += escape(piece)
                rest = rest.dropFirst(piece.utf8.count)
            } else {
                result += hexadecimal(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }

    /// Whether the scalar is invisible or acts on a terminal.
    static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f: true
        case 0xad, 0x61c, 0x180e, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff, 0xfff9...0xfffb: true
        case 0xe0000...0xe007f: true  // Tags: invisible ASCII.
        default: false
        }
    }
}
