// SPDX-License-Identifier: Apache-2.0

/// Laetus Pharmacode: bars of two widths with one space between all of them, and nothing else: no start, no stop, no check.
enum Pharmacode {
    static let name = "Pharmacode"

    /// The number of bars, if the line holds one and nothing else. As the standard draws them, a wide bar is three times as wide as a
    /// narrow one, and the space twice: in no other symbology are all spaces wider than the narrow bars and equal.
    static func bars(in line: WidthSequence) -> Int? {
        // The margin may be an element at one end or both.
        var widths = line.widths[...]
        if widths.count % 2 == 0 { widths = widths.dropLast() }
        if widths.count >= 3, let last = widths.last, last > 3 * widths[widths.count - 2] { return nil }
        let bars = stride(from: 0, to: widths.count, by: 2).map { widths[$0] }.sorted()
        let spaces = stride(from: 1, to: widths.count, by: 2).map { widths[$0] }.sorted()
        // With fewer, any few strokes will do. It has 16 at most.
        guard (5...16).contains(bars.count), let least = spaces.first, let most = spaces.last, most < 1.3 * least,
            let narrow = bars.first, let wide = bars.last, wide > 2 * narrow, wide < 4.5 * narrow
        else { return nil }
        let limit = (narrow + wide) / 2
        let (thin, thick) = (bars.filter { $0 < limit }, bars.filter { $0 >= limit })
        guard thin[thin.count - 1] < 1.4 * narrow, wide < 1.4 * thick[0] else { return nil }
        let space = spaces[spaces.count / 2]
        return space > 1.25 * thin[thin.count / 2] && space < 1.1 * thick[0] ? bars.count : nil
    }
}
