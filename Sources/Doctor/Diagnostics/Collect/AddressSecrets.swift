// SPDX-License-Identifier: Apache-2.0

/// The secrets in the addresses that programs write.
enum AddressSecrets {
    /// Without the users and passwords of addresses: `rtsp://ada:secret@door/` becomes `rtsp://door/`, `?pwd=secret` becomes `?pwd=…`.
    static func removed(from line: Substring) -> String {
        line.split(separator: "://", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0 else { return String(part) }
            let address = part.prefix { !$0.isWhitespace && $0 != "'" && $0 != "\"" }
            // A password that was not encoded can hold a slash or another `@`.
            // Some are encoded together with the `@` after them.
            let place = address.lastIndex(of: "@").map { address[address.index(after: $0)...] }
                ?? address.prefix { $0 != "/" }.ranges(of: "%40").last.map { address[$0.upperBound...] } ?? address
            return withoutValues(place) + withoutPort(part[address.endIndex...])
        }.joined(separator: "://")
    }

    /// Go quotes the part of a password that it takes for a port: `invalid port ":secret" after host`.
    private static func withoutPort(_ words: Substring) -> String {
        guard let start = words.firstRange(of: "invalid port \":"), let end = words.firstRange(of: "\" after host"), start.upperBound <= end.lowerBound
        else { return String(words) }
        return words[..<start.upperBound] + "…" + words[end.lowerBound...]
    }

    private static let names = ["password=", "passwd=", "pass=", "pwd=", "token="].map { Array($0.utf8) }

    private static func withoutValues(_ address: Substring) -> String {
        let bytes = Array(address.utf8)
        var kept: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            guard let name = names.first(where: { name in rest.count >= name.count && zip(rest, name).allSatisfy { small($0) == $1 } }) else {
                kept.append(bytes[index])
                index += 1
                continue
            }
            kept += rest.prefix(name.count) + Array("…".utf8)
            index += name.count
            // `&`, `;`, `,`, `#`
            while index < bytes.count, ![0x26, 0x3b, 0x2c, 0x23].contains(bytes[index]) { index += 1 }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
}
