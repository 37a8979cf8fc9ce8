// SPDX-License-Identifier: Apache-2.0

internal import CameraCalibration
internal import CameraControls
import Glibc
internal import LightGoverning
internal import Output
internal import SettingsStore

/// A profile's exposure and gain over the light, drawn as comments that may follow the profile's file.
struct ProfileCurve {
    private let curve: LightCurve
    /// The calibration's light, lux; `nil` if it was not measured.
    private let lux: Double?
    /// The lights in which scans have read codes, stops as in a point.
    private let read: [Double]

    /// - Parameter lights: in which scans have read codes, as `LightKnowledge.calibratedLight`.
    /// - Returns: `nil` if the profile was not calibrated, or not by a version that learned the camera's response.
    init?(_ profile: CameraProfile, read lights: [Double]) {
        let gain = profile.settings.first { $0.name == "gain" }.flatMap { setting in
            if case .integer(let value) = setting.value { value } else { nil }
        }
        let knowledge = LightKnowledge(profile, sensor: nil)
        guard let exposure = profile.exposureTime,
            let curve = LightCurve(
                knowledge, at: LightSetting(exposure: exposure, gain: gain ?? 0),
                interval: profile.stream?.framesPerSecond.flatMap { $0 > 0 ? 1 / $0 : nil } ?? 1.0 / 30)
        else { return nil }
        self.curve = curve
        lux = profile.light?.lux
        read = knowledge.calibratedLight.map { calibrated in lights.map { $0 - calibrated } } ?? []
    }

    var lines: [String] {
        var lines = [
            "# What scan does in another light"
                + (lux == nil ? ", relative to that of the calibration:" : ":")
        ]
        let longest = curve.points.map(\.exposure).max() ?? 1
        for point in curve.points where point.stops >= curve.end && point.excess < 1.5 {
            let bar = String(repeating: "=", count: max(1, Int((24 * point.exposure / longest).rounded())))
            let marks =
                (point.stops == 0 ? ["calibrated"] : [])
                + (read.contains { abs($0 - point.stops) <= 0.5 } ? ["read in scans"] : [])
            let mark = marks.isEmpty ? "" : " <- " + marks.joined(separator: ", ")
            lines.append(
                "# " + light(point.stops).filled(14, isRight: true) + "  "
                    + (fixed(point.exposure * 1000, 1) + " ms").filled(9, isRight: true) + "  gain "
                    + "\(point.gain)".filled(5) + " " + bar + mark)
        }
        let end =
            switch curve.kindOfEnd {
            case .measured:
                "the code of the calibration reads down to \(light(curve.end)), and in less light scan switches on the "
                    + "camera's torch if it has one"
            case .atMost:
                "the code of the calibration reads down to \(light(curve.end)) at least, and in less light scan switches on "
                    + "the camera's torch if it has one"
            case .assumed: "below about \(light(curve.end)) nothing reads without one"
            }
        lines.append("# below \(light(curve.lamp)) a torch helps; \(end)")
        return lines
    }

    private func light(_ stops: Double) -> String {
        let factor = exp2(abs(stops))
        if let lux {
            let value = stops < 0 ? lux / factor : lux * factor
            return fixed(value, value < 10 ? 2 : 0) + " lux"
        }
        return stops < 0 ? "1/\(fixed(factor, factor < 10 ? 1 : 0))" : "x\(fixed(factor, factor < 10 ? 1 : 0))"
    }

    private func fixed(_ value: Double, _ decimals: Int) -> String { JSONValue.fixed(value, decimals: decimals) ?? "?" }
}

extension String {
    fileprivate func filled(_ width: Int, isRight: Bool = false) -> String {
        let room = String(repeating: " ", count: max(0, width - count))
        return isRight ? room + self : self + room
    }
}
