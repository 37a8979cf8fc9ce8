// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Output
internal import SettingsStore
internal import Terminal

extension ProfileInForce {
    /// Reapplies the profile of a camera that has lost power, and reports that.
    static func give(_ found: Found, to camera: OpenCamera) {
        guard let open = OpenControls(camera),
            let application = try? ProfileApplication(found.profile, on: open.surface),
            !application.plan.steps.isEmpty
        else { return }
        let transaction = SettingsTransaction(application.plan, on: open.surface, isAtomic: false)
        for problem in application.problems + transaction.refusals.map(\.description) {
            Console.note(VisibleText.escape(problem))
        }
        Console.note(
            "reapplied the profile \(VisibleText.escape(found.name.text)) to \(VisibleText.escape(open.name)): "
                + "\(transaction.changes.count) settings")
    }
}
