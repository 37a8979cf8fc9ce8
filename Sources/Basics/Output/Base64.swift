// SPDX-License-Identifier: Apache-2.0

/// Base64 by RFC 4648, section 4, with padding: for bytes that are not text.
public func base64(_ bytes: [UInt8]) -> String {
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
