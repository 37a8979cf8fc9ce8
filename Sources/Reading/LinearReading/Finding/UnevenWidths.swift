// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A linear code that has as many bars as its kind asks for, and whose bars and spaces are not whole numbers of modules wide: a printer
/// has rounded each of them to its own dots, or a program has scaled a picture of the code. The same in all rows, so that it is the
/// print, and neither noise nor the lens.
package struct UnevenWidths: Codable, Hashable, Sendable {
    package var symbology: Symbology
    /// By how much the distances between like edges miss whole modules, in modules: the root of the mean square. Widths by chance have 0.29,
    /// those of a code in order 0.1 or less.
    package var deviation: Double

    /// From here on, too many characters are taken for others.
    package static let least = 0.17

    /// - Returns: also codes with less than `least`.
    package static func find(in bars: LikelyBars) -> UnevenWidths? {
        bars.agreed(Misses.init, Misses.areAlike).map { UnevenWidths(symbology: $0.symbology, deviation: Double($0.deviation)) }
    }
}

/// By how much each distance between like edges of a code misses a whole number of modules. Ink that spreads changes none of them.
private struct Misses {
    var symbology: Symbology
    /// In modules, −0.5 to 0.5, in the order of the characters.
    var values: [Float] = []

    var deviation: Float { Self.root(values) }

    /// In modules: within this, edges cannot be measured better.
    private static let measurement: Float = 0.06

    private static func root(_ values: [Float]) -> Float {
        values.isEmpty ? 0 : (values.reduce(0) { $0 + $1 * $1 } / Float(values.count)).squareRoot()
    }

    /// Whether they are those of the same print: what they differ by is small against what they have in common.
    static func areAlike(_ a: Misses, _ b: Misses) -> Bool {
        guard a.symbology == b.symbology, a.values.count == b.values.count else { return false }
        // Where half a module is missed, either neighbour may be the nearer one.
        let differences = zip(a.values, b.values).map { ($0 - $1).remainder(dividingBy: 1) }
        return root(differences) <= max(0.5 * max(a.deviation, b.deviation), measurement)
    }

    init?(_ line: WidthSequence) {
        let found = line.firstReading(least: 31) {
            Self.retail(line, from: $0, perHalf: 6) ?? Self.retail(line, from: $0, perHalf: 4) ?? Self.code128(line, from: $0)
        }
        guard let found else { return nil }
        self = found
    }

    private init(_ symbology: Symbology) { self.symbology = symbology }

    /// - Returns: `nil` if the character is not about as wide as the others.
    private mutating func add(_ line: WidthSequence, _ from: Int, elements: Int, modules: Float, of module: Float) -> Bool {
        let unit = line.sum(from, elements) / modules
        guard abs(unit / module - 1) < 0.25 else { return false }
        for pair in 0..<elements - 1 {
            let distance = line.sum(from + pair, 2) / unit
            values.append(distance - distance.rounded())
        }
        return true
    }

    private static func retail(_ line: WidthSequence, from start: Int, perHalf: Int) -> Misses? {
        let count = RetailDigits.elements(perHalf)
        guard let module = RetailDigits.module(line, from: start, perHalf: perHalf) else { return nil }
        var misses = Misses(count == 59 ? .ean13 : .ean8)
        for place in 0..<2 * perHalf
        where !misses.add(line, start + RetailDigits.offset(place, perHalf), elements: 4, modules: 7, of: module) {
            return nil
        }
        return misses
    }

    /// Between two quiet zones: characters of three bars each, the first one a start character, and a stop pattern of four.
    private static func code128(_ line: WidthSequence, from start: Int) -> Misses? {
        let first = line.sum(start, 6) / 11
        guard line.isQuiet(before: start, width: 5 * first) else { return nil }
        var stop = start + 6
        while stop + 7 <= line.widths.count, !line.isQuiet(after: stop + 6, width: 5 * first) { stop += 6 }
        let characters = (stop - start) / 6
        guard stop + 7 <= line.widths.count, characters >= 4 else { return nil }
        let module = line.sum(start, 6 * characters + 7) / Float(11 * characters + 13)
        func fits(_ from: Int, _ widths: [Float]) -> Bool {
            widths.indices.allSatisfy { abs(line.widths[from + $0] / module - widths[$0]) < 0.7 }
        }
        // The bars that all start characters begin with, and the stop pattern.
        guard fits(start, [2, 1, 1]), fits(stop, [2, 3, 3, 1, 1, 1, 2]) else { return nil }
        var misses = Misses(.code128)
        for character in 0..<characters where !misses.add(line, start + 6 * character, elements: 6, modules: 11, of: module) {
            return nil
        }
        return misses
    }
}
