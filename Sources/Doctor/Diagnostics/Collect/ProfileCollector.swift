// SPDX-License-Identifier: Apache-2.0

package import CameraControls
package import SettingsStore
internal import StoredFiles

/// Finds the settings saved for a camera, and what of them it does not have.
package struct ProfileCollector: Sendable {
    /// In the order to look: this user's before the machine's.
    private let stores: [ProfileStore]

    package init(stores: [ProfileStore]) { self.stores = stores }

    /// Those of this user and of this machine.
    init() {
        let own = (try? StateFolders()).map { ProfileStore($0) }
        stores = [own, ProfileStore.system()].compactMap { $0 }
    }

    /// What of the profile saved last the camera does not have, unless it has all of another one.
    ///
    /// - Returns: `notReached` where nothing is saved for this very camera.
    package func collect(identity: String, _ surface: any ControlSurface) -> Observation<ProfileRecord> {
        let profiles = ProfileStore.all(of: .init(identity: identity), in: stores)
        guard let latest = profiles.first else { return .notReached }
        do throws(ControlError) {
            for (name, profile) in profiles {
                if try profile.differences(from: surface).isEmpty {
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
