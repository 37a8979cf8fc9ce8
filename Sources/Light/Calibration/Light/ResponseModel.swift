// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import Glibc

/// How bright the code becomes in the picture: light × exposure time × gain, learned from a few measurements.
///
///     log₂ level = a + p · log₂ exposure + q(gain)
///
/// The level is the mean linear light around the code, 0 to 1. `p` is measured; it is 1 for a camera with the sRGB curve.
/// The gain of a USB camera has no unit, so `q` is learned at a few values and interpolated linearly.
package struct ResponseModel: Hashable, Sendable {
    package struct Look: Hashable, Sendable {
        package var exposure: Int64
        package var gain: Int64
        /// Linear, 0 to 1.
        package var level: Double

        package init(exposure: Int64, gain: Int64, level: Double) {
            self.exposure = exposure
            self.gain = gain
            self.level = level
        }
    }

    /// The usable measurements: neither black nor clipped.
    package private(set) var looks: [Look] = []
    /// p.
    package private(set) var slope = 1.0
    /// log₂ of the gain's effect by control value, ascending; 0 for the lowest measured value.
    package private(set) var gainStops: [(value: Int64, stops: Double)] {
        get { zip(gainValues, gainEffects).map { ($0, $1) } }
        set { (gainValues, gainEffects) = (newValue.map(\.value), newValue.map(\.stops)) }
    }
    private var gainValues: [Int64] = []
    private var gainEffects: [Double] = []
    private var offset = 0.0

    package init() {}

    /// Adds a measurement. The caller must leave out black and clipped ones.
    package mutating func add(_ look: Look) {
        guard look.level > 1e-6, look.exposure > 0 else { return }
        looks.append(look)
        fit()
    }

    package var isKnown: Bool { !looks.isEmpty }

    /// The level to expect, not limited to 1; `nil` before the first look.
    package func level(exposure: Int64, gain: Int64) -> Double? {
        guard isKnown, exposure > 0 else { return nil }
        return exp2(offset + slope * log2(Double(exposure)) + stops(ofGain: gain))
    }

    /// log₂ of the gain's effect relative to the lowest measured value.
    package func stops(ofGain gain: Int64) -> Double {
        guard let first = gainStops.first, let last = gainStops.last, gainStops.count > 1 else { return 0 }
        func line(_ a: (value: Int64, stops: Double), _ b: (value: Int64, stops: Double)) -> Double {
            a.stops + (b.stops - a.stops) * Double(gain - a.value) / Double(b.value - a.value)
        }
        if gain <= first.value { return line(first, gainStops[1]) }
        if gain >= last.value { return line(gainStops[gainStops.count - 2], last) }
        let above = gainStops.firstIndex { $0.value >= gain } ?? gainStops.count - 1
        return line(gainStops[above - 1], gainStops[above])
    }

    /// The smallest gain that reaches the level at this exposure; the maximum if none does.
    package func gain(for level: Double, exposure: Int64, in range: ControlRange) -> Int64 {
        guard let least = self.level(exposure: exposure, gain: range.minimum) else { return range.defaultValue }
        guard least < level, gainStops.count > 1 else { return range.minimum }
        var (low, high) = (range.minimum, range.maximum)
        while high - low > range.step {
            let middle = range.nearest(Double(low) + Double(high - low) / 2)
            guard middle > low, middle < high else { break }
            if self.level(exposure: exposure, gain: middle) ?? 0 < level { low = middle } else { high = middle }
        }
        return high
    }

    /// The exposure, in units of the control, that reaches the level at this gain.
    package func exposure(for level: Double, gain: Int64) -> Double? {
        guard isKnown, level > 0 else { return nil }
        return exp2((log2(level) - offset - stops(ofGain: gain)) / slope)
    }

    /// Fits the slope to measurements at equal gain, then the gains to the residuals.
    private mutating func fit() {
        let byGain = Dictionary(grouping: looks, by: \.gain)
        var (sum, squares) = (0.0, 0.0)
        for group in byGain.values where group.count > 1 {
            let x = group.map { log2(Double($0.exposure)) }
            let y = group.map { log2($0.level) }
            let (mx, my) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
            for (a, b) in zip(x, y) {
                sum += (a - mx) * (b - my)
                squares += (a - mx) * (a - mx)
            }
        }
        // Exposures that hardly differ show only noise.
        if squares > 0.25 { slope = min(1.6, max(0.4, sum / squares)) }
        let rests = byGain.mapValues { group in
            group.reduce(0) { $0 + log2($1.level) - slope * log2(Double($1.exposure)) } / Double(group.count)
        }
        let values = rests.keys.sorted()
        offset = rests[values[0]] ?? 0
        var highest = 0.0
        gainStops = values.map { value in
            // More gain never darkens: a decrease is noise.
            highest = max(highest, (rests[value] ?? offset) - offset)
            return (value, highest)
        }
    }
}
