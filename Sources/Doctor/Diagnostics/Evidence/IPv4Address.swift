// SPDX-License-Identifier: Apache-2.0

/// An address of four numbers, as everybody writes it: without zeros before them.
struct IPv4Address: Hashable, CustomStringConvertible {
    /// In the order in which it is written: 192.168.1.0 is 0xC0A80100.
    let number: UInt32

    init(number: UInt32) { self.number = number }

    /// - Returns: `nil` for names, and for what is written in another way.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        guard parts.count == 4, parts.map(String.init).joined(separator: ".") == text else { return nil }
        number = parts.reduce(0) { $0 << 8 | UInt32($1) }
    }

    var description: String { stride(from: 24, through: 0, by: -8).map { String(number >> UInt32($0) & 255) }.joined(separator: ".") }

    var isLoopback: Bool { number >> 24 == 127 }

    /// Whether it is of a network that is not reached from outside. Source: RFC 1918.
    var isPrivate: Bool { number >> 24 == 10 || number >> 16 == 0xc0a8 || number >> 20 == 0xac1 }

    /// Source: RFC 3927.
    var isLinkLocal: Bool { number >> 16 == 0xa9fe }

    /// Whether it is one of the internet: of no own network, no provider's and no VPN's (100.64.0.0/10, 198.18.0.0/15), and of one machine.
    /// Those for examples in documents count as such. Source: RFC 6890.
    var isPublic: Bool {
        !isPrivate && !isLoopback && number >> 24 != 0 && number >> 28 < 14 && !isLinkLocal && number >> 22 != 0x191 && number >> 17 != 0x6309
    }
}
