// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import CameraListings
internal import Frames
import Synchronization

/// The controls of a simulated camera that is like a published one: its list, ranges, menus and flags, refusals and rounding as
/// its driver does them, and its lies. What a control does is done by the simulation below.
package final class LikeCamera: ControlSurface {
    package let simulation: CameraSimulation
    package let likeness: CameraLikeness
    private let list: [ControlDescription]
    private let modes: [AutomaticMode]
    private let state: Mutex<State>

    private struct State {
        /// What reads back.
        var values: [ControlID: Int64] = [:]
        /// What the firmware has.
        var held: [ControlID: Int64] = [:]
        var streams = 0
    }

    /// - Throws: if the simulation does not take the values, for example because its scene unplugs it at once.
    package init(_ simulation: CameraSimulation, as likeness: CameraLikeness) throws(ControlError) {
        self.simulation = simulation
        self.likeness = likeness
        list = likeness.controls.map { control in
            likeness.quirks?.applied(to: control.description) ?? control.description
        }
        modes = AutomaticMode.modes(of: list)
        var values: [ControlID: Int64] = [:]
        for control in likeness.controls where control.description.kind.isNumeric {
            let description = control.description
            var value = control.value ?? description.defaultValue
            if description.id == .zoomAbsolute, likeness.lies.contains(.zoomed) {
                value = description.step(nearest: Double(description.minimum + description.maximum) / 2)
            }
            values[description.id] = value
        }
        let initial = values
        state = Mutex(State(values: initial, held: initial))
        try drive()
    }

    // MARK: ControlSurface

    package func controls() throws(ControlError) -> [ControlDescription] {
        let values = state.withLock { $0.values }
        return list.map { control in
            var control = control
            control.flags.remove(.inactive)
            if let mode = modes.first(where: { $0.governed[control.id] != nil }), let now = values[mode.master],
                !mode.frees(control.id, at: now)
            {
                control.flags.insert(.inactive)
            }
            return control
        }
    }

    package func value(of id: ControlID) throws(ControlError) -> ControlValue {
        let control = try find(id)
        try refuseIfBroken(control, "read")
        guard control.kind.isNumeric, control.dimensions.isEmpty,
            control.flags.isDisjoint(with: [.writeOnly, .disabled])
        else {
            throw ControlError(.notPermitted, id: id, "cannot read \(control.key) of the simulated camera: EACCES")
        }
        return .integer(state.withLock { $0.values[id] } ?? control.defaultValue)
    }

    package func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings { try set(setting) }
    }

    private func set(_ setting: ControlSetting) throws(ControlError) {
        let control = try find(setting.id)
        func refused(_ kind: ControlError.Kind, _ error: String) -> ControlError {
            ControlError(
                kind, id: setting.id,
                "cannot set \(control.key) to \(control.text(for: setting.value)) on the simulated camera: \(error)")
        }
        try refuseIfBroken(control, "set")
        guard control.flags.isDisjoint(with: [.readOnly, .disabled]) else { throw refused(.notPermitted, "EACCES") }
        if control.kind == .button { return }
        guard case .integer(let wanted) = setting.value, control.kind.isNumeric, control.dimensions.isEmpty else {
            throw refused(.invalidValue, "EINVAL")
        }
        var value = wanted
        switch control.kind {
        case .menu, .integerMenu:
            guard control.menu.contains(where: { $0.index == value }) else { throw refused(.invalidValue, "EINVAL") }
        case .boolean: value = value == 0 ? 0 : 1
        case .bitmask: value &= control.maximum
        default: value = Self.rounded(value, control)
        }
        let isGoverned = state.withLock { state in
            modes.first { $0.governed[control.id] != nil }.map { mode in
                state.values[mode.master].map { !mode.frees(control.id, at: $0) } ?? false
            } ?? false
        }
        if isGoverned { throw refused(.notPermitted, "EACCES: an automatic mode is on") }
        let echo = likeness.lies.contains(.echo)
        let kept = value
        state.withLock {
            $0.values[setting.id] = echo ? wanted : kept
            $0.held[setting.id] = kept
        }
        try drive()
    }

    /// As uvcvideo rounds and clamps. A list with its least above its most is left as it is.
    private static func rounded(_ value: Int64, _ control: ControlDescription) -> Int64 {
        guard control.maximum >= control.minimum else { return control.minimum }
        let step = Int64(clamping: max(1, control.step))
        let bounded = min(control.maximum, max(control.minimum, value))
        let distance = bounded.subtractingReportingOverflow(control.minimum)
        guard !distance.overflow, distance.partialValue < Int64.max - step / 2 else { return bounded }
        return min(control.maximum, control.minimum + (distance.partialValue + step / 2) / step * step)
    }

    /// A stream starts.
    ///
    /// - Returns: whether it gives frames.
    package func startStream() throws(ControlError) -> Bool {
        let count = state.withLock { state in
            state.streams += 1
            if likeness.lies.contains(.forgets) {
                // uvcvideo's cache still has what was written.
                for control in list where control.kind.isNumeric && !control.isPersonal {
                    state.held[control.id] = control.defaultValue
                }
            }
            return state.streams
        }
        try drive()
        return count == 1 || !likeness.lies.contains(.hangs)
    }

    /// What the firmware has in a control, for tests.
    package func held(_ id: ControlID) -> Int64? { state.withLock { $0.held[id] } }

    private func drive() throws(ControlError) {
        let held = state.withLock { $0.held }
        let engine = LikenessEngine(list, held, likeness.lies)
        for (id, value) in engine.settings {
            // Cameras with a fixed lens have no focus below either.
            do throws(ControlError) {
                try simulation.set([ControlSetting(id, .integer(value))])
            } catch {
                guard error.kind == .gone || error.kind == .failed else { continue }
                throw error
            }
        }
    }

    private func refuseIfBroken(_ control: ControlDescription, _ verb: String) throws(ControlError) {
        guard likeness.lies.contains(.fails(control.id)) else { return }
        throw ControlError(.failed, id: control.id, "cannot \(verb) \(control.key) of the simulated camera: EIO")
    }

    private func find(_ id: ControlID) throws(ControlError) -> ControlDescription {
        guard let control = list.first(where: { $0.id == id }) else {
            throw ControlError(
                .unknownControl, id: id, "cannot find control \(id) on the simulated camera: it has none")
        }
        return control
    }
}
