// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Decodes the bytes of a QR code that declares no character set.
///
/// The standard's default is ISO 8859-1 (JIS X 0201 before 2005), but most printed codes use UTF-8 or Shift JIS.
enum ByteModeText {
    /// The text, if it is not UTF-8 (which needs no conversion) and its character set is fairly certain; otherwise `nil`.
    static func decode(_ bytes: [UInt8]) -> String? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        // Control characters indicate binary content.
        guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d || $0 == 0x7f }) else {
            return nil
        }
        if isShiftJIS(bytes), let text = convert(bytes, from: "SHIFT_JIS") { return text }
        // 0x80 to 0x9f are control characters in ISO 8859-1, and text in it is mostly ASCII.
        let high = bytes.count(where: { $0 >= 0x80 })
        guard !bytes.contains(where: { (0x80..<0xa0).contains($0) }), high * 2 <= bytes.count else { return nil }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

    /// Whether every byte over 0x7f belongs to a pair of JIS X 0208 or is half-width katakana, with at least one pair.
    private static func isShiftJIS(_ bytes: [UInt8]) -> Bool {
        var pairs = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x00..<0x80, 0xa1...0xdf:
                index += 1
            case 0x81...0x9f, 0xe0...0xea:
                guard index + 1 < bytes.count else { return false }
                let second = bytes[index + 1]
                guard (0x40...0x7e).contains(second) || (0x80...0xfc).contains(second) else { return false }
                pairs += 1
                index += 2
            default:
                return false
            }
        }
        return pairs > 0
    }

    private static func convert(_ bytes: [UInt8], from charset: String) -> String? {
        let converter = unsafe iconv_open("UTF-8", charset)
        guard unsafe converter != iconv_t(bitPattern: -1) else { return nil }
        defer { unsafe iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // The maximum: three bytes of UTF-8 for each half-width katakana.
        var output = [CChar](repeating: 0, count: bytes.count * 3 + 4)
        var left = input.count
        var room = output.count
        let capacity = room
        let status = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                var from = source.baseAddress
                var to = target.baseAddress
                return unsafe iconv(converter, &from, &left, &to, &room)
            }
        }
        guard status != Int(bitPattern: UInt.max), left == 0 else { return nil }
        return String(validating: output.prefix(capacity - room).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
