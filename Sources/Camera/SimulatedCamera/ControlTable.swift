// SPDX-License-Identifier: Apache-2.0

import CameraControls

/// The simulated camera's controls: ids, names, ranges and defaults of a common autofocus webcam with uvcvideo of Linux
/// 5.16 or later, in the driver's order.
///
/// A USB webcam has no torch control: uvcvideo maps nothing of the flash class. Microscopes and some scanners have a
/// lamp under `Illuminator 1`, a user-class boolean. The simulated torch uses it, because no other kind of lamp is
/// accessible through the video node itself.
///
/// `Gain` has no master, as on those webcams: with automatic exposure it can be set, but is overwritten.
enum ControlTable {
    static func controls(for scene: SimulatedScene) -> [ControlDescription] {
        let hasFocus = if case .fixed = scene.focus { false } else { true }
        return all.filter { hasFocus || ($0.id != .focusAbsolute && $0.id != .focusAutomaticContinuous) }
    }

    private static let all: [ControlDescription] = [
        heading(0x0098_0001, "User Controls"),
        integer(.brightness, "Brightness", 0...255, 128),
        integer(.contrast, "Contrast", 0...255, 128),
        integer(.saturation, "Saturation", 0...255, 128),
        boolean(.autoWhiteBalance, "White Balance, Automatic", true, .update),
        integer(.gain, "Gain", 0...255, 0),
        menu(.powerLineFrequency, "Power Line Frequency", [(0, "Disabled"), (1, "50 Hz"), (2, "60 Hz")], 2),
        integer(.whiteBalanceTemperature, "White Balance Temperature", 2000...6500, 4000),
        integer(.sharpness, "Sharpness", 0...255, 128),
        integer(.backlightCompensation, "Backlight Compensation", 0...1, 0),
        boolean(.illuminator1, "Illuminator 1", false),
        heading(0x009a_0001, "Camera Controls"),
        menu(.autoExposure, "Auto Exposure", [(1, "Manual Mode"), (3, "Aperture Priority Mode")], 3, .update),
        integer(.exposureTimeAbsolute, "Exposure Time, Absolute", 3...2047, 250),
        boolean(.exposureDynamicFramerate, "Exposure, Dynamic Framerate", false),
        integer(.panAbsolute, "Pan, Absolute", -36_000...36_000, 0, step: 3600),
        integer(.tiltAbsolute, "Tilt, Absolute", -36_000...36_000, 0, step: 3600),
        integer(.focusAbsolute, "Focus, Absolute", 0...250, 0, step: 5),
        boolean(.focusAutomaticContinuous, "Focus, Automatic Continuous", true, .update),
        integer(.zoomAbsolute, "Zoom, Absolute", 100...400, 100),
        boolean(.privacy, "Privacy", false),
    ]

    private static func heading(_ id: UInt32, _ name: String) -> ControlDescription {
        ControlDescription(
            id: ControlID(rawValue: id), name: name, kind: .controlClass, step: 0, flags: [.readOnly, .writeOnly])
    }

    private static func integer(
        _ id: ControlID, _ name: String, _ range: ClosedRange<Int64>, _ value: Int64, step: UInt64 = 1
    ) -> ControlDescription {
        ControlDescription(
            id: id, name: name, kind: .integer, minimum: range.lowerBound, maximum: range.upperBound, step: step,
            defaultValue: value)
    }

    private static func boolean(
        _ id: ControlID, _ name: String, _ value: Bool, _ flags: ControlFlags = []
    ) -> ControlDescription {
        ControlDescription(
            id: id, name: name, kind: .boolean, maximum: 1, defaultValue: value ? 1 : 0, flags: flags)
    }

    private static func menu(
        _ id: ControlID, _ name: String, _ items: [(Int64, String)], _ value: Int64, _ flags: ControlFlags = []
    ) -> ControlDescription {
        // uvcvideo's menus start at 0, whatever the camera has.
        ControlDescription(
            id: id, name: name, kind: .menu, maximum: items[items.count - 1].0, defaultValue: value, flags: flags,
            menu: items.map { ControlMenuItem(index: $0.0, label: $0.1) })
    }
}

/// A control that an automatic mode overrides, its master, and the master's value that frees it.
struct ControlMaster {
    var master: ControlID
    var free: Int64
    var name: String
    var freeName: String
    /// Whether the automatic mode changes the value, so that it reads back the actual one.
    var isMoved: Bool

    /// Source: `master_id` and `master_manual` in the kernel's uvc_ctrl.c.
    static let table: [ControlID: ControlMaster] = [
        .exposureTimeAbsolute: ControlMaster(
            master: .autoExposure, free: 1, name: "auto_exposure", freeName: "1", isMoved: true),
        .focusAbsolute: ControlMaster(
            master: .focusAutomaticContinuous, free: 0, name: "focus_automatic_continuous", freeName: "0",
            isMoved: true),
        .whiteBalanceTemperature: ControlMaster(
            master: .autoWhiteBalance, free: 0, name: "white_balance_automatic", freeName: "0", isMoved: false),
    ]
}
