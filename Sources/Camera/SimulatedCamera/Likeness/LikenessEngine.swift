// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
import Glibc

/// What the controls of a published camera do, as values of the simulation's own controls.
struct LikenessEngine {
    /// In the order to set: modes first, so that what they free can be set.
    private(set) var settings: [(ControlID, Int64)] = []

    /// - Parameters:
    ///   - list: the published controls.
    ///   - held: their values in the firmware.
    init(_ list: [ControlDescription], _ held: [ControlID: Int64], _ lies: Set<CameraLie>) {
        func control(_ id: ControlID) -> ControlDescription? {
            list.first { $0.id == id && !$0.flags.contains(.disabled) }
        }
        let modes = AutomaticMode.modes(of: list)
        /// Whether the user's value counts; `nil` if no mode governs it.
        func isFree(_ id: ControlID) -> Bool? {
            guard let mode = modes.first(where: { $0.governed[id] != nil }), let now = held[mode.master] else {
                return nil
            }
            return mode.frees(id, at: now)
        }

        // Exposure.
        let private_ = list.first { $0.key == "exposure" && $0.id != .exposure }
        let exposure = control(.exposureTimeAbsolute) ?? control(.exposure) ?? private_
        let isManual = !lies.contains(.deaf) && exposure.map { isFree($0.id) ?? true } ?? false
        settings.append((.autoExposure, isManual ? 1 : 3))
        if isManual, let exposure, let value = held[exposure.id] {
            let units = Self.exposure(value, exposure, isGrid: lies.contains(.grid))
            settings.append((.exposureTimeAbsolute, min(2047, max(3, units))))
            if let gain = control(.gain), let value = held[gain.id] {
                settings.append((.gain, Self.scaled(value, gain, to: 255)))
            }
        }
        if let dynamic = control(.exposureDynamicFramerate), let value = held[dynamic.id] {
            settings.append((.exposureDynamicFramerate, value == 0 ? 0 : 1))
        }
        if let line = held[.powerLineFrequency] {
            settings.append((.powerLineFrequency, (0...2).contains(line) ? line : 0))
        }

        // Focus.
        if let focus = control(.focusAbsolute) {
            let isHeld = isFree(.focusAbsolute) ?? true
            settings.append((.focusAutomaticContinuous, isHeld && !lies.contains(.drifts) ? 0 : 1))
            if isHeld, !lies.contains(.drifts), let value = held[focus.id] {
                settings.append((.focusAbsolute, Self.scaled(value, focus, to: 250)))
            }
        } else if control(.focusAutomaticContinuous) != nil {
            settings.append((.focusAutomaticContinuous, 1))
        }

        // Tone: the defaults are the same picture.
        for id in [ControlID.brightness, .contrast, .sharpness] {
            guard let control = control(id), let value = held[id] else { continue }
            settings.append((id, Self.toned(value, control)))
        }
        if let backlight = control(.backlightCompensation), backlight.maximum == 1, let value = held[backlight.id] {
            settings.append((.backlightCompensation, value == 0 ? 0 : 1))
        }

        // View.
        if let zoom = control(.zoomAbsolute), let value = held[zoom.id] {
            let scale = ControlUnit(zoom).flatMap { $0.kind == .magnification ? $0.number(of: value) : nil }
            let power = scale ?? 1 + 3 * Self.share(value, zoom)
            settings.append((.zoomAbsolute, Int64((min(4, max(1, power)) * 100).rounded())))
        }
        if let privacy = control(.privacy), let value = held[privacy.id] {
            settings.append((.privacy, value == 0 ? 0 : 1))
        }
    }

    /// In units of 100 µs.
    private static func exposure(_ value: Int64, _ control: ControlDescription, isGrid: Bool) -> Int64 {
        if isGrid, !CameraQuirks.halvedSeconds.contains(value) { return control.maximum }
        if control.isExposureTime { return value }
        // Nanoseconds and microseconds, as those cameras have them.
        if control.maximum >= 10_000_000 { return value / 100_000 }
        if control.kind == .integer64 { return value / 100 }
        // An index, or lines: from 0.3 ms to 33 ms.
        return Int64((3 * pow(111, share(value, control))).rounded())
    }

    private static func share(_ value: Int64, _ control: ControlDescription) -> Double {
        let span = Double(control.maximum) - Double(control.minimum)
        guard span > 0 else { return 0 }
        return min(1, max(0, (Double(value) - Double(control.minimum)) / span))
    }

    private static func scaled(_ value: Int64, _ control: ControlDescription, to most: Double) -> Int64 {
        Int64((share(value, control) * most).rounded())
    }

    /// 128 at the default, 0 and 255 at the ends.
    private static func toned(_ value: Int64, _ control: ControlDescription) -> Int64 {
        let (now, usual) = (share(value, control), share(control.defaultValue, control))
        guard control.defaultValue >= control.minimum, control.defaultValue <= control.maximum else {
            return Int64((now * 255).rounded())
        }
        if now <= usual { return usual > 0 ? Int64((128 * now / usual).rounded()) : 128 }
        return Int64((128 + 127 * (now - usual) / (1 - usual)).rounded())
    }
}
