// SPDX-License-Identifier: Apache-2.0

extension SettingsPlan {
    /// A plan for settings as people write them: see `WantedSetting`. Checks all, and sets none.
    ///
    /// - Parameter clamps: replaces a value outside the range by the nearest one inside.
    package init(
        named settings: [(name: String, value: String)], on surface: any ControlSurface, clamps: Bool
    ) throws(ControlError) {
        let controls = try surface.controls()
        func number(of id: ControlID) -> Int64? {
            guard controls.contains(where: { $0.id == id && $0.kind.isNumeric }) else { return nil }
            if case .integer(let number)? = try? surface.value(of: id) { return number }
            return nil
        }
        let lookup = ControlLookup(controls)
        var wanted: [WantedSetting] = []
        for setting in settings {
            wanted.append(
                try WantedSetting(setting.name, setting.value, lookup: lookup, clamps: clamps) { number(of: $0) })
        }
        try self.init(wanted, controls: controls) { number(of: $0) }
    }
}
