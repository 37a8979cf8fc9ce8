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
    /// How much wider bars are than drawn, in modules: 0.5 if each has grown by half a module.
    package var growth: Double

    package init(missingBars: Int, filledSpaces: Int, bars: Int, place: Int?, growth: Double) {
        self.missingBars = missingBars
        self.filledSpaces = filledSpaces
        self.bars = bars
        self.place = place
        self.growth = growth
    }

    private static let bands = 8
    /// How far the ends of a reader's outline may be from the code's, in modules.
    private static let slack = 6.0

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`; its upper edge runs across the bars, from the code's beginning.
    ///   - variants: the modules that it may have; see `DrawnBars`.
    /// - Returns: `nil` if the picture does not follow any of them.
    package static func find(in image: LumaImage, corners: Quadrilateral, variants: [[Bool]]) -> BarComparison? {
        variants.compactMap { compare(image, corners, $0) }.max { $0.likeness < $1.likeness }?.result
    }

    private static func compare(
        _ image: LumaImage, _ corners: Quadrilateral, _ drawn: [Bool]
    ) -> (result: BarComparison, likeness: Double)? {
        guard drawn.count >= 30, corners.width >= 1.2 * Double(drawn.count) else { return nil }
        let fits = profiles(image, corners, modules: drawn.count).compactMap { Fit($0, drawn, slack: slack) }
        // What only some bands follow is an outline that runs out of the code.
        guard fits.count >= bands * 3 / 4 else { return nil }
        let likeness = fits.map(\.likeness).sorted()[fits.count / 2]
        guard likeness >= 0.55 else { return nil }
        let elements = runs(of: drawn)
        var result = BarComparison(
            missingBars: 0, filledSpaces: 0, bars: elements.count { $0.isDark }, place: nil,
            growth: fits.map { $0.growth(elements) }.sorted()[fits.count / 2])
        // Each element by the median of the bands: 0 is as dark as wide bars, 1 as light as wide spaces.
        let values = elements.map { element in
            fits.map { $0.value(element) }.sorted()[fits.count / 2]
        }
        func usual(_ isDark: Bool) -> Double {
            let narrow = zip(elements, values).filter { $0.0.isDark == isDark && $0.0.length == 1 }.map(\.1).sorted()
            return narrow.isEmpty ? (isDark ? 0 : 1) : narrow[narrow.count / 2]
        }
        // Where narrow elements are hardly seen, one that is not seen is nothing unusual.
        let (dark, light) = (usual(true), usual(false))
        guard light - dark >= 0.4 else { return (result, likeness) }
        for (element, value) in zip(elements, values) {
            let share = (value - dark) / (light - dark)
            guard element.isDark ? share > 0.7 : share < 0.3 else { continue }
            if element.isDark { result.missingBars += 1 } else { result.filledSpaces += 1 }
            if result.place == nil { result.place = 100 * element.from / drawn.count }
        }
        return (result, likeness)
    }

    private static func profiles(_ image: LumaImage, _ corners: Quadrilateral, modules: Int) -> [[Float]] {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let beyond = (slack + 1) / Double(modules)
        return (0..<bands).map { index in
            let v = 0.1 + 0.8 * (Double(index) + 0.5) / Double(bands)
            func point(_ u: Double) -> (x: Double, y: Double) {
                let top = (x: a.x + (b.x - a.x) * u, y: a.y + (b.y - a.y) * u)
                let bottom = (x: d.x + (c.x - d.x) * u, y: d.y + (c.y - d.y) * u)
                return (top.x + (bottom.x - top.x) * v, top.y + (bottom.y - top.y) * v)
            }
            let (from, to) = (point(-beyond), point(1 + beyond))
            return image.profile(
                x0: from.x, y0: from.y, x1: to.x, y1: to.y, halfBreadth: min(3, Int(corners.height / 40)))
        }
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

    /// Where the modules are in a profile: the place and size that follow the drawn ones best.
    private struct Fit {
        private let profile: [Float]
        private var start = 0.0
        private var module = 1.0
        private(set) var likeness = -1.0
        private var dark = 0.0
        private var light = 255.0

        init?(_ profile: [Float], _ drawn: [Bool], slack: Double) {
            self.profile = profile
            let count = Double(drawn.count)
            let usual = Double(profile.count) / (count + 2 * (slack + 1))
            guard usual >= 1 else { return nil }
            let centre = Double(profile.count) / 2
            // Half a module at both ends is the most that two steps may be apart.
            for stretch in stride(from: -slack, through: slack, by: 0.5) {
                let module = usual * (count + stretch) / count
                for offset in stride(from: -slack, through: slack, by: 0.25) {
                    let start = centre - module * count / 2 + offset * usual
                    let likeness = Self.likeness(profile, drawn, start, module)
                    if likeness > self.likeness { (self.start, self.module, self.likeness) = (start, module, likeness) }
                }
            }
            guard likeness > 0 else { return nil }
            var values: (dark: [Double], light: [Double]) = ([], [])
            for (place, isDark) in drawn.enumerated() {
                let value = sample(start + (Double(place) + 0.5) * module)
                if isDark { values.dark.append(value) } else { values.light.append(value) }
            }
            dark = values.dark.sorted()[values.dark.count / 10]
            light = values.light.sorted()[values.light.count * 9 / 10]
            guard light - dark >= 20 else { return nil }
        }

        private func sample(_ place: Double) -> Double { Self.sample(profile, place) }

        private static func sample(_ profile: [Float], _ place: Double) -> Double {
            let at = min(max(place - 0.5, 0), Double(profile.count - 1))
            let low = Int(at)
            let high = min(low + 1, profile.count - 1)
            let share = at - Double(low)
            return Double(profile[low]) * (1 - share) + Double(profile[high]) * share
        }

        /// The correlation of the modules' centres with light and dark.
        private static func likeness(_ profile: [Float], _ drawn: [Bool], _ start: Double, _ module: Double) -> Double {
            var (sum, squares, ideal, idealSquares, product) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for (place, isDark) in drawn.enumerated() {
                let value = sample(profile, start + (Double(place) + 0.5) * module)
                let sign = isDark ? -1.0 : 1.0
                sum += value
                squares += value * value
                ideal += sign
                idealSquares += 1
                product += value * sign
            }
            let count = Double(drawn.count)
            let spread = (squares - sum * sum / count) * (idealSquares - ideal * ideal / count)
            return spread > 1e-6 ? (product - sum * ideal / count) / spread.squareRoot() : 0
        }

        /// The brightness of the middle of an element.
        func value(_ element: Element) -> Double {
            let middle = start + (Double(element.from) + Double(element.length) / 2) * module
            let reach = 0.2 * module
            let mean = (sample(middle - reach) + sample(middle) + sample(middle + reach)) / 3
            return (mean - dark) / (light - dark)
        }

        /// By how much the dark part is larger than drawn, for each bar.
        func growth(_ elements: [Element]) -> Double {
            guard let last = elements.last else { return 0 }
            let modules = last.from + last.length
            let bars = elements.filter(\.isDark)
            var darkness = 0.0
            let steps = 8 * modules
            for step in 0..<steps {
                let value = sample(start + (Double(step) + 0.5) / 8 * module)
                darkness += 1 - min(1, max(0, (value - dark) / (light - dark)))
            }
            let drawn = Double(bars.reduce(0) { $0 + $1.length })
            return (darkness / 8 - drawn) / Double(max(1, bars.count))
        }
    }
}
