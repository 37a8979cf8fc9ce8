// SPDX-License-Identifier: Apache-2.0

/// Puts settings that are to hold together in an order in which a camera takes them.
///
/// First the masters that become manual, so that what they governed can be set; then everything else; last the masters
/// that become automatic, because what they govern could not be set any more.
public struct SettingOrder: Hashable, Sendable {
    /// In the order to set them.
    public var settings: [ControlSetting]
    /// What an automatic mode governs then and already governs now: it cannot be set, and its value means nothing.
    public var governed: [ControlSetting]

    /// - Parameters:
    ///   - wanted: one setting a control; of several for one, the last counts.
    ///   - current: the present value of a master; `nil` where the camera has none or does not tell.
    public init(_ wanted: [ControlSetting], current: (ControlID) -> Int64?) {
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
            if let mode = AutomaticMode.switched(by: id), case .integer(let number) = value {
                if mode.isManual(at: number) { freeing.append(setting) } else { binding.append(setting) }
            } else if let mode = AutomaticMode.governing(id) {
                let now = current(mode.master)
                let then: Int64? = if case .integer(let number)? = values[mode.master] { number } else { now }
                let isFreeNow = now.map { mode.frees(id, at: $0) } ?? true
                let isFreeThen = then.map { mode.frees(id, at: $0) } ?? true
                if isFreeNow || isFreeThen { plain.append(setting) } else { governed.append(setting) }
            } else {
                plain.append(setting)
            }
        }
        // A mode that frees one control and binds another (shutter priority) comes before what it frees.
        let mixed = binding.filter { setting in
            guard let mode = AutomaticMode.switched(by: setting.id), case .integer(let number) = setting.value else {
                return false
            }
            return plain.contains { mode.governed[$0.id]?.contains(number) ?? false }
        }
        settings = freeing + mixed + plain + binding.filter { !mixed.contains($0) }
    }
}
