// SPDX-License-Identifier: Apache-2.0

/// Settings in an order that the camera accepts.
///
/// First the masters that become manual, so that the controls they govern can be set; then everything else; last the
/// masters that become automatic, because the controls they govern can no longer be set afterwards.
package struct SettingOrder: Hashable, Sendable {
    /// The settings in the order to apply.
    package var settings: [ControlSetting]
    /// Settings that an automatic mode governs both now and afterwards: they cannot be set, and their values have no effect.
    package var governed: [ControlSetting]

    /// - Parameters:
    ///   - wanted: one setting per control; of several for one control, the last counts.
    ///   - controls: the controls of the camera; `nil` if they are not known.
    ///   - current: the current value of a master; `nil` if the camera lacks it or does not report it.
    package init(
        _ wanted: [ControlSetting], controls: [ControlDescription]? = nil, current: (ControlID) -> Int64?
    ) {
        let modes = controls.map { AutomaticMode.modes(of: $0) } ?? AutomaticMode.all
        func switched(by id: ControlID) -> AutomaticMode? { modes.first { $0.master == id } }
        func governing(_ id: ControlID) -> AutomaticMode? { modes.first { $0.governed[id] != nil } }
        var values: [ControlID: ControlValue] = [:]
        var order: [ControlID] = []
        for setting in wanted {
            if values.updateValue(setting.value, forKey: setting.id) == nil { order.append(setting.id) }
        }
        var (freeing, plain, binding): ([ControlSetting], [ControlSetting], [ControlSetting]) = ([], [], [])
        governed = []
        for id in order {
            guard let value = values[id] else { continue }
            let setting = ControlSetting(id, value)
            if let mode = switched(by: id), case .integer(let number) = value {
                if mode.isManual(at: number) { freeing.append(setting) } else { binding.append(setting) }
            } else if let mode = governing(id) {
                let now = current(mode.master)
                let then: Int64? = if case .integer(let number)? = values[mode.master] { number } else { now }
                let isFreeNow = now.map { mode.frees(id, at: $0) } ?? true
                let isFreeThen = then.map { mode.frees(id, at: $0) } ?? true
                if isFreeNow || isFreeThen { plain.append(setting) } else { governed.append(setting) }
            } else {
                plain.append(setting)
            }
        }
        // A mode that frees one control and binds another (shutter priority) comes before the control it frees.
        let mixed = binding.filter { setting in
            guard let mode = switched(by: setting.id), case .integer(let number) = setting.value else {
                return false
            }
            return plain.contains { mode.governed[$0.id]?.contains(number) ?? false }
        }
        settings = freeing + mixed + plain + binding.filter { !mixed.contains($0) }
    }
}
