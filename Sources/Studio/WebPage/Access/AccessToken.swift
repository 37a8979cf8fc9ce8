// SPDX-License-Identifier: Apache-2.0

/// What lets a browser in from beyond this machine.
public struct AccessToken: Hashable, Sendable {
    /// Letters, digits, `-` and `_`: the same in a URL, a cookie and a header.
    public let text: String

    /// Fewer can be guessed when they are no good ones.
    public static let fewest = 16
    package static let most = 256

    /// A new one: 128 bits of the system's, as 26 characters that are not mistaken for each other when copied by hand.
    public init() {
        // The system's is the kernel's (getrandom).
        var generator = SystemRandomNumberGenerator()
        self.init(bits: (generator.next(), generator.next()))
    }

    /// RFC 4648's base 32, in lower case.
    package init(bits: (UInt64, UInt64)) {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
        let number = UInt128(bits.0) << 64 | UInt128(bits.1)
        text = String((0..<26).map { alphabet[Int(truncatingIfNeeded: number >> (5 * $0)) & 31] })
    }

    /// One that was kept; `nil` for what is too short or holds other characters.
    public init?(_ text: String) {
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

    /// Whether that is the same, in a time that does not tell how much of it was right.
    package func isSame(as given: some StringProtocol) -> Bool {
        let (given, own) = (Array(given.utf8), Array(text.utf8))
        guard given.count == own.count else { return false }
        return zip(given, own).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension AccessToken: CustomStringConvertible {
    /// Not itself: what is printed by accident is kept in logs.
    public var description: String { "a token" }
}
