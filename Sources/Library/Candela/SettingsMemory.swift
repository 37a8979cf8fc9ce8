// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Synchronization

/// The settings that were made through a camera's value, for a camera that forgets them when it is closed.
final class SettingsMemory: Sendable {
    private let settings = Mutex<[Setting]>([])

    /// Whether a camera loses its settings between two openings.
    static func isForgetful(_ controls: any ControlSurface, _ name: String) -> Bool {
        !controls.keepsSettings || name.hasPrefix("sim:")
    }

    /// Notes settings that were made.
    func note(_ made: [Setting], on controls: any ControlSurface, of name: String) {
        guard Self.isForgetful(controls, name) else { return }
        settings.withLock { settings in
            settings.removeAll { old in made.contains { $0.name == old.name } }
            settings += made
        }
    }

    /// Makes them again.
    func apply(to controls: any ControlSurface, of name: String) {
        let settings = settings.withLock { $0 }
        guard !settings.isEmpty, Self.isForgetful(controls, name),
            let plan = try? SettingsPlan(of: settings, on: controls)
        else { return }
        _ = SettingsTransaction(plan, on: controls, isAtomic: false)
    }
}

extension SettingsPlan {
    init(of settings: [Setting], on controls: any ControlSurface) throws(ControlError) {
        try self.init(
            named: settings.map { ($0.name, $0.value) }, on: controls, controls: try controls.controls(), clamps: false)
    }
}
