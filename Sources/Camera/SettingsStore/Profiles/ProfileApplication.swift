// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// The plan to apply a profile to a camera in its current state.
package struct ProfileApplication {
    package let plan: SettingsPlan
    /// The settings that this camera does not accept, each as a full sentence.
    package private(set) var problems: [String] = []

    /// Plans only the settings that differ from the current ones, or whose current value is not known.
    package init(_ profile: CameraProfile, on surface: any ControlSurface) throws(ControlError) {
        let list = try surface.controls()
        let lookup = ControlLookup(list)
        var wanted: [(control: ControlDescription, value: ControlValue)] = []
        for setting in profile.settings {
            do throws(ControlError) {
                let control = try lookup.findSaved(setting.name)
                // Profiles of earlier versions have them.
                if control.isPersonal { continue }
                try control.check(setting.value)
                guard !control.flags.contains(.readOnly) else {
                    throw ControlError(.notPermitted, id: control.id, "cannot set \(control.key): it is read-only")
                }
                wanted.append((control, setting.value))
            } catch {
                problems.append(error.description)
            }
        }
        func differs(_ id: ControlID, _ value: ControlValue) -> Bool {
            !surface.knows(id) || (try? surface.value(of: id)) != value
        }
        let steps = wanted.filter { setting in
            if differs(setting.control.id, setting.value) { return true }
            // The value is equal, but switching off its automatic mode may leave another one.
            guard let mode = AutomaticMode.governing(setting.control.id, among: list),
                let master = wanted.first(where: { $0.control.id == mode.master })
            else { return false }
            return differs(mode.master, master.value)
        }
        plan = try SettingsPlan(
            steps.map { WantedSetting($0.control, $0.value) }, controls: list
        ) { id in
            guard case .integer(let number)? = try? surface.value(of: id) else { return nil }
            return number
        }
    }
}
