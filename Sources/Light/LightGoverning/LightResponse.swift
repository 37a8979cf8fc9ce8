// SPDX-License-Identifier: Apache-2.0

package import Calibration
internal import Glibc

/// An exposure, and a gain if the camera has one.
package struct LightSetting: Hashable, Sendable {
    /// In units of 100 µs, like the control.
    package var exposure: Int64
    package var gain: Int64

    package init(exposure: Int64, gain: Int64) { (self.exposure, self.gain) = (exposure, gain) }
}

/// What exposure and gain do to the picture, in stops: from a calibration, or assumed and then learned from the changes that
/// the governor makes.
package struct LightResponse: Hashable, Sendable {
    /// Stops of light for a stop of exposure.
    package private(set) var slope: Double
    /// The gain's values that were measured, with their stops.
    package var gains: [(value: Int64, stops: Double)] { Array(zip(values, effects)).map { ($0.0, $0.1) } }
    private var values: [Int64]
    private var effects: [Double]
    /// Whether it was measured.
    package private(set) var isMeasured: Bool

    /// - Parameter gains: stops by the gain's value, ascending in both; empty for a camera without gain.
    package init(slope: Double, gains: [(value: Int64, stops: Double)], isMeasured: Bool) {
        self.slope = min(1.6, max(0.4, slope))
        values = gains.map(\.value)
        effects = gains.map(\.stops)
        self.isMeasured = isMeasured
    }

    /// Of a calibration.
    package init(_ model: ResponseModel) {
        self.init(
            slope: model.slope, gains: model.gainStops.map { ($0.value, $0.stops) },
            isMeasured: true)
    }

    /// Not measured: the exposure's light, and four stops for the range of the gain, as most sensors have.
    ///
    /// - Parameter unit: the gain that amplifies by 1, if gain is a factor.
    package static func assumed(gain: ControlRange?, unit: Int64? = nil) -> LightResponse {
        guard let gain else { return LightResponse(slope: 1, gains: [], isMeasured: false) }
        if let unit, unit > 0, gain.minimum > 0 {
            var gains: [(value: Int64, stops: Double)] = []
            var value = gain.minimum
            while value < gain.maximum {
                gains.append((value, log2(Double(value) / Double(unit))))
                value = max(value + 1, min(gain.maximum, value + value / 4))
            }
            gains.append((gain.maximum, log2(Double(gain.maximum) / Double(unit))))
            return LightResponse(slope: 1, gains: gains, isMeasured: true)
        }
        return LightResponse(slope: 1, gains: [(gain.minimum, 0), (gain.maximum, 4)], isMeasured: false)
    }

    /// The gain's effect, in stops.
    package func stops(ofGain gain: Int64) -> Double {
        guard values.count > 1 else { return effects.first ?? 0 }
        let above = min(values.count - 1, max(1, values.firstIndex { $0 >= gain } ?? values.count - 1))
        let (low, high) = (values[above - 1], values[above])
        guard high > low else { return effects[above] }
        return effects[above - 1]
            + (effects[above] - effects[above - 1]) * Double(gain - low) / Double(high - low)
    }

    package func stops(_ setting: LightSetting) -> Double {
        slope * log2(Double(max(1, setting.exposure))) + stops(ofGain: setting.gain)
    }

    /// The exposure, in units of the control, that has these stops at a gain.
    package func exposure(stops: Double, gain: Int64) -> Double { exp2((stops - self.stops(ofGain: gain)) / slope) }

    /// The smallest gain that has these stops at an exposure; the maximum if none does.
    package func gain(stops: Double, exposure: Int64, in range: ControlRange) -> Int64 {
        func has(_ gain: Int64) -> Bool { self.stops(LightSetting(exposure: exposure, gain: gain)) >= stops - 0.02 }
        if has(range.minimum) { return range.minimum }
        var (low, high) = (range.minimum, range.maximum)
        while high - low > range.step {
            let middle = range.nearest(Double(low) + Double(high - low) / 2)
            guard middle > low, middle < high else { break }
            if has(middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// Corrects itself by a change that was made and seen in the same light.
    ///
    /// - Parameter seen: the change of the light in the pictures, stops.
    mutating func learn(from old: LightSetting, to new: LightSetting, seen: Double) {
        let byGain = stops(ofGain: new.gain) - stops(ofGain: old.gain)
        let byExposure = slope * log2(Double(max(1, new.exposure)) / Double(max(1, old.exposure)))
        let wrong = seen - byGain - byExposure
        guard abs(wrong) > 0.05, abs(wrong) < 3 else { return }
        if abs(byGain) >= 0.7, abs(byGain) >= abs(byExposure) {
            // Half of the way: the light may have changed, too.
            let factor = min(1.6, max(0.6, (byGain + 0.5 * wrong) / byGain))
            effects = effects.map { $0 * factor }
        } else if abs(byExposure) >= 0.7, abs(byExposure) > 2 * abs(byGain) {
            slope = min(1.6, max(0.4, slope * (byExposure + 0.3 * wrong) / byExposure))
        }
    }
}
