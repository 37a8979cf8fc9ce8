// SPDX-License-Identifier: Apache-2.0

/// Sets controls back to earlier values, in an order that works, and continues after a failure.
package struct SettingRestoration: Hashable, Sendable {
    package struct Change: Hashable, Sendable {
        package var control: ControlDescription
        package var from: ControlValue
        package var to: ControlValue
    }

    /// Controls that were set and read back as wanted. Those that already had their value are not listed.
    package private(set) var changes: [Change] = []
    /// Why other controls could not be restored, each a full sentence.
    package private(set) var failures: [ControlError] = []

    /// Restores the values. Skips what an automatic mode governs before and after: see `SettingOrder`.
    package init(
        _ settings: [ControlSetting], on surface: any ControlSurface, controls: [ControlID: ControlDescription],
        current: (ControlID) -> Int64?
    ) {
        for setting in SettingOrder(settings, controls: controls.values.sorted { $0.id < $1.id }, current: current)
            .settings
        {
            guard let control = controls[setting.id] else { continue }
            do throws(ControlError) {
                let now = try surface.value(of: setting.id)
                if now == setting.value { continue }
                try surface.set([setting])
                let after = try surface.value(of: setting.id)
                if after == setting.value {
                    changes.append(Change(control: control, from: now, to: after))
                } else {
                    failures.append(
                        ControlError(
                            .failed, id: setting.id,
                            "cannot restore \(control.key) to \(control.text(for: setting.value)): the camera set it to "
                                + control.text(for: after)))
                }
            } catch {
                failures.append(error)
                // The camera is gone: nothing more can be done.
                if error.kind == .gone { return }
            }
        }
    }
}
