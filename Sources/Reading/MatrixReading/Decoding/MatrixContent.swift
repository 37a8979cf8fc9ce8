// SPDX-License-Identifier: Apache-2.0

/// Bytes, with the symbol's information about their character sets (ECI) and use.
package struct MatrixContent: Hashable, Sendable {
    package private(set) var bytes: [UInt8] = []
    /// FNC1 came first: GS1 element strings, with 0x1d between those of variable length.
    package var isGS1 = false
    /// The symbol programs a reader; it carries no data for the host.
    package var isReaderProgramming = false
    /// The start of each declared character set, in order.
    private var sets: [Start] = []

    private struct Start: Hashable {
        var offset: Int
        var number: Int
    }

    package init() {}

    mutating func append(_ byte: UInt8) { bytes.append(byte) }
    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func removeFirst(_ count: Int) {
        bytes.removeFirst(count)
        for index in sets.indices { sets[index].offset = max(0, sets[index].offset - count) }
    }

    /// The following bytes are in the character set `number` (an Extended Channel Interpretation).
    mutating func beginCharacterSet(_ number: Int) { sets.append(Start(offset: bytes.count, number: number)) }

    /// Whether it declares a character set.
    package var namesEncoding: Bool { !sets.isEmpty }

    /// The text, if it differs from the bytes as UTF-8. Also `nil` if they are not text, or their character set is not
    /// supported.
    ///
    /// By the standards, undeclared bytes are Latin-1, but many symbols contain UTF-8: valid UTF-8 is treated as such.
    package var decodedText: String? {
        guard bytes.contains(where: { $0 >= 0x80 }) || !sets.isEmpty else { return nil }
        var text = ""
        var offset = 0
        var set: CharacterSet? = .undeclared
        for start in sets + [Start(offset: bytes.count, number: -1)] {
            if start.offset > offset {
                guard let part = set?.text(of: bytes[offset..<start.offset]) else { return nil }
                text += part
            }
            offset = start.offset
            set = CharacterSet(number: start.number)
        }
        return Array(text.utf8) == bytes ? nil : text
    }
}
