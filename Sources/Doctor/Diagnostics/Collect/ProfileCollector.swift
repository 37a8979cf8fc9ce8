// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import SettingsStore
internal import StoredFiles

/// Finds the settings saved for a camera, and those that differ from its present ones.
package struct ProfileCollector: Sendable {
    /// In search order: this user's before the machine's.
    private let stores: [ProfileStore]

    package init(stores: [ProfileStore]) { self.stores = stores }

    /// Uses the stores of this user and of this machine.
    init() {
        let own = (try? StateFolders()).map { ProfileStore($0) }
        stores = [own, ProfileStore.system()].compactMap { $0 }
    }

    /// The differences between the camera and the profile saved last; none if the camera matches any of its profiles.
    ///
    /// - Returns: `notReached` if nothing is saved for this camera.
    package func collect(identity: String, _ surface: any ControlSurface) -> Observation<ProfileRecord> {
        let profiles = ProfileStore.all(of: .init(identity: identity), in: stores)
        guard let latest = profiles.first else { return .notReached }
        do throws(ControlError) {
            for (name, profile) in profiles {
                if try profile.decisiveDifferences(from: surface).isEmpty {
                    return .seen(ProfileRecord(name: name.text, differences: []))
                }
            }
            return .seen(ProfileRecord(name: latest.name.text, differences: try differences(latest.profile, surface)))
        } catch {
            return .unknown(error.description)
        }
    }

    private func differences(
        _ profile: CameraProfile, _ surface: any ControlSurface
    ) throws(ControlError) -> [ProfileRecord.Difference] {
        try profile.differences(from: surface).map { difference in
            let control = difference.control
            return .init(
                control: control.key, saved: control.bothUnits(difference.saved),
                current: control.bothUnits(difference.current),
                isDefault: difference.current == .integer(control.defaultValue))
        }
    }
}
