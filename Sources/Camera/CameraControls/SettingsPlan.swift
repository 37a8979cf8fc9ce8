// SPDX-License-Identifier: Apache-2.0

/// What is to be set, in what order, and why: what was asked, with what it needs put before it.
///
/// Decides and does nothing; `SettingsTransaction` does it.
public struct SettingsPlan: Hashable, Sendable {
    public struct Step: Hashable, Sendable {
        public var control: ControlDescription
        public var value: ControlValue
        /// Why it is set though nobody asked for it, a clause; `nil` for what was asked.
        public var reason: String?
        /// What is to be known of it, a clause.
        public var note: String?

        public init(_ control: ControlDescription, _ value: ControlValue, reason: String? = nil, note: String? = nil) {
            self.control = control
            self.value = value
            self.reason = reason
            self.note = note
        }

        public var setting: ControlSetting { ControlSetting(control.id, value) }
    }

    /// In the order to make them.
    public var steps: [Step]

    /// These steps in this order, for who knows that nothing is missing.
    public init(steps: [Step]) { self.steps = steps }

    /// - Parameters:
    ///   - wanted: what was asked. The same control twice with different values is a contradiction.
    ///   - controls: of the camera, with their flags as they are now.
    ///   - current: the present value of a control.
    /// - Throws: where what is wanted contradicts itself, or cannot be set at all.
    public init(
        _ wanted: [WantedSetting], controls: [ControlDescription], current: (ControlID) -> Int64?
    ) throws(ControlError) {
        var steps: [Step] = []
        for setting in wanted {
            let control = setting.control
            if control.flags.contains(.readOnly) {
                throw ControlError(.notPermitted, id: control.id, "cannot set \(control.key): it can only be read")
            }
            if let earlier = steps.first(where: { $0.control.id == control.id }) {
                guard earlier.value != setting.value, control.kind != .button else { continue }
                throw ControlError(
                    .invalidValue, id: control.id,
                    "cannot set \(control.key) to both \(control.text(for: earlier.value)) and "
                        + "\(control.text(for: setting.value)): leave one out")
            }
            steps.append(Step(control, setting.value, note: setting.note))
        }
        for step in steps {
            guard let mode = AutomaticMode.governing(step.control.id) else { continue }
            if let master = controls.first(where: { $0.id == mode.master }) {
                try Self.free(step.control, of: master, mode, &steps, current)
            }
        }
        Self.addNotes(&steps, controls, current)
        let order = SettingOrder(steps.map(\.setting)) { current($0) }
        self.steps = (order.settings + order.governed).compactMap { setting in
            steps.first { $0.control.id == setting.id }
        }
    }

    /// Sees to it that the automatic mode leaves the control to the user.
    private static func free(
        _ control: ControlDescription, of master: ControlDescription, _ mode: AutomaticMode, _ steps: inout [Step],
        _ current: (ControlID) -> Int64?
    ) throws(ControlError) {
        if let asked = steps.first(where: { $0.control.id == master.id }) {
            guard case .integer(let number) = asked.value, !mode.frees(control.id, at: number) else { return }
            throw ControlError(
                .invalidValue, id: control.id,
                "cannot set \(control.key) together with \(master.key)=\(master.text(for: asked.value)): that mode sets "
                    + "it by itself; leave one out")
        }
        let isOverruled: Bool
        if let now = current(master.id) {
            isOverruled = !mode.frees(control.id, at: now)
        } else {
            isOverruled = control.flags.contains(.inactive)
        }
        guard isOverruled, !master.flags.contains(.readOnly) else { return }
        let values = mode.governed[control.id] ?? []
        guard let value = values.first(where: { master.possibleValues.contains($0) }) else { return }
        let needed = master.kind == .boolean ? "off" : master.text(for: .integer(value))
        steps.append(
            Step(master, .integer(value), reason: "\(control.key) needs \(master.key) \(needed)"))
    }

    private static func addNotes(
        _ steps: inout [Step], _ controls: [ControlDescription], _ current: (ControlID) -> Int64?
    ) {
        for index in steps.indices {
            let control = steps[index].control
            func add(_ note: String) {
                steps[index].note = steps[index].note.map { $0 + "; " + note } ?? note
            }
            let mode = AutomaticMode.governing(control.id)
            let hasMaster = mode.map { mode in controls.contains { $0.id == mode.master } } ?? false
            if control.flags.contains(.inactive), !hasMaster {
                add("an automatic mode overrules it now, and which is not known")
            }
            // Most webcams leave the gain to the user, and their automatic exposure then overwrites it.
            if control.id == .gain, !hasMaster {
                let planned = steps.first { $0.control.id == .autoExposure }?.value
                let then: Int64? = if case .integer(let number)? = planned { number } else { current(.autoExposure) }
                if let then, then != 1 { add("automatic exposure may overwrite it; exposure=manual holds it") }
            }
        }
    }
}
