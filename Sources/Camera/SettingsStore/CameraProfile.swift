// SPDX-License-Identifier: Apache-2.0

public import CameraControls
internal import Output

/// Settings of one camera, kept to be given back.
public struct CameraProfile: Hashable, Sendable {
    /// The camera they are of.
    public struct Camera: Hashable, Sendable {
        /// What outlives a replug, `usb-046d_HD_Pro_Webcam_C920_1234`: see `CameraIdentity`.
        public var identity: String
        /// `046d:082d`; `nil` for what is no USB camera.
        public var model: String?
        /// What people call it.
        public var title: String?

        public init(identity: String, model: String? = nil, title: String? = nil) {
            self.identity = identity
            self.model = model
            self.title = title
        }
    }

    /// How well a camera fits the one a profile is of.
    public enum Fit: Hashable, Sendable {
        case exact
        /// The same model, another serial number.
        case alike
        case other
    }

    /// One control.
    public struct Setting: Hashable, Sendable {
        /// The kernel's name; the number, `0x009a0902`, for a control whose name has no plain letters.
        public var name: String
        public var value: ControlValue
        /// For people: the value in their unit, or a menu's label.
        public var comment: String?

        public init(name: String, value: ControlValue, comment: String? = nil) {
            self.name = name
            self.value = value
            self.comment = comment
        }
    }

    /// The light they were found in; what was not measured is `nil`.
    public struct Light: Hashable, Sendable {
        public var lux: Double?
        /// APEX brightness value.
        public var brightnessValue: Double?
        /// Of 255.
        public var meanLuma: Double?

        public init(lux: Double? = nil, brightnessValue: Double? = nil, meanLuma: Double? = nil) {
            self.lux = lux
            self.brightnessValue = brightnessValue
            self.meanLuma = meanLuma
        }
    }

    /// How well codes were read with them.
    public struct Score: Hashable, Sendable {
        /// Of the frames, 0 to 1.
        public var decodeRate: Double?
        public var latencyP95Milliseconds: Double?

        public init(decodeRate: Double? = nil, latencyP95Milliseconds: Double? = nil) {
            self.decodeRate = decodeRate
            self.latencyP95Milliseconds = latencyP95Milliseconds
        }
    }

    /// What to ask of the stream.
    public struct Stream: Hashable, Sendable {
        /// Four characters.
        public var format: String?
        /// `1280x720`
        public var size: String?
        public var framesPerSecond: Double?

        public init(format: String? = nil, size: String? = nil, framesPerSecond: Double? = nil) {
            self.format = format
            self.size = size
            self.framesPerSecond = framesPerSecond
        }
    }

    public var camera: Camera
    /// When, as RFC 3339 in UTC.
    public var saved: String
    /// Whether it is given back when the camera is plugged in, where that was installed.
    public var isForPlugIn = true
    public var settings: [Setting]
    public var light: Light?
    public var score: Score?
    public var stream: Stream?
    /// What somebody wants to remember of it.
    public var note: String?

    /// - Parameter saved: now, if it is left out.
    public init(camera: Camera, saved: String? = nil, settings: [Setting]) {
        self.camera = camera
        self.saved = saved ?? WallTime.now.text
        self.settings = settings
    }

    public func fit(_ camera: Camera) -> Fit {
        if camera.identity == self.camera.identity { return .exact }
        if let model = camera.model, model == self.camera.model { return .alike }
        return .other
    }
}

extension CameraProfile {
    /// The settings a camera has now that a person or program could have made: not what can only be read, what an
    /// automatic mode sets by itself, buttons, or tables.
    public static func settings(of surface: any ControlSurface) throws(ControlError) -> [Setting] {
        let controls = try surface.controls()
        var settings: [Setting] = []
        var names: Set<String> = []
        for control in controls where isKept(control) {
            guard let value = try? surface.value(of: control.id) else { continue }
            if Self.movesByItself(control.id, controls, surface) { continue }
            let name = control.key.isEmpty || !names.insert(control.key).inserted ? control.id.description : control.key
            settings.append(Setting(name: name, value: value, comment: comment(control, value)))
        }
        return settings
    }

    /// Whether an automatic mode sets the control now, so that its value is nobody's wish.
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
        if let mode = AutomaticMode.governing(id), let master = number(mode.master) {
            return !mode.frees(id, at: master)
        }
        // Most webcams' automatic exposure moves the gain too, without a word in its flags.
        return id == .gain && number(.autoExposure).map { $0 != 1 } ?? false
    }

    private static func isKept(_ control: ControlDescription) -> Bool {
        guard control.flags.isDisjoint(with: [.disabled, .readOnly, .writeOnly, .inactive, .volatile]) else {
            return false
        }
        // The shutter before the lens is a person's.
        guard control.id != .privacy, control.dimensions.isEmpty else { return false }
        return control.kind.isNumeric || control.kind == .string
    }

    private static func comment(_ control: ControlDescription, _ value: ControlValue) -> String? {
        guard case .integer(let number) = value, control.kind != .boolean else { return nil }
        if let human = ControlUnit(control)?.text(of: number) { return human }
        return control.menu.first { $0.index == number }?.label
    }

    /// What of the profile a camera does not have now; controls that it has not at all are passed over.
    public func differences(
        from surface: any ControlSurface
    ) throws(ControlError) -> [(control: ControlDescription, saved: ControlValue, current: ControlValue)] {
        let lookup = ControlLookup(try surface.controls())
        // What an automatic mode moves is left out: the mode itself is what differs then.
        var differences: [(control: ControlDescription, saved: ControlValue, current: ControlValue)] = []
        for setting in settings {
            guard let control = try? lookup.find(setting.name),
                !Self.movesByItself(control.id, lookup.controls, surface),
                let current = try? surface.value(of: control.id),
                current != setting.value
            else { continue }
            differences.append((control, setting.value, current))
        }
        return differences
    }
}
