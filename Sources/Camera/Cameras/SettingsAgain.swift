// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Frames
internal import V4L2

/// Settings that are written again after the stream has started, because some cameras begin each stream with settings of their
/// own.
///
/// They are written without comparing: uvcvideo answers a read from its cache, and so with what was written before the start.
struct SettingsAgain: Sendable {
    let settings: [ControlSetting]
    let device: VideoDevice

    /// The settings that are to hold in the stream: those of the profile in force or, on a camera that is known to lose them,
    /// all that it has. Called before the stream starts.
    init(_ device: VideoDevice, wish: StreamWish?) {
        self.device = device
        var settings = wish?.settings ?? []
        if settings.isEmpty, device.quirks?.losesSettings == true { settings = Self.all(device) }
        self.settings = settings
        device.forgetWrites()
    }

    /// The source, with the settings written again after its first frames.
    func watching(_ source: any FrameSource) -> any FrameSource {
        settings.isEmpty ? source : ReassertingFrameSource(source) { write() }
    }

    /// Writes them, except those that this program has set to something else since.
    func write() {
        let writes = device.writes
        let lost = settings.filter { !writes.contains($0.id) }
        guard !lost.isEmpty, let controls = try? device.controls() else { return }
        let order = SettingOrder(lost, controls: controls) { id in Self.number(id, device) }
        // What the camera does not take now it did not keep before.
        for setting in order.settings { try? device.set([setting]) }
        // These are no wishes of anybody: the next start writes them again.
        device.forgetWrites()
        for id in writes { device.noteAsWritten(id) }
    }

    /// Everything that a person or program can have set.
    private static func all(_ device: VideoDevice) -> [ControlSetting] {
        guard let controls = try? device.controls() else { return [] }
        let modes = AutomaticMode.modes(of: controls)
        return controls.compactMap { control in
            let mode = modes.first { $0.governed[control.id] != nil }
            guard control.kind.isNumeric, control.dimensions.isEmpty, !control.isPersonal,
                control.flags.isDisjoint(with: [.disabled, .readOnly, .writeOnly, .inactive, .volatile, .grabbed]),
                ![.panAbsolute, .tiltAbsolute].contains(control.id),
                let value = number(control.id, device), (try? control.check(.integer(value))) != nil
            else { return nil }
            if let mode, let now = number(mode.master, device), !mode.frees(control.id, at: now) { return nil }
            return ControlSetting(control.id, .integer(value))
        }
    }

    private static func number(_ id: ControlID, _ device: VideoDevice) -> Int64? {
        if case .integer(let number)? = try? device.value(of: id) { number } else { nil }
    }
}
