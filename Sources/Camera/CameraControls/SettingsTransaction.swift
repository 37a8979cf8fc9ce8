// SPDX-License-Identifier: Apache-2.0

/// Several settings applied as one: all of them, or none.
///
/// A driver may round or clamp silently, so each value is read back once all are set. If one is rejected, the
/// controls set before it get their earlier values back; a button press cannot be undone.
package struct SettingsTransaction: Sendable {
    package struct Change: Hashable, Sendable {
        package var step: SettingsPlan.Step
        /// `nil` for a control that cannot be read.
        package var before: ControlValue?
        package var after: ControlValue?

        package init(step: SettingsPlan.Step, before: ControlValue?, after: ControlValue? = nil) {
            self.step = step
            self.before = before
            self.after = after
        }

        /// Whether the camera set a different value.
        package var differs: Bool { after.map { $0 != step.value } ?? false }
    }

    /// The settings made, in order; after a rejection those that had been made, with `after` read once they were restored.
    package private(set) var changes: [Change] = []
    /// Whether one rejection undoes the rest.
    package let isAtomic: Bool
    /// The first rejection; in an atomic transaction nothing is set then.
    package private(set) var refusal: ControlError?
    /// Settings that could not be restored after a rejection.
    package private(set) var notPutBack: [ControlError] = []

    /// Applies a plan.
    ///
    /// - Parameter isAtomic: whether one rejection undoes the rest. If not, the other settings are still applied, and
    ///   `refusals` lists all rejections.
    package init(_ plan: SettingsPlan, on surface: any ControlSurface, isAtomic: Bool = true) {
        self.isAtomic = isAtomic
        var before: [ControlID: ControlValue] = [:]
        do throws(ControlError) {
            before = try Self.read(plan, surface)
        } catch {
            refusal = error
            refusals = [error]
            return
        }
        for step in plan.steps {
            do throws(ControlError) {
                try surface.set([step.setting])
                changes.append(Change(step: step, before: before[step.control.id]))
            } catch {
                refusals.append(error)
                if refusal == nil { refusal = error }
                if isAtomic || error.kind == .gone { break }
            }
        }
        if isAtomic, refusal?.kind != .gone, refusal != nil { putBack(plan, before, surface) }
        guard refusal?.kind != .gone else { return }
        for index in changes.indices where Self.isReadable(changes[index].step.control) {
            changes[index].after = try? surface.value(of: changes[index].step.control.id)
        }
    }

    /// Every rejection, in order.
    package private(set) var refusals: [ControlError] = []

    private static func isReadable(_ control: ControlDescription) -> Bool {
        control.kind != .button && !control.flags.contains(.writeOnly)
    }

    /// The current value of everything the plan will change, including what its automatic modes govern.
    private static func read(
        _ plan: SettingsPlan, _ surface: any ControlSurface
    ) throws(ControlError) -> [ControlID: ControlValue] {
        var values: [ControlID: ControlValue] = [:]
        for step in plan.steps where isReadable(step.control) {
            values[step.control.id] = try surface.value(of: step.control.id)
            guard let mode = AutomaticMode.switched(by: step.control.id) else { continue }
            for id in mode.governed.keys where values[id] == nil {
                if let value = try? surface.value(of: id) { values[id] = value }
            }
        }
        return values
    }

    private mutating func putBack(
        _ plan: SettingsPlan, _ before: [ControlID: ControlValue], _ surface: any ControlSurface
    ) {
        var controls: [ControlID: ControlDescription] = [:]
        let list = (try? surface.controls()) ?? plan.steps.map(\.control)
        for control in list { controls[control.id] = control }
        // Includes the controls that a mode may have moved while it was on.
        let touched = changes.map(\.step.control.id)
        let moved = touched.compactMap { AutomaticMode.switched(by: $0, among: list) }.flatMap { mode -> [ControlID] in
            guard case .integer(let value)? = before[mode.master] else { return [] }
            return mode.governed.keys.sorted().filter { mode.frees($0, at: value) && !touched.contains($0) }
        }
        let settings = (touched + moved).compactMap { id in before[id].map { ControlSetting(id, $0) } }
        notPutBack =
            SettingRestoration(settings, on: surface, controls: controls) { id in
                if case .integer(let number)? = try? surface.value(of: id) { number } else { nil }
            }.failures
    }
}
