// SPDX-License-Identifier: Apache-2.0

/// An automatic mode: a control that, while it is on, overrides other controls.
///
/// Source: `master_id` and `master_manual` in the kernel's `uvc_ctrl.c`; `v4l2_ctrl_auto_cluster` in drivers of sensors
/// and in vivid; `Documentation/userspace-api/media/v4l/ext-ctrls-camera.rst` for the four modes of exposure.
package struct AutomaticMode: Hashable, Sendable {
    /// The control that switches the mode.
    package var master: ControlID
    /// The controls it overrides, each with the master values that leave it to the user, best first.
    package var governed: [ControlID: [Int64]]

    package init(_ master: ControlID, governs governed: [ControlID: [Int64]]) {
        self.master = master
        self.governed = governed
    }

    /// Whether the mode, at this value of its master, leaves the control to the user.
    package func frees(_ id: ControlID, at value: Int64) -> Bool { governed[id]?.contains(value) ?? true }

    /// Whether the mode, at this value of its master, leaves all its controls to the user.
    package func isManual(at value: Int64) -> Bool { governed.values.allSatisfy { $0.contains(value) } }

    /// All known modes. A camera need not have them or obey them: some let the user set a gain that automatic exposure
    /// then overwrites.
    package static let all: [AutomaticMode] = [
        // 1 manual, 2 the user's time and automatic iris, 3 the user's iris and automatic time.
        AutomaticMode(
            .autoExposure, governs: [.exposureTimeAbsolute: [1, 2], .exposure: [1, 2], .irisAbsolute: [1, 3]]),
        // Cameras without a mode of exposure have one for both.
        AutomaticMode(.autogain, governs: [.gain: [0], .exposure: [0]]),
        AutomaticMode(
            .autoWhiteBalance, governs: [.whiteBalanceTemperature: [0], .redBalance: [0], .blueBalance: [0]]),
        AutomaticMode(.whiteBalanceAutoPreset, governs: [.redBalance: [0], .blueBalance: [0]]),
        AutomaticMode(.focusAutomaticContinuous, governs: [.focusAbsolute: [0]]),
        AutomaticMode(.hueAutomatic, governs: [.hue: [0]]),
        AutomaticMode(.brightnessAutomatic, governs: [.brightness: [0]]),
        AutomaticMode(.isoSensitivityAutomatic, governs: [.isoSensitivity: [0]]),
    ]

    /// The mode that overrides a control, on a camera that has all controls.
    package static func governing(_ id: ControlID) -> AutomaticMode? { all.first { $0.governed[id] != nil } }

    /// The mode whose master is this control.
    package static func switched(by id: ControlID) -> AutomaticMode? { all.first { $0.master == id } }
}
