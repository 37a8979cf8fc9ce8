// SPDX-License-Identifier: Apache-2.0

/// Gives controls values they had, in an order that works, going on after a failure.
public struct SettingRestoration: Hashable, Sendable {
    public struct Change: Hashable, Sendable {
        public var control: ControlDescription
        public var from: ControlValue
        public var to: ControlValue
    }

    /// What was set, and read back as wanted. What had its value already is not here.
    public private(set) var changes: [Change] = []
    /// What could not be, each a whole sentence.
    public private(set) var failures: [ControlError] = []

    /// Does it. What an automatic mode governs before and after is left alone: see `SettingOrder`.
    public init(
        _ settings: [ControlSetting], on surface: any ControlSurface, controls: [ControlID: ControlDescription],
        current: (ControlID) -> Int64?
    ) {
        for setting in SettingOrder(settings, current: current).settings {
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
                            "cannot put \(control.key) back to \(control.text(for: setting.value)): the camera made it "
                                + control.text(for: after)))
                }
            } catch {
                failures.append(error)
                // Nothing more can be done on a camera that is not there.
                if error.kind == .gone { return }
            }
        }
    }
}
