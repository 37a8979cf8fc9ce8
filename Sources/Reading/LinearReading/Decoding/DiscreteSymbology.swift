// SPDX-License-Identifier: Apache-2.0

/// A symbology of separate characters, each made of wide and narrow elements and beginning and ending with a bar: Code 39
/// and Codabar.
struct DiscreteSymbology: Sendable {
    /// Elements of a character.
    var elements: Int
    /// Characters by their wide elements, the first in the highest bit.
    var characters: [Int: UInt8]
    /// The possible numbers of wide bars and wide spaces in a character.
    var wide: [(bars: Int, spaces: Int)]
    /// If no bar, or no space, is wide: by how much the widest may exceed the narrowest.
    var evenness: Float
    /// The allowed width of a character relative to the previous one.
    var widths: ClosedRange<Float>
    /// Relative to a character's width.
    var quietZone: Float
    /// Including the start and stop characters.
    var mostCharacters: Int
    var leastCharacters: Int
    /// Whether a character begins and ends a symbol.
    var isEnd: @Sendable (UInt8) -> Bool

    /// The characters of the first symbol, including start and stop.
    func read(_ line: WidthSequence) -> WideNarrowDecoders.Reading? {
        line.firstReading(least: 3 * elements + 2) { read(line, from: $0) }
    }

    private func read(_ line: WidthSequence, from start: Int) -> WideNarrowDecoders.Reading? {
        guard let first = character(line, start), isEnd(first.byte) else { return nil }
        let width = line.sum(start, elements)
        guard line.isQuiet(before: start, width: width * quietZone) else { return nil }
        var bytes = [first.byte]
        var clarity = first.clarity
        var index = start + elements + 1
        var last = width
        while index + elements <= line.widths.count, bytes.count < mostCharacters {
            let here = line.sum(index, elements)
            guard here > widths.lowerBound * last, here < widths.upperBound * last, line.widths[index - 1] < 0.5 * here,
                let next = character(line, index)
            else { return nil }
            last = here
            clarity = min(clarity, next.clarity)
            bytes.append(next.byte)
            if isEnd(next.byte) {
                let end = index + elements - 1
                guard bytes.count >= leastCharacters, line.isQuiet(after: end, width: width * quietZone) else {
                    return nil
                }
                return .init(bytes: bytes, first: start, last: end, clarity: clarity)
            }
            index += elements + 1
        }
        return nil
    }

    /// The characters between two quiet zones that hold nothing else, and none that begins or ends a symbol.
    ///
    /// - Parameter widestGap: between characters, relative to a character's width.
    func charactersWithoutEnds(_ line: WidthSequence, least: Int, widestGap: Float) -> [UInt8]? {
        line.firstReading(least: least * (elements + 1) - 1) { start in
            var (index, bytes, before) = (start, [UInt8](), Float?.none)
            while index + elements <= line.widths.count, bytes.count < mostCharacters {
                let here = line.sum(index, elements)
                if before == nil, !line.isQuiet(before: start, width: here * quietZone) { return nil }
                if let before {
                    guard here > widths.lowerBound * before, here < widths.upperBound * before else { return nil }
                }
                guard let next = character(line, index), !isEnd(next.byte) else { return nil }
                bytes.append(next.byte)
                before = here
                let end = index + elements - 1
                if line.isQuiet(after: end, width: here * quietZone) { return bytes.count >= least ? bytes : nil }
                guard end + 1 < line.widths.count, line.widths[end + 1] <= widestGap * here else { return nil }
                index += elements + 1
            }
            return nil
        }
    }

    private func character(_ line: WidthSequence, _ index: Int) -> (byte: UInt8, clarity: Float)? {
        let bars = stride(from: 0, to: elements, by: 2).map { line.widths[index + $0] }
        let spaces = stride(from: 1, to: elements, by: 2).map { line.widths[index + $0] }
        var best: (byte: UInt8, clarity: Float)?
        for count in wide {
            guard let bar = widest(bars, count.bars), let space = widest(spaces, count.spaces) else { continue }
            var mask = 0
            for place in bars.indices where bar.mask >> place & 1 == 1 { mask |= 1 << (elements - 1 - 2 * place) }
            for place in spaces.indices where space.mask >> place & 1 == 1 { mask |= 1 << (elements - 2 - 2 * place) }
            let clarity = min(bar.clarity, space.clarity)
            if let byte = characters[mask], clarity > best?.clarity ?? 0 { best = (byte, clarity) }
        }
        return best
    }

    private func widest(_ widths: [Float], _ count: Int) -> (mask: Int, clarity: Float)? {
        if count > 0 { return WideNarrow.wide(widths, count: count) }
        guard let widest = widths.max(), let narrowest = widths.min(), widest < evenness * narrowest else { return nil }
        return (0, 1)
    }
}
