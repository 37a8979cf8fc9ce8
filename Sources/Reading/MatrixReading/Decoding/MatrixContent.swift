// SPDX-License-Identifier: Apache-2.0

/// Bytes, with what the symbol says of their character sets (ECI) and of its use.
package struct MatrixContent: Hashable, Sendable {
    package private(set) var bytes: [UInt8] = []
    /// FNC1 came first: GS1 element strings, 0x1d between those of no fixed length.
    package var isGS1 = false
    /// The symbol programs a reader rather than carrying data for the host.
    package var isReaderProgramming = false
    /// Where each announced character set begins, in order.
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

    /// What follows is in the character set `number` (an Extended Channel Interpretation).
    mutating func beginCharacterSet(_ number: Int) { sets.append(Start(offset: bytes.count, number: number)) }

    /// The text where the bytes as UTF-8 do not say the same; `nil` also where they are no text, or in a character set
    /// not known here.
    ///
    /// What no ECI announces is Latin-1 by the standards, but many symbols hold UTF-8: what is valid UTF-8 is taken so.
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
