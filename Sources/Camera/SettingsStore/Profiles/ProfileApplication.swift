// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// What a profile asks of a camera as it is now.
package struct ProfileApplication {
    package let plan: SettingsPlan
    /// What of it this camera cannot have, each a whole sentence.
    package private(set) var problems: [String] = []

    /// Only what the camera does not have already.
    package init(_ profile: CameraProfile, on surface: any ControlSurface) throws(ControlError) {
        let list = try surface.controls()
        let lookup = ControlLookup(list)
        var wanted: [(control: ControlDescription, value: ControlValue)] = []
        for setting in profile.settings {
            do throws(ControlError) {
                let control = try lookup.find(setting.name)
                try control.check(setting.value)
                guard !control.flags.contains(.readOnly) else {
                    throw ControlError(.notPermitted, id: control.id, "cannot set \(control.key): it can only be read")
                }
                wanted.append((control, setting.value))
            } catch {
                problems.append(error.description)
            }
        }
        func differs(_ id: ControlID, _ value: ControlValue) -> Bool { (try? surface.value(of: id)) != value }
        let steps = wanted.filter { setting in
            if differs(setting.control.id, setting.value) { return true }
            // Has it, but a mode that is switched off would leave what it had made of it.
            guard let mode = AutomaticMode.governing(setting.control.id),
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
