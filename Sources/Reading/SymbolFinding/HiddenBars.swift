// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// Bars of a linear code that a bright stripe hides over their whole height, as the reflection of a fold in plastic film does: a gap between
/// bars that is wider than any space of a code, and brighter than the paper.
package struct HiddenBars: Codable, Hashable, Sendable {
    /// How wide the gap is, in modules.
    package var modules: Double
    /// By how much its middle is brighter than the code's own spaces, of 255.
    package var brightness: Double

    private static let lines = 9
    /// Spaces have at most four modules, and so have the gaps between characters.
    private static let leastGap = 6.5
    /// Bars on either side, so that it lies within the code. An add-on beside a whole code has 7 or 16.
    private static let leastBars = 8
    private static func isAddOn(_ bars: Int, beside main: Int) -> Bool { (15...17).contains(bars) && main >= 17 }
    private static let leastBrightness = 6.0
    /// Where grey is left of bars at its sides, which a place without print does not have.
    private static let leastWithRest = 3.0
    private static let leastRest = 20.0

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`; its upper edge runs across the bars.
    ///   - module: the narrowest bar in pixels.
    /// - Returns: the median of the lines across the bars; `nil` unless most of them have such a gap at about the same place.
    package static func find(in image: LumaImage, corners: Quadrilateral, module: Double) -> HiddenBars? {
        guard module >= 1.5, corners.width > 40 * module else { return nil }
        let gaps = (0..<lines).compactMap { line -> Gap? in
            let v = 0.1 + 0.8 * Double(line) / Double(lines - 1)
            let (from, to) = (corners.point(0, v), corners.point(1, v))
            return gap(image.profile(x0: from.x, y0: from.y, x1: to.x, y1: to.y, halfBreadth: 1), module)
        }.sorted { $0.middle < $1.middle }
        guard 4 * gaps.count >= 3 * lines, let first = gaps.first, let last = gaps.last else { return nil }
        // A fold need not be parallel to the bars.
        guard last.middle - first.middle <= 0.2 * corners.width else { return nil }
        func median(_ value: (Gap) -> Double) -> Double { gaps.map(value).sorted()[gaps.count / 2] }
        let brightness = median(\.brightness)
        let isBright = brightness >= leastBrightness || brightness >= leastWithRest && median(\.rest) >= leastRest
        return isBright ? HiddenBars(modules: median(\.width) / module, brightness: brightness) : nil
    }

    private struct Gap {
        var width: Double
        var middle: Double
        var brightness: Double
        /// By how much its sides are darker than the paper.
        var rest: Double
    }

    /// The widest gap of a line.
    private static func gap(_ values: [Float], _ module: Double) -> Gap? {
        // What runs out of the outline is no whole bar.
        guard let bars = values.darkStretches(contrast: 60)?.filter({ $0.upperBound < values.count }) else { return nil }
        guard bars.count >= 2 * leastBars else { return nil }
        let inner = zip(bars, bars.dropFirst()).enumerated().filter { gap in
            let (before, after) = (gap.offset + 1, bars.count - gap.offset - 1)
            return min(before, after) >= leastBars && !isAddOn(after, beside: before) && !isAddOn(before, beside: after)
        }
        guard let widest = inner.max(by: { width($0.element) < width($1.element) })?.element, Double(width(widest)) >= leastGap * module else { return nil }
        let within = values[widest.0.upperBound..<widest.1.lowerBound]
        // The middles of the other spaces: their edges are soft.
        let spaces = zip(bars, bars.dropFirst()).filter { $0.0.upperBound != widest.0.upperBound }.map { values[($0.upperBound + $1.lowerBound) / 2] }.sorted()
        // Narrow ones do not reach the brightness of the paper.
        let paper = spaces[spaces.count * 3 / 4]
        // It fades towards its sides, where what is left of bars makes it grey.
        let sorted = within.sorted()
        let (darkest, brightest) = (sorted[sorted.count / 5], sorted[sorted.count * 9 / 10])
        return Gap(
            width: Double(within.count), middle: Double(widest.0.upperBound + widest.1.lowerBound) / 2, brightness: Double(brightest - paper),
            rest: Double(paper - darkest))
    }

    private static func width(_ pair: (Range<Int>, Range<Int>)) -> Int { pair.1.lowerBound - pair.0.upperBound }
}
