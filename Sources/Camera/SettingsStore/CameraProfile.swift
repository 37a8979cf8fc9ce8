// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import Output

/// Saved settings of one camera.
package struct CameraProfile: Hashable, Sendable {
    /// The camera that the settings belong to.
    package struct Camera: Hashable, Sendable {
        /// The identity that survives replugging, `usb-046d_HD_Pro_Webcam_C920_1234`: see `CameraIdentity`.
        package var identity: String
        /// `046d:082d`; `nil` if it is not a USB camera.
        package var model: String?
        /// Its name for users.
        package var title: String?

        package init(identity: String, model: String? = nil, title: String? = nil) {
            self.identity = identity
            self.model = model
            self.title = title
        }
    }

    /// How well a camera matches the one in a profile.
    package enum Fit: Hashable, Sendable {
        case exact
        /// The same model with another serial number.
        case alike
        case other
    }

    /// One control.
    package struct Setting: Hashable, Sendable {
        /// The kernel's name; the number, `0x009a0902`, for a control whose name has no ASCII letters.
        package var name: String
        package var value: ControlValue
        /// For people: the value with its unit, or a menu's label.
        package var comment: String?

        package init(name: String, value: ControlValue, comment: String? = nil) {
            self.name = name
            self.value = value
            self.comment = comment
        }
    }

    /// The light in which the settings were found; `nil` for what was not measured.
    package struct Light: Hashable, Sendable {
        package var lux: Double?
        /// APEX brightness value.
        package var brightnessValue: Double?
        /// 0 to 255.
        package var meanLuma: Double?

        package init(lux: Double? = nil, brightnessValue: Double? = nil, meanLuma: Double? = nil) {
            self.lux = lux
            self.brightnessValue = brightnessValue
            self.meanLuma = meanLuma
        }
    }

    /// How well codes were read with the settings.
    package struct Score: Hashable, Sendable {
        /// The share of the frames, 0 to 1.
        package var decodeRate: Double?
        package var latencyP95Milliseconds: Double?

        package init(decodeRate: Double? = nil, latencyP95Milliseconds: Double? = nil) {
            self.decodeRate = decodeRate
            self.latencyP95Milliseconds = latencyP95Milliseconds
        }
    }

    /// The requested stream mode.
    package struct Stream: Hashable, Sendable {
        /// Four characters.
        package var format: String?
        /// `1280x720`
        package var size: String?
        package var framesPerSecond: Double?

        package init(format: String? = nil, size: String? = nil, framesPerSecond: Double? = nil) {
            self.format = format
            self.size = size
            self.framesPerSecond = framesPerSecond
        }
    }

    /// What a calibration learned of the camera, for settings in another light.
    package struct Response: Hashable, Sendable {
        /// Stops of light for a stop of exposure.
        package var exposureSlope: Double
        /// Stops of light by the gain's value, ascending.
        package var gains: [Gain]
        /// The mains frequency at which the lamp flickers, hertz; 0 for a steady light, `nil` if it is not known.
        package var mainsFrequency: Int?
        /// The longest exposure for a moving code.
        package var longestExposureMilliseconds: Double?
        /// log₂ of the level around the code at one unit of exposure without gain.
        package var light: Double?
        /// log₂ of exposure × light that the code needs.
        package var neededLight: Double?
        /// log₂ of exposure × light below which the code does not read, even with the largest gain.
        package var darkestLight: Double?
        /// Whether it reads in less light, too: the camera has no shorter exposure to find that out.
        package var isDarkestRead: Bool?
        /// What an ambient light sensor of the machine measured, lux.
        package var sensorLux: Double?

        package struct Gain: Hashable, Sendable {
            package var value: Int64
            package var stops: Double

            package init(value: Int64, stops: Double) { (self.value, self.stops) = (value, stops) }
        }

        package init(exposureSlope: Double, gains: [Gain]) {
            self.exposureSlope = exposureSlope
            self.gains = gains
        }
    }

    package var camera: Camera
    /// When it was saved, as RFC 3339 in UTC.
    package var saved: String
    /// Whether to apply it when the camera is plugged in, if that is installed.
    package var isForPlugIn = true
    package var settings: [Setting]
    package var light: Light?
    package var score: Score?
    package var stream: Stream?
    /// `nil` if it was not calibrated.
    package var response: Response?
    /// A remark by the user.
    package var note: String?

    /// - Parameter saved: defaults to now.
    package init(camera: Camera, saved: String? = nil, settings: [Setting]) {
        self.camera = camera
        self.saved = saved ?? WallTime.now.text
        self.settings = settings
    }

    package func fit(_ camera: Camera) -> Fit {
        if camera.identity == self.camera.identity { return .exact }
        if let model = camera.model, model == self.camera.model { return .alike }
        return .other
    }
}

