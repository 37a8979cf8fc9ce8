// SPDX-License-Identifier: Apache-2.0

package import Calibration
internal import CameraControls
internal import Glibc

/// What the governor knows of a camera before it starts, from a calibration.
package struct LightKnowledge: Hashable, Sendable {
    /// `nil` to assume one and learn it.
    package var response: LightResponse?
    /// `nil` if it was not measured whether the lamp flickers.
    package var safe: FlickerSafeTimes?
    /// The longest exposure for a moving code, seconds.
    package var longest = Double.infinity
    /// As `LightAbilities.needed`.
    package var needed: Double?
    /// log₂ of exposure × light below which the code does not read, as `needed`; `nil` if it is not known.
    package var darkest: Double?
    /// Whether it reads in less light, too.
    package var isDarkestRead = false
    /// As `LightAbilities.lampBelow`.
    package var lampBelow: Double?
    /// The light of the calibration, as `LightGovernor.light`.
    package var calibratedLight: Double?
    /// The light to expect at the start, as `calibratedLight`; from an ambient light sensor, or from a run that has just ended.
    package var light: Double?
    /// What earlier runs learned.
    package var learned = LearnedLight()

    package init() {}

    /// Of a calibration.
    package init(_ report: CalibrationReport) {
        guard let light = report.light, let found = report.chosen.first(where: { $0.id == .exposureTimeAbsolute }),
            let gain = report.chosen.first(where: { $0.id == .gain })?.value ?? light.response.looks.first?.gain
        else { return }
        let response = LightResponse(light.response)
        self.response = response
        switch report.lamp {
        case .unknown: break
        case .steady, .mains: safe = FlickerSafeTimes(report.lamp)
        }
        if let budget = report.blurBudget { longest = budget }
        let setting = LightSetting(exposure: found.value, gain: gain)
        if report.basis == .code, report.after.level > 0, report.after.clipped < 0.02, !report.isToneBent {
            calibratedLight = log2(report.after.level) - response.stops(setting)
        }
        if let calibratedLight, let darkest = report.darkest {
            self.darkest = calibratedLight + response.slope * log2(Double(max(1, darkest.exposure)))
            isDarkestRead = darkest.isShortest
        }
        // A frame that was lengthened although gain was left tells how much light the code needs.
        if let calibratedLight, Double(found.value) * 1e-4 > 1.2 * light.interval {
            needed = calibratedLight + response.slope * log2(Double(found.value))
        }
    }
}

extension CalibrationReport {
    /// Whether contrast or brightness bend the curve from light to luma.
    fileprivate var isToneBent: Bool {
        chosen.contains { ($0.id == .contrast || $0.id == .brightness) && $0.before != $0.value }
    }
}
