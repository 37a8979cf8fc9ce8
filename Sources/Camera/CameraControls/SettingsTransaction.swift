// SPDX-License-Identifier: Apache-2.0

/// Several settings made as one: all of them, or none.
///
/// A driver may round or clamp without a word, so each is read back when all are made. When one is refused, what was
/// set before it gets back what it had; a button that was pressed cannot be.
public struct SettingsTransaction: Sendable {
    public struct Change: Hashable, Sendable {
        public var step: SettingsPlan.Step
        /// `nil` for what cannot be read.
        public var before: ControlValue?
        public var after: ControlValue?

        public init(step: SettingsPlan.Step, before: ControlValue?, after: ControlValue? = nil) {
            self.step = step
            self.before = before
            self.after = after
        }

        /// Whether the camera made something else of it.
        public var differs: Bool { after.map { $0 != step.value } ?? false }
    }

    /// What was set, in order; after a refusal what had been set, with `after` as it is once it was put back.
    public private(set) var changes: [Change] = []
    /// Whether a refusal undoes the rest.
    public let isAtomic: Bool
    /// The first refusal; where settings are made as one, nothing is set then.
    public private(set) var refusal: ControlError?
    /// What of the others could not be put back.
    public private(set) var notPutBack: [ControlError] = []

    /// Makes the settings of a plan.
    ///
    /// - Parameter isAtomic: whether a refusal undoes the rest. If not, the rest is made all the same, and `refusals`
    ///   has all of them.
    public init(_ plan: SettingsPlan, on surface: any ControlSurface, isAtomic: Bool = true) {
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

    /// Every refusal, in order.
    public private(set) var refusals: [ControlError] = []

    private static func isReadable(_ control: ControlDescription) -> Bool {
        control.kind != .button && !control.flags.contains(.writeOnly)
    }

    /// What everything has that the plan will change, automatic modes' subjects included.
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
        for control in (try? surface.controls()) ?? plan.steps.map(\.control) { controls[control.id] = control }
        // With what a mode that was switched on may have moved meanwhile.
        let touched = changes.map(\.step.control.id)
        let moved = touched.compactMap { AutomaticMode.switched(by: $0) }.flatMap { mode -> [ControlID] in
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
