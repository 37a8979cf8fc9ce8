// SPDX-License-Identifier: Apache-2.0

public import CameraControls

/// Reads what a camera exposes with. It sets nothing.
///
/// Under automatic exposure most webcams go on reporting the exposure time somebody set last. So a time is believed in
/// a manual mode, or once it has been seen to move by itself: read from the start of the stream, when the automatic
/// finds its place. Source: UVC 1.5 does not ask a camera to report it; irlume's audit of webcams.
///
/// Not safe to use from several threads.
public final class ExposureReader {
    private let surface: any ControlSurface
    private let controls: [ControlID: ControlDescription]
    private let scale: GainScale?
    private var firstAutomatic: Int64?
    private var hasMoved = false

    /// - Parameter scale: what a step of gain is worth on this camera, where that was measured; `nil` assumes it.
    /// - Throws: when the camera does not list its controls.
    public init(_ surface: any ControlSurface, scale: GainScale? = nil) throws(ControlError) {
        self.surface = surface
        self.scale = scale
        controls = Dictionary(
            try surface.controls().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The exposure now. Blocks for as long as the camera takes to answer a few requests: some milliseconds over USB.
    public func read() -> ExposureKnowledge {
        guard controls[.exposureTimeAbsolute] != nil else {
            return .unknown(reason: "the camera has no control for its exposure time")
        }
        guard let units = integer(.exposureTimeAbsolute), units > 0 else {
            return .unknown(reason: "the camera does not tell its exposure time")
        }
        let mode = integer(.autoExposure)
        // 1 manual; 2 shutter priority: the time is set by hand, what follows the light is an iris few cameras have.
        let isManual = controls[.autoExposure] == nil || mode == 1 || mode == 2
        if !isManual {
            if let first = firstAutomatic { hasMoved = hasMoved || first != units } else { firstAutomatic = units }
            guard hasMoved else {
                return .unknown(
                    reason:
                        "exposure is automatic, and the time the camera reports has not moved: it may be an old one; "
                        + "set auto_exposure=1 and exposure_time_absolute by hand to know")
            }
        }
        guard case .success(let (stops, error)) = gain() else {
            return .unknown(reason: "the camera does not tell its gain")
        }
        return .known(
            ExposureReading(
                time: Double(units) * 1e-4, gainStops: stops, gainError: error, isManual: isManual,
                disturbance: disturbance()))
    }

    private enum Unreadable: Error { case gain }

    private func gain() -> Result<(stops: Double, error: Double), Unreadable> {
        guard let control = controls[.gain], control.kind.isNumeric else {
            // What is not offered may well be done by the automatic mode: unknown by the four stops it commonly has.
            return .success((0, integer(.autoExposure) == 1 ? 0 : 2))
        }
        guard let value = integer(.gain) else { return .failure(.gain) }
        let scale = scale ?? .assumed(minimum: control.minimum, maximum: control.maximum)
        let stops = scale.stops(value, above: control.minimum)
        return .success((stops, abs(stops) * scale.relativeError))
    }

    /// The first control that bends the tone curve and is not where the camera was delivered with it.
    private func disturbance() -> String? {
        for id in [ControlID.brightness, .contrast, .gamma, .backlightCompensation] {
            guard let control = controls[id], let value = integer(id), value != control.defaultValue else { continue }
            return "\(control.key) is \(value), not \(control.defaultValue)"
        }
        return nil
    }

    private func integer(_ id: ControlID) -> Int64? {
        guard controls[id] != nil, case .integer(let value)? = try? surface.value(of: id) else { return nil }
        return value
    }
}
