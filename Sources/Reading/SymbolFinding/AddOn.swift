// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// The two- or five-digit add-on beside an EAN or UPC, which is a symbol of its own: a magazine's issue, a book's price.
///
/// Source: GS1 General Specifications, 5.2.2: its bars, and the parities of its digits, which are its check.
package enum AddOn {
    /// The heights of the lines that are followed, of the code's: the add-on's bars are lower, and may have their digits above them.
    private static let lines = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    private static let leastLines = 3
    /// In modules: what the outline of the code may be short or long by; how far away the add-on may begin, 12 by the standard; and
    /// the white space behind it.
    private static let (slack, mostGap, leastSpace) = (3.0, 20.0, 3.5)
    private static let widest = 47.0

    /// The number of its digits; `nil` without any.
    ///
    /// - Parameters:
    ///   - corners: those of the EAN or UPC, in pixels of `image`; its upper edge runs across the bars.
    ///   - module: pixels a module.
    package static func digits(beside corners: Quadrilateral, module: Double, in image: LumaImage) -> Int? {
        guard module >= 1, module.isFinite, corners.width > 20 * module else { return nil }
        let reach = (mostGap + widest + 2 * leastSpace) * module / corners.width
        let start = slack * module / corners.width
        // An upside-down code may have its outline from the picture's left to its right.
        return [(1 + start, 1 + reach), (-start, -reach)].lazy.compactMap { from, to in
            let found = lines.compactMap { line -> Int? in
                let (a, b) = (corners.point(from, line), corners.point(to, line))
                return digits(along: image.profile(x0: a.x, y0: a.y, x1: b.x, y1: b.y), module)
            }
            return [5, 2].first { count in found.count { $0 == count } >= leastLines }
        }.first
    }

    private static func digits(along line: [Float], _ module: Double) -> Int? {
        guard let bars = line.darkStretches(contrast: 40) else { return nil }
        return [5, 2].first { count in
            let barCount = 3 * count + 1
            guard bars.count >= barCount, let first = bars.first, Double(first.lowerBound) <= mostGap * module else { return false }
            let last = bars[barCount - 1]
            // Its own white space, or the end of what was looked at.
            let next = bars.count > barCount ? bars[barCount].lowerBound : line.count
            guard Double(next - last.upperBound) >= leastSpace * module else { return false }
            return hasDigits(count, places(bars.prefix(barCount), in: line), module)
        }
    }

    /// The places at which dark and light change, between pixels.
    private static func places(_ bars: ArraySlice<Range<Int>>, in line: [Float]) -> [Double] {
        let middle = ((line.min() ?? 0) + (line.max() ?? 0)) / 2
        func place(_ index: Int) -> Double {
            guard index > 0, index < line.count, line[index] != line[index - 1] else { return Double(index) }
            return Double(index - 1) + Double((middle - line[index - 1]) / (line[index] - line[index - 1]))
        }
        return bars.flatMap { [place($0.lowerBound), place($0.upperBound)] }
    }

    /// Whether bars and spaces are a guard, and digits with separators between them whose parities belong to their number.
    private static func hasDigits(_ count: Int, _ places: [Double], _ module: Double) -> Bool {
        let modules = Double(9 * count + 2)
        guard let first = places.first, let last = places.last else { return false }
        let own = (last - first) / modules
        guard abs(own / module - 1) < 0.2 else { return false }
        let widths = zip(places, places.dropFirst()).map { ($1 - $0) / own }
        func areNear(_ from: Int, _ wanted: [Double]) -> Bool {
            wanted.indices.allSatisfy { abs(widths[from + $0] - wanted[$0]) < 0.6 }
        }
        guard widths.count == 6 * count + 1, areNear(0, [1, 1, 2]) else { return false }
        var values: [Int] = []
        var parities = 0
        for digit in 0..<count {
            let from = 3 + 6 * digit
            if digit > 0, !areNear(from - 2, [1, 1]) { return false }
            guard let found = Self.digit(Array(widths[from..<from + 4])) else { return false }
            values.append(found.value)
            parities = parities << 1 | (found.isEven ? 1 : 0)
        }
        if count == 2 { return parities == (10 * values[0] + values[1]) % 4 }
        let sum = 3 * (values[0] + values[2] + values[4]) + 9 * (values[1] + values[3])
        return parities == paritiesOfFive[sum % 10]
    }

    /// Spaces and bars of the digits 0 to 9 with an odd number of dark modules; those with an even number run backwards.
    private static let odd: [[Double]] = [
        [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2], [1, 2, 1, 3],
        [3, 1, 1, 2],
    ]
    /// By check digit: a bit for each digit, set if it has an even number of dark modules.
    private static let paritiesOfFive = [0b11000, 0b10100, 0b10010, 0b10001, 0b01100, 0b00110, 0b00011, 0b01010, 0b01001, 0b00101]

    private static func digit(_ widths: [Double]) -> (value: Int, isEven: Bool)? {
        var best: (distance: Double, value: Int, isEven: Bool)?
        for (value, pattern) in odd.enumerated() {
            for isEven in [false, true] {
                let wanted = isEven ? pattern.reversed() : pattern
                let distance = zip(widths, wanted).reduce(0) { $0 + abs($1.0 - $1.1) }
                if distance < best?.distance ?? 1.6 { best = (distance, value, isEven) }
            }
        }
        return best.map { ($0.value, $0.isEven) }
    }
}
