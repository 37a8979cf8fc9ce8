// SPDX-License-Identifier: Apache-2.0

/// The message around the bull's eye: how large the symbol is and how much of it is data, or a rune.
package enum AztecMode: Hashable, Sendable {
    case symbol(AztecShape, dataWords: Int, isReaderProgramming: Bool)
    /// A compact core without layers that says one number.
    case rune(UInt8)

    /// - Parameters:
    ///   - isDark: a module of the ring, counted from the centre.
    /// - Returns: `nil` when the message has more errors than can be corrected, or says what cannot be.
    package static func read(isCompact: Bool, isDark: (_ x: Int, _ y: Int) -> Bool) -> AztecMode? {
        let bits = ring(isCompact: isCompact).map { isDark($0.x, $0.y) }
        return isCompact ? compact(bits) : full(bits)
    }

    /// The message's modules in order: clockwise from the top left, the corners left out, and in full symbols the
    /// middles too, which belong to the reference grid.
    package static func ring(isCompact: Bool) -> [(x: Int, y: Int)] {
        let ring = AztecShape.modeRing(isCompact: isCompact)
        let along = isCompact ? Array(-3...3) : Array(-5...(-1)) + Array(1...5)
        return along.map { ($0, -ring) } + along.map { (ring, $0) } + along.map { (-$0, ring) }
            + along.map { (-ring, -$0) }
    }

    private static func nibbles(_ bits: [Bool]) -> [Int] {
        stride(from: 0, to: bits.count, by: 4).map { start in
            (0..<4).reduce(0) { $0 << 1 | (bits[start + $1] ? 1 : 0) }
        }
    }

    private static func compact(_ bits: [Bool]) -> AztecMode? {
        var words = nibbles(bits)
        if ReedSolomon.correct(&words, checks: 5, in: .aztec4) != nil {
            let shape = AztecShape(isCompact: true, layers: words[0] >> 2 + 1)
            return symbol(shape, count: (words[0] & 3) << 4 | words[1], flag: 0x20)
        }
        // A rune's bits are inverted by turns, so that it cannot be taken for a symbol. Source: ISO/IEC 24778, annex A.
        words = nibbles(bits).map { $0 ^ 0xa }
        // There is nothing else to tell a rune by, so no more than one error is believed.
        guard let wrong = ReedSolomon.correct(&words, checks: 5, in: .aztec4), wrong <= 1 else { return nil }
        return .rune(UInt8(words[0] << 4 | words[1]))
    }

    private static func full(_ bits: [Bool]) -> AztecMode? {
        var words = nibbles(bits)
        guard ReedSolomon.correct(&words, checks: 6, in: .aztec4) != nil else { return nil }
        let value = words[..<4].reduce(0) { $0 << 4 | $1 }
        return symbol(AztecShape(isCompact: false, layers: value >> 11 + 1), count: value & 0x7ff, flag: 0x400)
    }

    /// `count` is one less than the number of data words. Its highest bit, where the symbol has not so many words,
    /// makes the symbol one for programming readers.
    private static func symbol(_ shape: AztecShape, count: Int, flag: Int) -> AztecMode? {
        let words = shape.bitCount / shape.wordBits
        var count = count
        let isFlagged = count & flag != 0 && count + 1 > words
        if isFlagged { count &= ~flag }
        // At least three check words: below that there is no correction to speak of.
        guard count + 1 <= words - 3 else { return nil }
        return .symbol(shape, dataWords: count + 1, isReaderProgramming: isFlagged)
    }
}