extension CameraProfile {
    /// The camera's current settings that a person or program could have made. Excludes read-only controls, those that an
    /// automatic mode sets, buttons, and arrays.
    package static func settings(of surface: any ControlSurface) throws(ControlError) -> [Setting] {
        let controls = try surface.controls()
        var settings: [Setting] = []
        var names: Set<String> = []
        for control in controls where isKept(control) {
            guard let value = try? surface.value(of: control.id) else { continue }
            // Firmware can report a value that it would not accept.
            guard (try? control.check(value)) != nil else { continue }
            if Self.movesByItself(control.id, controls, surface) { continue }
            let name = control.key.isEmpty || !names.insert(control.key).inserted ? control.id.description : control.key
            settings.append(Setting(name: name, value: value, comment: comment(control, value)))
        }
        return settings
    }

    /// Whether an automatic mode sets the control now, so that nobody chose its value.
    private static func movesByItself(
        _ id: ControlID, _ controls: [ControlDescription], _ surface: any ControlSurface
    ) -> Bool {
        func number(_ id: ControlID) -> Int64? {
            guard controls.contains(where: { $0.id == id }), case .integer(let number)? = try? surface.value(of: id)
            else {
                return nil
            }
            return number
        }
        if let mode = AutomaticMode.governing(id, among: controls), let master = number(mode.master) {
            return !mode.frees(id, at: master)
        }
        // The automatic exposure of most webcams also changes the gain, without setting a flag.
        return id == .gain && number(.autoExposure).map { $0 != 1 } ?? false
    }

    private static func isKept(_ control: ControlDescription) -> Bool {
        guard control.flags.isDisjoint(with: [.disabled, .readOnly, .writeOnly, .inactive, .volatile]) else {
            return false
        }
        // The privacy shutter and the recording light are the user's to operate.
        guard !control.isPersonal, control.dimensions.isEmpty else { return false }
        return control.kind.isNumeric || control.kind == .string
    }

    private static func comment(_ control: ControlDescription, _ value: ControlValue) -> String? {
        guard case .integer(let number) = value, control.kind != .boolean else { return nil }
        if let human = ControlUnit(control)?.text(of: number) { return human }
        return control.menu.first { $0.index == number }?.label
    }

    /// The settings in which the camera differs from the profile. Controls that it does not have are skipped.
    package func differences(
        from surface: any ControlSurface
    ) throws(ControlError) -> [(control: ControlDescription, saved: ControlValue, current: ControlValue)] {
        let lookup = ControlLookup(try surface.controls())
        // Skips what an automatic mode changes: then the mode itself is the difference.
        var differences: [(control: ControlDescription, saved: ControlValue, current: ControlValue)] = []
        for setting in settings {
            guard let control = try? lookup.findSaved(setting.name), !control.isPersonal,
                !Self.movesByItself(control.id, lookup.controls, surface),
                let current = try? surface.value(of: control.id),
                current != setting.value
            else { continue }
            differences.append((control, setting.value, current))
        }
        return differences
    }
}

extension CameraProfile {
    /// The differences that decide whether the profile is in force. Where the camera points does not: gimbals follow a face,
    /// and people turn a camera with its remote control.
    package func decisiveDifferences(
        from surface: any ControlSurface
    ) throws(ControlError) -> [(control: ControlDescription, saved: ControlValue, current: ControlValue)] {
        try differences(from: surface).filter { !Self.position.contains($0.control.id) }
    }

    private static let position: Set<ControlID> = [.panAbsolute, .tiltAbsolute, .zoomAbsolute]
}

extension CameraProfile {
    /// The exposure time that it sets, in units of the control; `nil` for none.
    package var exposureTime: Int64? {
        for setting in settings where ControlLookup.renamed(setting.name) == .exposureTimeAbsolute {
            if case .integer(let value) = setting.value { return value }
        }
        return nil
    }
}

extension CameraProfile {
    /// The settings of the profile that the camera has now.
    package func held(by surface: any ControlSurface) -> [ControlSetting] {
        guard let controls = try? surface.controls() else { return [] }
        let lookup = ControlLookup(controls)
        return settings.compactMap { setting in
            guard let control = try? lookup.findSaved(setting.name), !control.isPersonal,
                !control.flags.contains(.readOnly), (try? control.check(setting.value)) != nil,
                !Self.movesByItself(control.id, controls, surface),
                (try? surface.value(of: control.id)) == setting.value
            else { return nil }
            return ControlSetting(control.id, setting.value)
        }
    }
}
