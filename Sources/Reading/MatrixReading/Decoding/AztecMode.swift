// SPDX-License-Identifier: Apache-2.0

/// The message around the bull's eye: the symbol's size and the amount of data, or a rune.
package enum AztecMode: Hashable, Sendable {
    case symbol(AztecShape, dataWords: Int, isReaderProgramming: Bool)
    /// A compact core without layers that encodes one number.
    case rune(UInt8)

    /// - Parameters:
    ///   - isDark: whether a module of the ring is dark, counted from the centre.
    /// - Returns: `nil` if the message has more errors than can be corrected, or impossible values.
    package static func read(isCompact: Bool, isDark: (_ x: Int, _ y: Int) -> Bool) -> AztecMode? {
        let bits = ring(isCompact: isCompact).map { isDark($0.x, $0.y) }
        return isCompact ? compact(bits) : full(bits)
    }

    /// The message's modules in order: clockwise from the top left, without the corners, and in full symbols without the
    /// middles, which belong to the reference grid.
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
        // Every other bit of a rune is inverted, so that it cannot be taken for a symbol. Source: ISO/IEC 24778, annex A.
        words = nibbles(bits).map { $0 ^ 0xa }
        // Nothing else identifies a rune, so at most one error is accepted.
        guard let wrong = ReedSolomon.correct(&words, checks: 5, in: .aztec4), wrong <= 1 else { return nil }
        return .rune(UInt8(words[0] << 4 | words[1]))
    }

    private static func full(_ bits: [Bool]) -> AztecMode? {
        var words = nibbles(bits)
        guard ReedSolomon.correct(&words, checks: 6, in: .aztec4) != nil else { return nil }
        let value = words[..<4].reduce(0) { $0 << 4 | $1 }
        return symbol(AztecShape(isCompact: false, layers: value >> 11 + 1), count: value & 0x7ff, flag: 0x400)
    }

    /// `count` is the number of data words minus one. If the symbol has fewer words than the highest bit implies, that
    /// bit marks a reader programming symbol.
    private static func symbol(_ shape: AztecShape, count: Int, flag: Int) -> AztecMode? {
        let words = shape.bitCount / shape.wordBits
        var count = count
        let isFlagged = count & flag != 0 && count + 1 > words
        if isFlagged { count &= ~flag }
        // At least three check words: fewer correct almost nothing.
        guard count + 1 <= words - 3 else { return nil }
        return .symbol(shape, dataWords: count + 1, isReaderProgramming: isFlagged)
    }
}
