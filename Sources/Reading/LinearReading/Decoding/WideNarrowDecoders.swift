// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// Decodes Code 39, Codabar and ITF: symbologies of wide and narrow elements without a mandatory check.
///
/// Do not trust any of them from a single profile; see `LinearDecoder`.
enum WideNarrowDecoders {
    struct Reading {
        var bytes: [UInt8]
        var first: Int
        var last: Int
        /// The smallest clear gap between wide and narrow, as a share of their difference.
        var clarity: Float
    }

    // MARK: Code 39, ISO/IEC 16388

    /// Wide elements of each character, bar first, bit 8 the first element.
    private static let characters39: [Int: UInt8] = {
        let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%*".utf8)
        let masks = [
            0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064, 0x109, 0x049, 0x148, 0x019, 0x118,
            0x058,
            0x00d, 0x10c, 0x04c, 0x01c, 0x103, 0x043, 0x142, 0x013, 0x112, 0x052, 0x007, 0x106, 0x046, 0x016, 0x181,
            0x0c1,
            0x1c0, 0x091, 0x190, 0x0d0, 0x085, 0x184, 0x0c4, 0x0a8, 0x0a2, 0x08a, 0x02a, 0x094,
        ]
        return Dictionary(uniqueKeysWithValues: zip(masks, characters))
    }()

    /// Two wide bars and one wide space, or three wide spaces and no bar.
    private static let symbology39 = DiscreteSymbology(
        elements: 9, characters: characters39, wide: [(2, 1), (0, 3)], evenness: 1.8, widths: 0.75...1.33,
        quietZone: 0.3,
        mostCharacters: 81, leastCharacters: 3, isEnd: { $0 == UInt8(ascii: "*") })

    /// Without the asterisks at both ends.
    static func code39(_ line: WidthSequence) -> Reading? {
        guard var reading = symbology39.read(line) else { return nil }
        reading.bytes = Array(reading.bytes.dropFirst().dropLast())
        return reading
    }

    /// One whose margins may be a little wider than a module, with the asterisks.
    static func crowdedCode39(_ line: WidthSequence) -> Reading? {
        var symbology = symbology39
        symbology.quietZone = 0.09
        return symbology.read(line)
    }

    /// The number of characters of one without the asterisks, with nothing else between two quiet zones.
    static func unframedCode39(_ line: WidthSequence) -> Int? {
        guard let bytes = symbology39.charactersWithoutEnds(line, least: leastUnframed, widestGap: 0.13),
            // An asterisk that is read from its other end.
            bytes.first != UInt8(ascii: "P"), bytes.last != UInt8(ascii: "P")
        else { return nil }
        return bytes.count
    }

    /// Fewer characters may be a part of anything.
    private static let leastUnframed = 4

    // MARK: Codabar, EN 798

    /// Wide elements of each character, bar first, bit 6 the first element.
    private static let charactersCodabar: [Int: UInt8] = {
        let characters = Array("0123456789-$:/.+ABCD".utf8)
        let masks = [
            0x03, 0x06, 0x09, 0x60, 0x12, 0x42, 0x21, 0x24, 0x30, 0x48, 0x0c, 0x18, 0x45, 0x51, 0x54, 0x15, 0x1a, 0x29,
            0x0b,
            0x0e,
        ]
        return Dictionary(uniqueKeysWithValues: zip(masks, characters))
    }()

    /// One wide bar and one wide space; one wide bar and two spaces; three wide bars and no space.
    private static let symbologyCodabar = DiscreteSymbology(
        elements: 7, characters: charactersCodabar, wide: [(1, 1), (1, 2), (3, 0)], evenness: 1.6, widths: 0.6...1.6,
        quietZone: 0.35, mostCharacters: 80, leastCharacters: 5,
        isEnd: { (UInt8(ascii: "A")...UInt8(ascii: "D")).contains($0) })

    /// With the letters at both ends.
    static func codabar(_ line: WidthSequence) -> Reading? { symbologyCodabar.read(line) }

    // MARK: Interleaved 2 of 5, ISO/IEC 16390

    /// Wide elements of each digit, bit 4 the first.
    private static let itf: [Int: UInt8] = Dictionary(
        uniqueKeysWithValues: zip(
            [0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010], 0x30...0x39))

    /// At least six digits: any row of letters contains four by chance. A line with nothing else in it may have four.
    ///
    /// - Parameters:
    ///   - fewest: fewer digits, to explain what is not read.
    ///   - quiet: the least light margin at both ends, in modules.
    static func itf(_ line: WidthSequence, fewest: Int? = nil, quiet: Float = 6) -> Reading? {
        line.firstReading(least: fewest == nil ? 27 : 17) { start -> Reading? in
            // It begins with four narrow elements.
            let begin = (0..<4).map { line.widths[start + $0] }
            let module = line.sum(start, 4) / 4
            guard begin.allSatisfy({ $0 > 0.5 * module && $0 < 1.6 * module }),
                line.isQuiet(before: start, width: quiet * module)
            else { return nil }
            var bytes: [UInt8] = []
            var clarity: Float = 1
            var index = start + 4
            var last: Float?
            while bytes.count < 80 {
                // It ends with a wide bar, a narrow space and a narrow bar.
                if index + 3 <= line.widths.count, line.isQuiet(after: index + 2, width: quiet * module) {
                    let end = (0..<3).map { line.widths[index + $0] }
                    let isAlone = start == 0 && index + 3 == line.widths.count
                    // With little margin, a wide space may belong to another digit: then it is no end.
                    let goesOn = quiet < 4 && digitPair(line, index) != nil
                    if !goesOn, bytes.count >= fewest ?? (isAlone ? 4 : 6), end[0] > 1.5 * end[2], end[0] > 1.5 * module,
                        end[1] < 1.7 * module, end[2] < 1.7 * module
                    {
                        return Reading(bytes: bytes, first: start, last: index + 2, clarity: clarity)
                    }
                    if quiet >= 4 { return nil }
                }
                guard index + 10 <= line.widths.count else { return nil }
                let here = line.sum(index, 10)
                if let last { guard here > 0.75 * last, here < 1.33 * last else { return nil } }
                last = here
                guard let pair = digitPair(line, index) else { return nil }
                bytes += pair.digits
                clarity = min(clarity, pair.clarity)
                index += 10
            }
            return nil
        }
    }

    /// Two digits: one in the bars, one in the spaces.
    private static func digitPair(_ line: WidthSequence, _ index: Int) -> (digits: [UInt8], clarity: Float)? {
        guard index + 10 <= line.widths.count else { return nil }
        var (digits, clarity): ([UInt8], Float) = ([], 1)
        for first in [0, 1] {
            let elements = stride(from: first, to: 10, by: 2).map { line.widths[index + $0] }
            guard let (mask, clear) = WideNarrow.wide(elements, count: 2) else { return nil }
            let pattern = (0..<5).reduce(0) { $0 | (mask >> $1 & 1) << (4 - $1) }
            guard let digit = itf[pattern] else { return nil }
            digits.append(digit)
            clarity = min(clarity, clear)
        }
        return (digits, clarity)
    }
}
