// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Decodes percent-encoded text such as `%2F` (RFC 3986, 2.1); a plus sign stays a plus sign. `nil` for a percent sign
    /// without two hexadecimal digits, or bytes that are not UTF-8.
    package init?(percentEncoded text: some StringProtocol) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Self.hexadecimal),
                let low = rest.popFirst().flatMap(Self.hexadecimal)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(validating: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
