// SPDX-License-Identifier: Apache-2.0

/// An IPv4 address that is not written as four plain numbers: programs take it for another address, or for a name.
///
/// Source: inet_aton(3): with fewer than four numbers, the last one fills the remaining bytes; a number that begins with 0 is
/// octal, and with 0x hexadecimal.
struct WrittenAddress {
    /// What is wrong with it, to follow "the address".
    let fault: String
    /// The address that most programs take it for; `nil` if it is none.
    let meaning: String?

    /// - Returns: `nil` for names, and for what is written well.
    init?(_ host: String) {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        // A domain can have a number for its first part, and never for its last.
        guard host.utf8.count <= 64, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        let zeros = parts.contains { $0.count > 1 && $0.hasPrefix("0") }
        let meaning = Self.meaning(parts)
        if parts.count != 4 {
            fault = "has \(parts.count == 1 ? "one number" : "\(parts.count) numbers") in place of four"
        } else if parts.contains(where: { ($0.count > 9 ? 256 : Int($0) ?? 256) > 255 }) {
            fault = "has a number above 255"
        } else if zeros {
            fault = "has numbers that begin with 0, which programs take for octal ones, or refuse"
        } else {
            return nil
        }
        // Zeros that change nothing.
        if parts.count == 4, meaning == parts.compactMap({ Int($0) }).map(String.init).joined(separator: ".") { return nil }
        self.meaning = meaning
    }

    private static func meaning(_ parts: [String]) -> String? {
        guard parts.count <= 4 else { return nil }
        let numbers = parts.map { UInt64($0, radix: $0.count > 1 && $0.hasPrefix("0") ? 8 : 10) }
        var address: UInt64 = 0
        for (index, number) in numbers.enumerated() {
            let isLast = index == numbers.count - 1
            let bytes = isLast ? 4 - index : 1
            guard let number, number < 1 << (8 * UInt64(bytes)) else { return nil }
            address += isLast ? number : number << (8 * UInt64(3 - index))
        }
        return stride(from: 24, through: 0, by: -8).map { String(address >> UInt64($0) & 255) }.joined(separator: ".")
    }
}
