// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
package import SettingsStore

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

    /// - Returns: `notReached` where nothing is saved for this very camera.
    func collect(identity: String, _ surface: any ControlSurface) -> Observation<ProfileRecord> {
        guard let (name, profile) = ProfileStore.latest(of: .init(identity: identity), in: stores) else {
            return .notReached
        }
        do throws(ControlError) {
            let differences = try profile.differences(from: surface).map { difference in
                ProfileRecord.Difference(
                    control: difference.control.key, saved: difference.control.bothUnits(difference.saved),
                    current: difference.control.bothUnits(difference.current))
            }
            return .seen(ProfileRecord(name: name.text, differences: differences))
        } catch {
            return .unknown(error.description)
        }
    }
}
