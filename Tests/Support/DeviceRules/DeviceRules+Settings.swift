// SPDX-License-Identifier: Apache-2.0

import CameraControls
import PublishedCameras
import SettingsStore

/// What a reset and a profile touch and never touch.
extension DeviceRules {
    /// What belongs to the people before the camera: by number, and by the names that firmware gives it.
    private static func isAPersons(_ control: ControlDescription) -> Bool {
        [0x009a_0910, 0x0a04_6d05, 0x0a04_6d06].contains(control.id.rawValue)
            || control.id.rawValue & 0x0fff_0000 != 0x009c_0000
                && control.key.split(separator: "_").contains { ["privacy", "led", "led1"].contains($0) }
    }

    package var resets: [String] {
        let surface = PublishedSurface(camera)
        let plan = ResetPlan(controls, controls: controls, current: surface.number)
        var wrong: [String] = []
        for step in plan.steps {
            let control = step.control
            func add(_ sentence: String) { wrong.append("reset sets \(control.key)\(sentence)") }
            if Self.isAPersons(control) { add(", which is a person's") }
            if control.kind == .button || !control.kind.isNumeric { add(", which has no default") }
            if !control.flags.isDisjoint(with: [.readOnly, .writeOnly, .disabled, .grabbed]) {
                add(", which cannot be set")
            }
            if (try? control.check(step.value)) == nil { add(" to a value that it does not have") }
            do throws(ControlError) { try surface.set([step.setting]) } catch { add(": \(error)") }
        }
        for skipped in plan.skipped where skipped.reason.isEmpty {
            wrong.append("reset skips \(skipped.control.key) without a reason")
        }
        return wrong
    }

    package var profiles: [String] {
        let surface = PublishedSurface(camera)
        do throws(ControlError) {
            let profile = CameraProfile(
                camera: .init(identity: camera.name), settings: try CameraProfile.settings(of: surface))
            let lookup = ControlLookup(controls)
            var wrong: [String] = []
            for setting in profile.settings {
                let control = try lookup.findSaved(setting.name)
                func add(_ sentence: String) { wrong.append("a profile keeps \(control.key)\(sentence)") }
                if Self.isAPersons(control) { add(", which is a person's") }
                if !control.flags.isDisjoint(with: [.readOnly, .writeOnly, .disabled]) { add(", which cannot be set") }
                if (try? control.check(setting.value)) == nil { add(" at a value that it does not have") }
            }
            wrong += try ProfileApplication(profile, on: surface).problems.map {
                "a profile of this camera is refused: \($0)"
            }
            wrong += try profile.decisiveDifferences(from: surface).map {
                "a profile is not in force at once: \($0.control.key)"
            }
            // A camera that follows a face.
            for id in [ControlID.panAbsolute, .tiltAbsolute, .zoomAbsolute] {
                guard let control = control(id), control.flags.isDisjoint(with: [.readOnly, .writeOnly]) else {
                    continue
                }
                try? surface.set([ControlSetting(id, .integer(control.minimum))])
                try? surface.set([ControlSetting(id, .integer(control.maximum))])
            }
            wrong += try profile.decisiveDifferences(from: surface).map {
                "a profile ends with a move: \($0.control.key)"
            }
            return wrong
        } catch {
            return ["no profile can be made: \(error)"]
        }
    }
}
