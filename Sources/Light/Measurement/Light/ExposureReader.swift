// SPDX-License-Identifier: Apache-2.0

package import CameraControls
import Glibc

/// Reads a camera's exposure. It sets nothing.
///
/// With automatic exposure, most webcams keep reporting the exposure time that was set last. So a time is believed only in
/// a manual mode, or once it has changed by itself: read it from the start of the stream, while automatic exposure settles.
/// Source: UVC 1.5 does not require a camera to report it; irlume's audit of webcams.
///
/// Not safe to use from several threads.
package final class ExposureReader {
    private let surface: any ControlSurface
    private let controls: [ControlID: ControlDescription]
    private let scale: GainScale?
    private var firstAutomatic: Int64?
    private var hasMoved = false

    /// - Parameter scale: the measured effect of this camera's gain; `nil` to assume one.
    /// - Throws: if the camera does not list its controls.
    package init(_ surface: any ControlSurface, scale: GainScale? = nil) throws(ControlError) {
        self.surface = surface
        self.scale = scale
        controls = Dictionary(
            try surface.controls().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads the current exposure. Blocks for a few control requests: some milliseconds over USB.
    package func read() -> ExposureKnowledge {
        guard controls[.exposureTimeAbsolute] != nil else {
            return .unknown(reason: "the camera has no exposure time control")
        }
        guard controls[.exposureTimeAbsolute]?.isExposureTime == true else {
            return .unknown(reason: "the unit of the camera's exposure time control is not known")
        }
        guard let units = integer(.exposureTimeAbsolute), units > 0 else {
            return .unknown(reason: "the camera does not report its exposure time")
        }
        let mode = integer(.autoExposure)
        // 1 is manual. 2 is shutter priority: the time is manual, and only an iris, which few cameras have, is automatic.
        let manual = AutomaticMode.manualExposures(among: Array(controls.values))
        let isManual = controls[.autoExposure] == nil || mode.map(manual.contains) == true
        // Such a camera tells what it used.
        let isTold = surface.unitGain != nil
        if !isManual, !isTold {
            if let first = firstAutomatic { hasMoved = hasMoved || first != units } else { firstAutomatic = units }
            guard hasMoved else {
                return .unknown(
                    reason:
                        "exposure is automatic, and the reported exposure time has not changed: it may be out of date; "
                        + "to know it, set auto_exposure=1 and exposure_time_absolute")
            }
        }
        guard case .success(let (stops, error)) = gain() else {
            return .unknown(reason: "the camera does not report its gain")
        }
        return .known(
            ExposureReading(
                time: Double(units) * 1e-4, gainStops: stops, gainError: error, isManual: isManual,
                disturbance: disturbance()))
    }

    private enum Unreadable: Error { case gain }

    private func gain() -> Result<(stops: Double, error: Double), Unreadable> {
        guard let control = controls[.gain], control.kind.isNumeric else {
            // Without a gain control, automatic exposure may still use gain, commonly up to four stops.
            return .success((0, integer(.autoExposure) == 1 ? 0 : 2))
        }
        guard let value = integer(.gain) else { return .failure(.gain) }
        if let unit = surface.unitGain, value > 0, unit > 0 {
            return .success((log2(Double(value) / Double(unit)), 0))
        }
        let scale = scale ?? .assumed(minimum: control.minimum, maximum: control.maximum)
        let stops = scale.stops(value, above: control.minimum)
        return .success((stops, abs(stops) * scale.relativeError))
    }

    /// The first control that bends the tone curve and is not at its default.
    private func disturbance() -> String? {
        for id in [ControlID.brightness, .contrast, .gamma, .backlightCompensation] {
            guard let control = controls[id], let value = integer(id), value != control.defaultValue else { continue }
            return "\(control.key) is \(value), not the default \(control.defaultValue)"
        }
        return nil
    }

    private func integer(_ id: ControlID) -> Int64? {
        guard controls[id] != nil, case .integer(let value)? = try? surface.value(of: id) else { return nil }
        return value
    }
}
