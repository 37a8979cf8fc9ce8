// SPDX-License-Identifier: Apache-2.0

/// The secret with which browsers on other machines get access.
package struct AccessToken: Hashable, Sendable {
    /// Letters, digits, `-` and `_`: they need no escaping in a URL, a cookie or a header.
    package let text: String

    /// A badly chosen shorter token could be guessed.
    package static let fewest = 16
    package static let most = 256

    /// A new token: 128 random bits as 26 characters that are hard to confuse when copied by hand.
    package init() {
        // On Linux this is the kernel's generator (getrandom).
        var generator = SystemRandomNumberGenerator()
        self.init(bits: (generator.next(), generator.next()))
    }

    /// Base 32 of RFC 4648, in lower case.
    package init(bits: (UInt64, UInt64)) {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
        let number = UInt128(bits.0) << 64 | UInt128(bits.1)
        text = String((0..<26).map { alphabet[Int(truncatingIfNeeded: number >> (5 * $0)) & 31] })
    }

    /// A stored token; `nil` if it is too short or has other characters.
    package init?(_ text: String) {
        guard (Self.fewest...Self.most).contains(text.utf8.count), text.utf8.allSatisfy(Self.isPlain) else {
            return nil
        }
        self.text = text
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Whether the tokens are equal, compared in constant time.
    package func isSame(as given: some StringProtocol) -> Bool {
        let (given, own) = (Array(given.utf8), Array(text.utf8))
        guard given.count == own.count else { return false }
        return zip(given, own).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension AccessToken: CustomStringConvertible {
    /// Does not show the token, as printed text may end up in logs.
    package var description: String { "a token" }
}
