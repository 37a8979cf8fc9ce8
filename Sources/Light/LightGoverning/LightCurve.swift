// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import Glibc

/// What the governor does from bright to dark: exposure and gain over the light, relative to that of the calibration.
package struct LightCurve: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        /// Relative to the calibration's light, stops: positive is brighter.
        package var stops: Double
        /// Seconds.
        package var exposure: Double
        package var gain: Int64
        /// How much brighter than wanted the picture is, stops; negative if even the most is too little.
        package var excess: Double
    }

    /// From bright to dark, one a stop.
    package var points: [Point]
    /// The light below which a lamp helps: even the longest exposure and the largest gain leave the picture darker than
    /// wanted. Stops, as in a point.
    package var lamp: Double
    /// The light below which hardly anything reads without a lamp: as the calibration found, otherwise where the picture has a
    /// tenth of the wanted light.
    package var end: Double
    package enum End: Hashable, Sendable {
        /// It reads above `end` and not below.
        case measured
        /// It reads at `end`; darker was not tried.
        case atMost
        case assumed
    }
    package var kindOfEnd: End

    /// - Parameters:
    ///   - setting: the calibrated one.
    ///   - interval: seconds between frames.
    /// - Returns: `nil` if the response is not known.
    package init?(_ knowledge: LightKnowledge, at setting: LightSetting, interval: Double) {
        guard let response = knowledge.response else { return nil }
        let gains = response.gains
        // A profile has no ranges: the gains that were measured, and exposures up to the longest that is used.
        let range =
            gains.count > 1
            ? gains.last.map { last in
                ControlRange(minimum: gains[0].value, maximum: last.value, defaultValue: gains[0].value)
            } : nil
        var abilities = LightAbilities(
            exposure: ControlRange(minimum: 1, maximum: 10_000, defaultValue: 250), gain: range, interval: interval,
            response: response)
        abilities.longest = knowledge.longest
        abilities.needed = knowledge.needed
        if let safe = knowledge.safe { abilities.safe = safe }
        let plan = LightPlan(abilities)
        let calibrated = response.stops(setting)
        let light = knowledge.calibratedLight ?? 0
        points = stride(from: 8.0, through: -12, by: -1).map { stops in
            let wanted = min(plan.mostStops + LightGovernor.depth, max(plan.leastStops, calibrated - stops))
            let chosen = plan.setting(stops: wanted, light: light + stops)
            return Point(
                stops: stops, exposure: Double(chosen.exposure) * 1e-4, gain: chosen.gain,
                excess: response.stops(chosen) - (calibrated - stops))
        }
        lamp = calibrated - plan.mostStops
        if let darkest = knowledge.darkest {
            let longest = plan.mostStops - (range.map { response.stops(ofGain: $0.maximum) } ?? 0)
            end = darkest - light - longest
            kindOfEnd = knowledge.isDarkestRead ? .atMost : .measured
        } else {
            end = lamp - log2(10)
            kindOfEnd = .assumed
        }
    }
}
