// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Ticks at round numbers along an axis, and their labels.
package struct AxisTicks: Hashable, Sendable {
    package var values: [Double]
    /// The decimals that the distance between ticks needs.
    package var decimals: Int
    /// The ends of the axis, at or beyond the data.
    package var lower: Double
    package var upper: Double

    /// Ticks at 1, 2 or 5 times a power of ten, about `count` of them, over a range that contains `low` and `high`. An
    /// empty range or one of a single value is widened: an axis needs a length.
    package init(low: Double, high: Double, count: Int = 5, startsAtZero: Bool = false) {
        var (low, high) = (min(low, high), max(low, high))
        if !low.isFinite || !high.isFinite { (low, high) = (0, 1) }
        // Beyond this, tick labels cannot be written.
        (low, high) = (max(low, -1e12), min(high, 1e12))
        if startsAtZero { (low, high) = (min(0, low), max(0, high)) }
        if high - low < 1e-9 * max(1, abs(high)) {
            let room = max(0.5, abs(high) * 0.05)
            (low, high) = (startsAtZero ? min(0, low) : low - room, high + room)
        }
        let rough = (high - low) / Double(max(1, count))
        let power = pow(10, log10(rough).rounded(.down))
        let step = [1.0, 2, 5, 10].first { $0 * power >= rough * 0.999 }! * power
        decimals = max(0, Int(-log10(step).rounded(.down)))
        lower = (low / step).rounded(.down) * step
        upper = (high / step).rounded(.up) * step
        var values: [Double] = []
        var index = (lower / step).rounded()
        while index * step <= upper + step / 2, values.count < 50 {
            values.append(index * step)
            index += 1
        }
        self.values = values
    }

    /// Ticks of a fixed scale: the axis ends where the scale ends, even if that is not a round number.
    package init(scale: ClosedRange<Double>, count: Int = 5) {
        self.init(low: scale.lowerBound, high: scale.upperBound, count: count)
        (lower, upper) = (scale.lowerBound, scale.upperBound)
        values.removeAll { !scale.contains($0) }
    }

    /// With a decimal point, and a thin space between thousands.
    package func label(_ value: Double) -> String {
        var text = ""
        let scale = pow(10, Double(decimals))
        let whole = Int64((abs(value) * scale).rounded())
        let unit = Int64(scale)
        let digits = Array(String(whole / unit))
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3), digits.count > 4 { text += "\u{2009}" }
            text.append(digit)
        }
        if decimals > 0 {
            let fraction = String(whole % unit)
            text += "." + String(repeating: "0", count: decimals - fraction.count) + fraction
        }
        return value < 0 && whole != 0 ? "−" + text : text
    }
}
