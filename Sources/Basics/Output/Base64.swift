// SPDX-License-Identifier: Apache-2.0

/// Base64 by RFC 4648, section 4, with padding: for bytes that are not text.
package func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        let value = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
        for index in 0..<4 {
            let isPadding = index > group.count
            text.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(value >> (18 - 6 * UInt32(index)) & 63)])
        }
    }
    return String(decoding: text, as: UTF8.self)
}

/// The bytes of a Base64 text, by the same section. `nil` for anything else, also for blanks and missing padding.
package func base64Bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var value: UInt32 = 0
    for (index, digit) in digits.enumerated() {
        let number: UInt8
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): number = digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): number = digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number = digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): number = 62
        case UInt8(ascii: "/"): number = 63
        default:
            guard index >= digits.count - padding else { return nil }
            number = 0
        }
        value = value << 6 | UInt32(number)
        guard index % 4 == 3 else { continue }
        bytes += [
            UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
            UInt8(truncatingIfNeeded: value),
        ]
    }
    // The unused bits must be zero: one text for the same bytes.
    guard bytes.suffix(padding).allSatisfy({ $0 == 0 }) else { return nil }
    return bytes.dropLast(padding)
}
