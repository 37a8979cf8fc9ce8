// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Output
internal import SettingsStore
internal import Terminal

/// The profile that a station gives its camera, each time that it is opened: a camera that was unplugged has forgotten it.
struct StationProfile: Sendable {
    let name: ProfileName

    init(_ text: String) throws(CommandFailure) { name = try ProfileShelf.name(text) }

    /// - Returns: why it cannot be used now; it may be saved later.
    var problem: String? {
        do throws(CommandFailure) {
            _ = try ProfileShelf().find(name)
            return nil
        } catch {
            return error.message
        }
    }

    /// Applies the settings that differ. What cannot be applied is reported.
    func give(to controls: any ControlSurface) {
        do {
            let profile = try ProfileShelf().find(name).profile
            let application = try ProfileApplication(profile, on: controls)
            let transaction = SettingsTransaction(application.plan, on: controls, isAtomic: false)
            for problem in application.problems + transaction.refusals.map(\.description) {
                Console.note(VisibleText.escape("profile \(name.text): \(problem)"))
            }
        } catch let failure as CommandFailure {
            Console.note(failure.message)
        } catch {
            Console.note(VisibleText.escape("cannot apply the profile \(name.text): \(error)"))
        }
    }
}
