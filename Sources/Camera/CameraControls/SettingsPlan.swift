// SPDX-License-Identifier: Apache-2.0

/// The settings to apply, in order, each with its reason: the requested ones, preceded by those they require.
///
/// Only decides; `SettingsTransaction` applies it.
package struct SettingsPlan: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        package var control: ControlDescription
        package var value: ControlValue
        /// A clause that says why it is set although nobody asked for it; `nil` for a requested setting.
        package var reason: String?
        /// A clause that the user should know about it.
        package var note: String?

        package init(_ control: ControlDescription, _ value: ControlValue, reason: String? = nil, note: String? = nil) {
            self.control = control
            self.value = value
            self.reason = reason
            self.note = note
        }

        package var setting: ControlSetting { ControlSetting(control.id, value) }
    }

    /// In the order to apply.
    package var steps: [Step]

    /// These steps in this order, for a caller that knows that they are complete.
    package init(steps: [Step]) { self.steps = steps }

    /// - Parameters:
    ///   - wanted: the requested settings. The same control twice with different values is a contradiction.
    ///   - controls: the camera's controls, with their current flags.
    ///   - current: the current value of a control.
    /// - Throws: if the requested settings contradict each other, or one cannot be set.
    package init(
        _ wanted: [WantedSetting], controls: [ControlDescription], current: (ControlID) -> Int64?
    ) throws(ControlError) {
        var steps: [Step] = []
        for setting in wanted {
            let control = setting.control
            if control.flags.contains(.readOnly) {
                throw ControlError(.notPermitted, id: control.id, "cannot set \(control.key): it is read-only")
            }
            if let earlier = steps.first(where: { $0.control.id == control.id }) {
                guard earlier.value != setting.value, control.kind != .button else { continue }
                throw ControlError(
                    .invalidValue, id: control.id,
                    "cannot set \(control.key) to both \(control.text(for: earlier.value)) and "
                        + "\(control.text(for: setting.value)): remove one of them")
            }
            steps.append(Step(control, setting.value, note: setting.note))
        }
        for step in steps {
            guard let mode = AutomaticMode.governing(step.control.id, among: controls) else { continue }
            if let master = controls.first(where: { $0.id == mode.master }) {
                try Self.free(step.control, of: master, mode, &steps, current)
            }
        }
        Self.addNotes(&steps, controls, current)
        let order = SettingOrder(steps.map(\.setting), controls: controls) { current($0) }
        self.steps = (order.settings + order.governed).compactMap { setting in
            steps.first { $0.control.id == setting.id }
        }
    }

    /// Ensures that the automatic mode leaves the control to the user.
    private static func free(
        _ control: ControlDescription, of master: ControlDescription, _ mode: AutomaticMode, _ steps: inout [Step],
        _ current: (ControlID) -> Int64?
    ) throws(ControlError) {
        if let asked = steps.first(where: { $0.control.id == master.id }) {
            guard case .integer(let number) = asked.value, !mode.frees(control.id, at: number) else { return }
            throw ControlError(
                .invalidValue, id: control.id,
                "cannot set \(control.key) together with \(master.key)=\(master.text(for: asked.value)): that mode sets "
                    + "it automatically; remove one of them")
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
            let hasMaster = AutomaticMode.governing(control.id, among: controls) != nil
            if let note = control.personalNote { add(note) }
            if control.flags.contains(.inactive), !hasMaster {
                add("an unknown automatic mode overrides it now")
            }
            // Most webcams let the user set the gain, and their automatic exposure then overwrites it.
            if control.id == .gain, !hasMaster {
                let planned = steps.first { $0.control.id == .autoExposure }?.value
                let then: Int64? = if case .integer(let number)? = planned { number } else { current(.autoExposure) }
                if let then, then != 1 { add("automatic exposure may change it; set exposure=manual to prevent this") }
            }
        }
    }
}
