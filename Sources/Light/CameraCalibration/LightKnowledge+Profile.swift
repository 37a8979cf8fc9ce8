// SPDX-License-Identifier: Apache-2.0

package import Calibration
internal import CameraControls
internal import Glibc
package import LightGoverning
internal import Measurement
package import SettingsStore

extension CameraProfile {
    /// Whether the profile is a calibration's that fixes the exposure, so that another light needs another exposure.
    package var isCalibratedForLight: Bool {
        (response != nil || score != nil) && exposureTime != nil
    }
}

extension CameraProfile.Response {
    /// What a calibration learned; `nil` if exposure could not be set.
    package init?(_ report: CalibrationReport) {
        let knowledge = LightKnowledge(report)
        guard let response = knowledge.response else { return nil }
        self.init(
            exposureSlope: response.slope, gains: response.gains.map { Gain(value: $0.value, stops: $0.stops) })
        switch knowledge.safe?.lamp {
        case .steady: mainsFrequency = 0
        case .mains(let hertz): mainsFrequency = hertz
        case .unknown, nil: break
        }
        if knowledge.longest.isFinite { longestExposureMilliseconds = knowledge.longest * 1000 }
        light = knowledge.calibratedLight
        neededLight = knowledge.needed
        darkestLight = knowledge.darkest
        if knowledge.darkest != nil { isDarkestRead = knowledge.isDarkestRead }
        sensorLux = AmbientLightSensor.read()?.lux
    }
}

extension LightKnowledge {
    /// Of a profile, and of the machine's ambient light sensor if the profile was calibrated beside one.
    ///
    /// - Parameter sensor: lux now; `nil` without a sensor.
    package init(_ profile: CameraProfile, sensor: Double?) {
        self.init()
        guard let found = profile.response else { return }
        response = LightResponse(
            slope: found.exposureSlope, gains: found.gains.map { ($0.value, $0.stops) }, isMeasured: true)
        switch found.mainsFrequency {
        case nil: break
        case 0: safe = .init(.steady)
        case let hertz?: safe = .init(.mains(hertz))
        }
        if let longest = found.longestExposureMilliseconds, longest > 0 { self.longest = longest / 1000 }
        needed = found.neededLight
        darkest = found.darkestLight
        isDarkestRead = found.isDarkestRead ?? false
        calibratedLight = found.light
        if let light = found.light, let before = found.sensorLux, let now = sensor, before > 0, now > 0 {
            self.light = light + log2(now / before)
        }
    }

    /// Adds what earlier runs learned.
    ///
    /// - Parameter now: since 1970.
    package mutating func take(_ past: LearnedLightFile.Content, atMilliseconds now: Int64) {
        learned = past.learned
        // A sensor knows better, and after some time the light is another one.
        let age = Double(now) / 1000 - Double(past.saved) / 1000
        if light == nil, (0..<LearnedLight.validSeconds).contains(age) { light = past.learned.last }
    }
}
