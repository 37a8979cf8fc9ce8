// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// Code 39, Codabar and ITF: symbologies of wide and narrow elements, without a check that must be there.
///
/// None of them is believed from one profile alone; see `LinearDecoder`.
enum WideNarrowDecoders {
    struct Reading {
        var bytes: [UInt8]
        var first: Int
        var last: Int
        /// The least clear gap between wide and narrow, as a share of their difference.
        var clarity: Float
    }

    // MARK: Code 39, ISO/IEC 16388

    /// Wide elements of each character, bar first, bit 8 the first element.
    private static let code39: [Int: UInt8] = {
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

    static func code39(_ line: WidthSequence) -> Reading? {
        each(line, least: 29) { start -> Reading? in
            guard let first = character39(line, start), first.0 == UInt8(ascii: "*") else { return nil }
            let width = line.sum(start, 9)
            guard line.isQuiet(before: start, width: width * 0.3) else { return nil }
            var bytes: [UInt8] = []
            var clarity = first.1
            var index = start + 10
            var last = width
            while index + 9 <= line.widths.count, bytes.count < 80 {
                let here = line.sum(index, 9)
                guard here > 0.75 * last, here < 1.33 * last, line.widths[index - 1] < 0.5 * here,
                    let (byte, clear) = character39(line, index)
                else { return nil }
                last = here
                clarity = min(clarity, clear)
                if byte == UInt8(ascii: "*") {
                    guard !bytes.isEmpty, line.isQuiet(after: index + 8, width: width * 0.3) else { return nil }
                    return Reading(bytes: bytes, first: start, last: index + 8, clarity: clarity)
                }
                bytes.append(byte)
                index += 10
            }
            return nil
        }
    }

    private static func character39(_ line: WidthSequence, _ index: Int) -> (UInt8, Float)? {
        // Two wide bars and one wide space, or three wide spaces and no bar.
        let bars = stride(from: 0, to: 9, by: 2).map { line.widths[index + $0] }
        let spaces = stride(from: 1, to: 9, by: 2).map { line.widths[index + $0] }
        var best: (UInt8, Float)?
        for (barCount, spaceCount) in [(2, 1), (0, 3)] {
            guard let space = WideNarrow.wide(spaces, count: spaceCount) else { continue }
            var bar: (mask: Int, clarity: Float) = (0, 1)
            if barCount > 0 {
                guard let found = WideNarrow.wide(bars, count: barCount) else { continue }
                bar = found
            } else {
                guard let widest = bars.max(), let narrowest = bars.min(), widest < 1.8 * narrowest else { continue }
            }
            var mask = 0
            for place in 0..<5 where bar.mask >> place & 1 == 1 { mask |= 1 << (8 - 2 * place) }
            for place in 0..<4 where space.mask >> place & 1 == 1 { mask |= 1 << (7 - 2 * place) }
            let clarity = min(bar.clarity, space.clarity)
            if let byte = code39[mask], clarity > best?.1 ?? 0 { best = (byte, clarity) }
        }
        return best
    }

    // MARK: Codabar, EN 798

    /// Wide elements of each character, bar first, bit 6 the first element.
    private static let codabar: [Int: UInt8] = {
        let characters = Array("0123456789-$:/.+ABCD".utf8)
        let masks = [
            0x03, 0x06, 0x09, 0x60, 0x12, 0x42, 0x21, 0x24, 0x30, 0x48, 0x0c, 0x18, 0x45, 0x51, 0x54, 0x15, 0x1a, 0x29,
            0x0b,
            0x0e,
        ]
        return Dictionary(uniqueKeysWithValues: zip(masks, characters))
    }()

    static func codabar(_ line: WidthSequence) -> Reading? {
        each(line, least: 23) { start -> Reading? in
            guard let first = characterCodabar(line, start), isEnd(first.0) else { return nil }
            let width = line.sum(start, 7)
            guard line.isQuiet(before: start, width: width * 0.35) else { return nil }
            var bytes = [first.0]
            var clarity = first.1
            var index = start + 8
            var last = width
            while index + 7 <= line.widths.count, bytes.count < 80 {
                let here = line.sum(index, 7)
                guard here > 0.6 * last, here < 1.6 * last, line.widths[index - 1] < 0.5 * here,
                    let (byte, clear) = characterCodabar(line, index)
                else { return nil }
                last = here
                clarity = min(clarity, clear)
                bytes.append(byte)
                if isEnd(byte) {
                    guard bytes.count >= 5, line.isQuiet(after: index + 6, width: width * 0.35) else { return nil }
                    return Reading(bytes: bytes, first: start, last: index + 6, clarity: clarity)
                }
                index += 8
            }
            return nil
        }
    }

    private static func isEnd(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "D")).contains(byte) }

    private static func characterCodabar(_ line: WidthSequence, _ index: Int) -> (UInt8, Float)? {
        let bars = stride(from: 0, to: 7, by: 2).map { line.widths[index + $0] }
        let spaces = stride(from: 1, to: 7, by: 2).map { line.widths[index + $0] }
        var best: (UInt8, Float)?
        // One wide bar and one wide space; one wide bar and two spaces; three wide bars and no space.
        for (barCount, spaceCount) in [(1, 1), (1, 2), (3, 0)] {
            guard let bar = WideNarrow.wide(bars, count: barCount) else { continue }
            var space: (mask: Int, clarity: Float) = (0, 1)
            if spaceCount > 0 {
                guard let found = WideNarrow.wide(spaces, count: spaceCount) else { continue }
                space = found
            } else {
                guard let widest = spaces.max(), let narrowest = spaces.min(), widest < 1.6 * narrowest else {
                    continue
                }
            }
            var mask = 0
            for place in 0..<4 where bar.mask >> place & 1 == 1 { mask |= 1 << (6 - 2 * place) }
            for place in 0..<3 where space.mask >> place & 1 == 1 { mask |= 1 << (5 - 2 * place) }
            let clarity = min(bar.clarity, space.clarity)
            if let byte = codabar[mask], clarity > best?.1 ?? 0 { best = (byte, clarity) }
        }
        return best
    }

    // MARK: Interleaved 2 of 5, ISO/IEC 16390

    /// Wide elements of each digit, bit 4 the first.
    private static let itf: [Int: UInt8] = Dictionary(
        uniqueKeysWithValues: zip(
            [0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010], 0x30...0x39))

    static func itf(_ line: WidthSequence) -> Reading? {
        each(line, least: 37) { start -> Reading? in
            // Four narrow elements begin it.
            let begin = (0..<4).map { line.widths[start + $0] }
            let module = line.sum(start, 4) / 4
            guard begin.allSatisfy({ $0 > 0.5 * module && $0 < 1.6 * module }),
                line.isQuiet(before: start, width: 6 * module)
            else { return nil }
            var bytes: [UInt8] = []
            var clarity: Float = 1
            var index = start + 4
            var last: Float?
            while bytes.count < 80 {
                // A wide bar, a narrow space, a narrow bar end it.
                if index + 3 <= line.widths.count, line.isQuiet(after: index + 2, width: 6 * module) {
                    let end = (0..<3).map { line.widths[index + $0] }
                    guard bytes.count >= 6, end[0] > 1.5 * end[2], end[0] > 1.5 * module, end[1] < 1.7 * module,
                        end[2] < 1.7 * module
                    else { return nil }
                    return Reading(bytes: bytes, first: start, last: index + 2, clarity: clarity)
                }
                guard index + 10 <= line.widths.count else { return nil }
                let here = line.sum(index, 10)
                if let last { guard here > 0.75 * last, here < 1.33 * last else { return nil } }
                last = here
                for first in [0, 1] {
                    let elements = stride(from: first, to: 10, by: 2).map { line.widths[index + $0] }
                    guard let (mask, clear) = WideNarrow.wide(elements, count: 2) else { return nil }
                    let pattern = (0..<5).reduce(0) { $0 | (mask >> $1 & 1) << (4 - $1) }
                    guard let digit = itf[pattern] else { return nil }
                    bytes.append(digit)
                    clarity = min(clarity, clear)
                }
                index += 10
            }
            return nil
        }
    }

    /// The first reading that begins at some bar.
    private static func each(_ line: WidthSequence, least: Int, _ read: (Int) -> Reading?) -> Reading? {
        var index = 0
        while index + least <= line.widths.count {
            if let reading = read(index) { return reading }
            index += 2
        }
        return nil
    }
}
