// SPDX-License-Identifier: Apache-2.0

/// Which controls a reset sets to their defaults, and which it skips.
package struct ResetPlan {
    package struct Skipped: Hashable, Sendable {
        package var control: ControlDescription
        package var reason: String
    }

    /// In the order to apply.
    package private(set) var steps: [SettingsPlan.Step] = []
    package private(set) var skipped: [Skipped] = []

    /// - Parameters:
    ///   - chosen: the controls to reset.
    ///   - controls: all controls of the camera, with their current flags.
    ///   - current: the current value of a control.
    ///   - isKnown: whether that is what the camera has.
    package init(
        _ chosen: [ControlDescription], controls: [ControlDescription], current: (ControlID) -> Int64?,
        isKnown: (ControlID) -> Bool = { _ in true }
    ) {
        var wanted: [ControlSetting] = []
        let modes = AutomaticMode.modes(of: controls)
        for control in chosen {
            if let reason = control.personalNote ?? Self.obstacle(control) {
                skipped.append(Skipped(control: control, reason: reason))
            } else if let mode = modes.first(where: { $0.governed[control.id] != nil }), let now = current(mode.master),
                !mode.frees(control.id, at: now)
            {
                skipped.append(Skipped(control: control, reason: "an automatic mode sets it"))
            } else if current(control.id) != control.defaultValue || !isKnown(control.id) {
                wanted.append(ControlSetting(control.id, .integer(control.defaultValue)))
            }
        }
        // No prerequisites: controls of an automatic mode were skipped.
        steps = SettingOrder(wanted, controls: controls, current: current).settings.compactMap { setting in
            chosen.first { $0.id == setting.id }.map { SettingsPlan.Step($0, setting.value) }
        }
    }

    private static func obstacle(_ control: ControlDescription) -> String? {
        if control.kind == .button { return "it is a button" }
        if control.flags.contains(.disabled) { return "its driver has disabled it" }
        if control.flags.contains(.readOnly) { return "it is read-only" }
        if control.flags.contains(.writeOnly) { return "its value cannot be read" }
        guard control.kind.isNumeric, control.dimensions.isEmpty else {
            return "drivers report no default for its type, \(control.kind.label)"
        }
        if control.flags.contains(.grabbed) { return "another program has grabbed it" }
        if control.flags.contains(.inactive) { return "an automatic mode sets it" }
        let isInRange =
            control.kind == .menu || control.kind == .integerMenu
            ? control.menu.contains { $0.index == control.defaultValue }
            : control.kind == .bitmask
                || (control.minimum...max(control.minimum, control.maximum)).contains(control.defaultValue)
        return isInRange ? nil : "its driver reports a default that is out of range, \(control.defaultValue)"
    }
}
