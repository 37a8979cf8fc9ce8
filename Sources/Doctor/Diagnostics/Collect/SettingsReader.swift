// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// Reads the controls of a camera that explain a picture. Changes none.
package struct SettingsReader {
    private let surface: any ControlSurface
    private let controls: [ControlID: ControlDescription]
    private let switches: [any ControlSurface]

    /// - Parameter switches: sub-devices of the camera. uvcvideo's privacy switch can be one, with its only control there.
    /// - Throws: if the camera does not list its controls.
    package init(_ surface: any ControlSurface, switches: [any ControlSurface] = []) throws(ControlError) {
        self.surface = surface
        self.switches = switches
        let list = try surface.controls()
        controls = Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The present settings, and why some could not be read; `failure` is `nil` if all could.
    package func read() -> (settings: CameraSettings, failure: String?) {
        var settings = CameraSettings()
        var failure: String?
        var isHopeless = false
        func value(_ id: ControlID) -> Int? {
            // After one timeout the others are not read: each would take as long again. Any other failure is of one control.
            guard controls[id] != nil, !isHopeless else { return nil }
            do throws(ControlError) {
                if case .integer(let value) = try surface.value(of: id) { return Int(Int32(clamping: value)) }
            } catch {
                failure = failure ?? error.description
                isHopeless = error.isTimeout || error.kind == .gone
            }
            return nil
        }
        settings.exposureMode = value(.autoExposure)
        // A number whose unit is not known is not used as a time.
        let hasTime = controls[.exposureTimeAbsolute]?.isExposureTime == true
        settings.exposureTime = hasTime ? value(.exposureTimeAbsolute) : nil
        settings.exposure = value(.exposure)
        settings.exposureMinimum = controls[.exposure].map { Int(Int32(clamping: $0.minimum)) }
        settings.exposureTimeMinimum = controls[.exposureTimeAbsolute].map { Int(Int32(clamping: $0.minimum)) }
        let modes = (controls[.autoExposure]?.menu ?? []).map { Int($0.index) }
        // Aperture priority is what webcams have; "auto" would also drive an iris.
        let manual = (manualModes ?? [1, 2]).map { Int(Int32(clamping: $0)) }
        let usual = [controls[.autoExposure].map { Int(Int32(clamping: $0.defaultValue)) } ?? 3, 3, 0] + modes
        settings.automaticExposure = usual.first { modes.contains($0) && !manual.contains($0) }
        settings.manualExposure = manual.first(where: modes.contains)
        settings.manualModes = manual == [1, 2] ? nil : manual
        settings.exposureTimeMaximum = controls[.exposureTimeAbsolute].map { Int(Int32(clamping: $0.maximum)) }
        settings.mayLowerFrameRate = value(.exposureDynamicFramerate).map { $0 != 0 }
        settings.gain = value(.gain)
        settings.gainMinimum = controls[.gain].map { Int(Int32(clamping: $0.minimum)) }
        settings.gainMaximum = controls[.gain].map { Int(Int32(clamping: $0.maximum)) }
        settings.powerLineFrequency = value(.powerLineFrequency)
        settings.isFocusAutomatic = value(.focusAutomaticContinuous).map { $0 != 0 }
        settings.focusMinimum = controls[.focusAbsolute].map { Int(Int32(clamping: $0.minimum)) }
        settings.focusMaximum = controls[.focusAbsolute].map { Int(Int32(clamping: $0.maximum)) }
        settings.zoom = value(.zoomAbsolute)
        settings.zoomMinimum = controls[.zoomAbsolute].map { Int(Int32(clamping: $0.minimum)) }
        settings.zoomMaximum = controls[.zoomAbsolute].map { Int(Int32(clamping: $0.maximum)) }
        settings.isPrivate = value(.privacy).map { $0 != 0 } ?? isSwitchedPrivate
        settings.backlightCompensation = value(.backlightCompensation)
        settings.backlightCompensationMaximum = controls[.backlightCompensation].map {
            Int(Int32(clamping: $0.maximum))
        }
        settings.altered = Self.pictureControls.compactMap { id in
            guard let control = controls[id],
                control.flags.isDisjoint(with: [.inactive, .disabled, .readOnly, .writeOnly]),
                let value = value(id), Int64(value) != control.defaultValue
            else { return nil }
            return .init(control: control.key, value: value, standard: Int(Int32(clamping: control.defaultValue)))
        }
        settings.trigger = trigger(value)
        settings.limits = limits()
        return (settings, failure)
    }

    /// Industrial cameras have it under their drivers' own numbers, and all call it the trigger mode; 0 is off.
    private func trigger(_ value: (ControlID) -> Int?) -> CameraSettings.Altered? {
        for control in controls.values {
            guard control.key.hasSuffix("trigger_mode"), control.kind.isNumeric,
                control.flags.isDisjoint(with: [.disabled, .readOnly, .writeOnly]), control.minimum <= 0,
                let now = value(control.id), now > 0
            else { continue }
            return .init(control: control.key, value: now, standard: 0)
        }
        return nil
    }

    private var isSwitchedPrivate: Bool? {
        for device in switches {
            if case .integer(let value)? = try? device.value(of: .privacy) { return value != 0 }
        }
        return nil
    }

    /// The values of auto_exposure that leave the time to the user, by the words of its menu.
    private var manualModes: [Int64]? {
        let time: ControlID = controls[.exposureTimeAbsolute] == nil ? .exposure : .exposureTimeAbsolute
        return AutomaticMode.switched(by: .autoExposure, among: Array(controls.values))?.governed[time]
    }

    /// What the controls accept that the doctor's remedies set, by their names since Linux 5.16.
    private func limits() -> [CameraSettings.Limit] {
        Self.remedies.compactMap { name, id in
            guard let control = controls[id], control.flags.isDisjoint(with: [.readOnly, .disabled]),
                id != .exposureTimeAbsolute || control.isExposureTime
            else { return nil }
            let isMenu = control.kind == .menu || control.kind == .integerMenu
            return .init(
                control: name, minimum: Int(Int32(clamping: control.minimum)),
                maximum: Int(Int32(clamping: control.maximum)), step: Int(Int32(clamping: control.step)),
                choices: isMenu && !control.menu.isEmpty ? control.menu.map { Int(Int32(clamping: $0.index)) } : nil)
        }
    }

    private static let remedies: [(name: String, id: ControlID)] = [
        ("auto_exposure", .autoExposure), ("exposure_time_absolute", .exposureTimeAbsolute), ("exposure", .exposure),
        ("exposure_dynamic_framerate", .exposureDynamicFramerate), ("gain", .gain), ("brightness", .brightness),
        ("contrast", .contrast), ("gamma", .gamma), ("backlight_compensation", .backlightCompensation),
        ("power_line_frequency", .powerLineFrequency), ("focus_automatic_continuous", .focusAutomaticContinuous),
        ("focus_absolute", .focusAbsolute), ("zoom_absolute", .zoomAbsolute), ("hue", .hue),
    ]

    /// The controls that make a picture brighter, darker or flatter, or its colours others, whatever the light.
    private static let pictureControls: [ControlID] = [.brightness, .contrast, .gamma, .gain, .backlightCompensation, .hue]

    /// The position of the lens; `nil` if it is unknown.
    package func focus() -> Int? {
        guard controls[.focusAbsolute] != nil, case .integer(let value)? = try? surface.value(of: .focusAbsolute) else {
            return nil
        }
        return Int(Int32(clamping: value))
    }

    /// The values, by name, of all controls that a person or program can set, without those that an automatic mode moves.
    package func settable() -> [String: Int64] {
        // Listed again: flags change with the automatic modes.
        guard let list = try? surface.controls() else { return [:] }
        var values: [String: Int64] = [:]
        let moved = movedByAutomatics()
        for control in list where control.kind.isNumeric && !moved.contains(control.id) {
            let flags = control.flags
            if !flags.isDisjoint(with: [.inactive, .volatile, .disabled, .writeOnly, .readOnly]) { continue }
            if case .integer(let value)? = try? surface.value(of: control.id) { values[control.key] = value }
        }
        return values
    }

    /// Controls that cameras move by themselves without a flag: on most webcams gain follows automatic exposure, but only
    /// the exposure time is flagged as inactive.
    private func movedByAutomatics() -> Set<ControlID> {
        func number(_ id: ControlID) -> Int64? {
            guard controls[id] != nil, case .integer(let value)? = try? surface.value(of: id) else { return nil }
            return value
        }
        // Cameras that follow a face turn and zoom by themselves; a person moves the shutter.
        var moved: Set<ControlID> = [.privacy, .panAbsolute, .tiltAbsolute, .zoomAbsolute]
        if let mode = number(.autoExposure), !(manualModes ?? [1]).prefix(1).contains(mode) {
            moved.formUnion([.exposureTimeAbsolute, .gain])
        }
        if number(.autogain) == 1 { moved.insert(.gain) }
        if number(.focusAutomaticContinuous) == 1 { moved.insert(.focusAbsolute) }
        if number(.autoWhiteBalance) == 1 { moved.insert(.whiteBalanceTemperature) }
        return moved
    }
}
