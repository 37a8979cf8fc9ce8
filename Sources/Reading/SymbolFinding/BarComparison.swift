// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// How the bars of a linear code that was read differ from those that its text must have.
package struct BarComparison: Codable, Hashable, Sendable {
    /// Bars of its text that are light in the picture, and spaces that are dark, and how many bars it has in all.
    package var missingBars: Int
    package var filledSpaces: Int
    package var bars: Int
    /// Where the first of them is, in percent of the length from the code's beginning; `nil` if there is none.
    package var place: Int?
    /// How much wider bars are than drawn, in modules: 0.5 if each has grown by half a module; `nil` where a module has too few
    /// pixels for that.
    package var growth: Double?

    package init(missingBars: Int, filledSpaces: Int, bars: Int, place: Int?, growth: Double?) {
        self.missingBars = missingBars
        self.filledSpaces = filledSpaces
        self.bars = bars
        self.place = place
        self.growth = growth
    }

    private static let bands = 8
    /// How far the ends of a reader's outline may be from the code's, in modules.
    private static let slack = 6.0
    /// How well the rest of a code must follow its text before single elements are held against it. Not fitted: drawn codes with
    /// blur and noise that still read have more, and codes of another text less.
    private static let leastLikeness = 0.8
    /// Pixels a module below which the width of bars says little.
    private static let leastModule = 2.0

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`; its upper edge runs across the bars, from the code's beginning.
    ///   - variants: the modules that it may have; see `DrawnBars`.
    /// - Returns: `nil` if the picture does not follow any of them.
    package static func find(in image: LumaImage, corners: Quadrilateral, variants: [[Bool]]) -> BarComparison? {
        // One line across the code tells which variant it is; fitting is what costs.
        let likely = variants.compactMap { drawn -> (drawn: [Bool], likeness: Double)? in
            guard drawn.count >= 30, corners.width >= 1.2 * Double(drawn.count) else { return nil }
            let middle = profile(image, corners, modules: drawn.count, band: bands / 2)
            return Fit(middle, drawn, slack: slack).map { (drawn, $0.likeness) }
        }
        return likely.max { $0.likeness < $1.likeness }.flatMap { compare(image, corners, $0.drawn) }
    }

    private static func compare(_ image: LumaImage, _ corners: Quadrilateral, _ drawn: [Bool]) -> BarComparison? {
        let fits = (0..<bands).compactMap { band in
            Fit(profile(image, corners, modules: drawn.count, band: band), drawn, slack: slack)
        }
        // What only some bands follow is an outline that runs out of the code.
        guard fits.count >= bands * 3 / 4 else { return nil }
        guard fits.map(\.likeness).sorted()[fits.count / 2] >= 0.55 else { return nil }
        let elements = runs(of: drawn)
        let isWide = corners.width >= leastModule * Double(drawn.count)
        var result = BarComparison(
            missingBars: 0, filledSpaces: 0, bars: elements.count { $0.isDark }, place: nil,
            growth: isWide ? fits.map { $0.growth(elements) }.sorted()[fits.count / 2] : nil)
        let wrong = wrong(elements, fits)
        // Where more than a few differ, it is drawn in another way than this one.
        let rest = drawn.indices.map { place in !wrong.contains { $0.from <= place && place < $0.from + $0.length } }
        guard fits.map({ $0.likeness(drawn, where: rest) }).sorted()[fits.count / 2] >= leastLikeness else { return result }
        result.missingBars = wrong.count { $0.isDark }
        result.filledSpaces = wrong.count - result.missingBars
        result.place = wrong.first.map { 100 * $0.from / drawn.count }
        return result
    }

    /// The bars that are light in most bands, and the spaces that are dark.
    private static func wrong(_ elements: [Element], _ fits: [Fit]) -> [Element] {
        // By element, then by band: 0 is as dark as bars around it, 1 as light as spaces around it.
        let values = elements.map { element in fits.map { $0.value(element) } }
        func usual(_ isDark: Bool) -> Double {
            let narrow = zip(elements, values).filter { $0.0.isDark == isDark && $0.0.length == 1 }
                .map { $0.1.sorted()[fits.count / 2] }.sorted()
            return narrow.isEmpty ? (isDark ? 0 : 1) : narrow[narrow.count / 2]
        }
        // Where narrow elements are hardly seen, one that is not seen is nothing unusual.
        let (dark, light) = (usual(true), usual(false))
        guard light - dark >= 0.4 else { return [] }
        return zip(elements, values).filter { element, values in
            // The middle of a wide element is as dark or light as anything is.
            let limit = element.length == 1 ? 0.7 : 0.6
            let bands = values.count { value in
                let share = (value - dark) / (light - dark)
                return element.isDark ? share > limit : share < 1 - limit
            }
            return 4 * bands >= 3 * fits.count
        }.map(\.0)
    }

    /// The brightness along a line across the bars, with room beyond both ends.
    private static func profile(_ image: LumaImage, _ corners: Quadrilateral, modules: Int, band: Int) -> [Float] {
        let beyond = (slack + 1) / Double(modules)
        let v = 0.1 + 0.8 * (Double(band) + 0.5) / Double(bands)
        let (from, to) = (corners.point(-beyond, v), corners.point(1 + beyond, v))
        return image.profile(x0: from.x, y0: from.y, x1: to.x, y1: to.y, halfBreadth: min(3, Int(corners.height / 40)))
    }

    private struct Element {
        var from: Int
        var length: Int
        var isDark: Bool
    }

    private static func runs(of modules: [Bool]) -> [Element] {
        var runs: [Element] = []
        for (place, isDark) in modules.enumerated() {
            if runs.last?.isDark == isDark {
                runs[runs.count - 1].length += 1
            } else {
                runs.append(Element(from: place, length: 1, isDark: isDark))
            }
        }
        return runs
    }

    /// Where the modules are in a profile: the place and size that follow the drawn ones best, and how far from that each part of
    /// the code is, as it is seen at an angle or on a curved face.
    private struct Fit {
        private let profile: [Float]
        private let drawn: [Bool]
        private var start = 0.0
        private var module = 1.0
        private(set) var likeness = -1.0
        /// For every module, in modules.
        private var shifts: [Double] = []
        /// How dark and light the code is around every module: light from one side makes one end darker than the other.
        private var dark: [Double] = []
        private var light: [Double] = []

        /// How many modules to both sides tell the levels and the place of a module.
        private static let around = 12

        init?(_ profile: [Float], _ drawn: [Bool], slack: Double) {
            self.profile = profile
            self.drawn = drawn
            let count = Double(drawn.count)
            let usual = Double(profile.count) / (count + 2 * (slack + 1))
            guard usual >= 1 else { return nil }
            let centre = Double(profile.count) / 2
            // Half a module at both ends is the most that two steps may be apart.
            for stretch in stride(from: -slack, through: slack, by: 0.5) {
                let module = usual * (count + stretch) / count
                for offset in stride(from: -slack, through: slack, by: 0.25) {
                    let start = centre - module * count / 2 + offset * usual
                    let likeness = Self.likeness(profile, drawn, start, module, drawn.indices)
                    if likeness > self.likeness { (self.start, self.module, self.likeness) = (start, module, likeness) }
                }
            }
            guard likeness > 0 else { return nil }
            shift()
            guard measureLevels() else { return nil }
        }

        private func window(_ place: Int, _ around: Int) -> Range<Int> {
            max(0, place - around)..<min(drawn.count, place + around + 1)
        }

        /// First coarsely, then closer around what that gave: a curved face is narrower at its ends, too.
        private mutating func shift() {
            shifts = Array(repeating: 0, count: drawn.count)
            adjust(around: Self.around, by: 0.75)
            adjust(around: Self.around, by: 0.375)
            adjust(around: Self.around * 2 / 3, by: 0.375)
        }

        private mutating func adjust(around: Int, by most: Double) {
            let step = 4
            let anchors = stride(from: 0, through: drawn.count - 1, by: step).map { place -> Double in
                let window = window(place, around)
                var best = (shift: 0.0, likeness: -1.0)
                for shift in stride(from: -most, through: most, by: 0.125) {
                    var correlation = Correlation()
                    for place in window {
                        let at = Double(place) + 0.5 + shifts[place] + shift
                        correlation.add(Self.sample(profile, start + at * module), drawn[place])
                    }
                    // What could be in two places is where it was.
                    let likeness = correlation.value - 0.02 * abs(shift)
                    if likeness > best.likeness { best = (shift, likeness) }
                }
                return best.shift
            }
            let calm = anchors.indices.map { index in
                let near = anchors[max(0, index - 1)...min(anchors.count - 1, index + 1)].sorted()
                return near[near.count / 2]
            }
            for place in drawn.indices {
                let (low, share) = (place / step, Double(place % step) / Double(step))
                shifts[place] += calm[low] * (1 - share) + calm[min(low + 1, calm.count - 1)] * share
            }
        }

        private mutating func measureLevels() -> Bool {
            let values = drawn.indices.map { sample(Double($0) + 0.5) }
            for place in drawn.indices {
                let window = window(place, Self.around)
                let bars = window.filter { drawn[$0] }.map { values[$0] }.sorted()
                let spaces = window.filter { !drawn[$0] }.map { values[$0] }.sorted()
                guard !bars.isEmpty, !spaces.isEmpty else { return false }
                dark.append(bars[bars.count / 10])
                light.append(spaces[spaces.count * 9 / 10])
            }
            return zip(dark, light).allSatisfy { $1 - $0 >= 20 }
        }

        /// - Parameter place: in modules from the code's beginning.
        private func sample(_ place: Double) -> Double {
            let index = Int(min(max(place, 0), Double(drawn.count - 1)))
            return Self.sample(profile, start + (place + shifts[index]) * module)
        }

        /// The same, with 0 for dark and 1 for light.
        private func level(_ place: Double) -> Double {
            let index = Int(min(max(place, 0), Double(drawn.count - 1)))
            return (sample(place) - dark[index]) / (light[index] - dark[index])
        }

        private static func sample(_ profile: [Float], _ place: Double) -> Double {
            let at = min(max(place - 0.5, 0), Double(profile.count - 1))
            let low = Int(at)
            let high = min(low + 1, profile.count - 1)
            let share = at - Double(low)
            return Double(profile[low]) * (1 - share) + Double(profile[high]) * share
        }

        /// The correlation of the modules' centres with light and dark.
        private static func likeness(
            _ profile: [Float], _ drawn: [Bool], _ start: Double, _ module: Double, _ places: Range<Int>
        ) -> Double {
            var correlation = Correlation()
            for place in places {
                correlation.add(sample(profile, start + (Double(place) + 0.5) * module), drawn[place])
            }
            return correlation.value
        }

        /// The same, with what is known of each part's place and levels.
        func likeness(_ drawn: [Bool], where isCounted: [Bool]) -> Double {
            var correlation = Correlation()
            for (place, isDark) in drawn.enumerated() where isCounted[place] {
                correlation.add(level(Double(place) + 0.5), isDark)
            }
            return correlation.value
        }

        private struct Correlation {
            private var (sum, squares, ideal, product, count) = (0.0, 0.0, 0.0, 0.0, 0.0)

            mutating func add(_ value: Double, _ isDark: Bool) {
                let sign = isDark ? -1.0 : 1.0
                sum += value
                squares += value * value
                ideal += sign
                product += value * sign
                count += 1
            }

            var value: Double {
                guard count > 0 else { return 0 }
                let spread = (squares - sum * sum / count) * (count - ideal * ideal / count)
                return spread > 1e-6 ? (product - sum * ideal / count) / spread.squareRoot() : 0
            }
        }

        /// How light the middle of an element is.
        func value(_ element: Element) -> Double {
            let middle = Double(element.from) + Double(element.length) / 2
            return (level(middle - 0.2) + level(middle) + level(middle + 0.2)) / 3
        }

        /// By how much the dark part is larger than drawn, for each bar.
        func growth(_ elements: [Element]) -> Double {
            let bars = elements.filter(\.isDark)
            var darkness = 0.0
            for step in 0..<8 * drawn.count {
                darkness += 1 - min(1, max(0, level((Double(step) + 0.5) / 8)))
            }
            let dark = Double(bars.reduce(0) { $0 + $1.length })
            return (darkness / 8 - dark) / Double(max(1, bars.count))
        }
    }
}
