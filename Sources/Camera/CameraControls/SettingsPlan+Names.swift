// SPDX-License-Identifier: Apache-2.0

extension SettingsPlan {
    /// A plan for settings as people write them: see `WantedSetting`. Checks all, and sets none.
    ///
    /// - Parameters:
    ///   - controls: those of the surface.
    ///   - clamps: replaces a value outside the range by the nearest one inside.
    package init(
        named settings: [(name: String, value: String)], on surface: any ControlSurface,
        controls: [ControlDescription], clamps: Bool
    ) throws(ControlError) {
        let lookup = ControlLookup(controls)
        var wanted: [WantedSetting] = []
        for setting in settings {
            wanted.append(
                try WantedSetting(setting.name, setting.value, lookup: lookup, clamps: clamps) {
                    surface.number(of: $0, among: controls)
                })
        }
        try self.init(wanted, controls: controls) { surface.number(of: $0, among: controls) }
    }
}

extension ControlSurface {
    /// The current value of a numeric control of this surface; `nil` if it has none of this id, or if it cannot be read.
    package func number(of id: ControlID, among controls: [ControlDescription]) -> Int64? {
        guard controls.contains(where: { $0.id == id && $0.kind.isNumeric }),
            case .integer(let number)? = try? value(of: id)
        else { return nil }
        return number
    }
}
