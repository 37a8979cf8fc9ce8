// SPDX-License-Identifier: Apache-2.0

/// The automatic modes of one camera: those whose master it has, with the values that its menus name.
extension AutomaticMode {
    /// The modes of a camera with these controls.
    package static func modes(of controls: [ControlDescription]) -> [AutomaticMode] {
        // A second control of exposure, beside the time, is a bias, and works with automatic exposure.
        let hasTime = controls.contains { $0.id == .exposureTimeAbsolute }
        return all.compactMap { mode in
            guard let master = controls.first(where: { $0.id == mode.master && !$0.flags.contains(.disabled) }) else {
                return nil
            }
            var mode = mode
            if hasTime { mode.governed[.exposure] = nil }
            return mode.adapted(to: master)
        }
    }

    /// The mode of this camera that overrides a control; `nil` if it has none.
    package static func governing(_ id: ControlID, among controls: [ControlDescription]) -> AutomaticMode? {
        modes(of: controls).first { $0.governed[id] != nil }
    }

    /// The mode of this camera whose master is this control.
    package static func switched(by id: ControlID, among controls: [ControlDescription]) -> AutomaticMode? {
        modes(of: controls).first { $0.master == id }
    }

    /// The values of `auto_exposure` that leave the exposure time to the user, the best first; 1 and 2 if the camera's menu does
    /// not tell.
    package static func manualExposures(among controls: [ControlDescription]) -> [Int64] {
        switched(by: .autoExposure, among: controls)?.governed[.exposureTimeAbsolute] ?? [1, 2]
    }

    /// Drivers number the choices of a menu as they like; their words say what a choice does. A word that is not known leaves
    /// the number's own meaning.
    private func adapted(to master: ControlDescription) -> AutomaticMode {
        guard master.kind == .menu else { return self }
        var mode = self
        for id in governed.keys {
            var values = governed[id] ?? []
            for item in master.menu {
                guard let frees = Self.frees(id, by: item.label) else { continue }
                values.removeAll { $0 == item.index }
                guard frees else { continue }
                // A plain "manual" is better than a mode that leaves something automatic.
                if Self.words(item.label).contains("manual") {
                    values.insert(item.index, at: 0)
                } else {
                    values.append(item.index)
                }
            }
            mode.governed[id] = values
        }
        return mode
    }

    /// Whether a choice with this label leaves the control to the user; `nil` if the label does not tell.
    private static func frees(_ id: ControlID, by label: String) -> Bool? {
        let words = words(label)
        if words.contains("manual") || words.contains("off") { return true }
        if words.contains("shutter") { return id != .irisAbsolute }
        if words.contains("aperture") { return id == .irisAbsolute }
        if words.contains(where: { $0.hasPrefix("auto") }) { return false }
        return nil
    }

    private static func words(_ label: String) -> [String] {
        label.lowercased().split { !$0.isLetter }.map(String.init)
    }
}
