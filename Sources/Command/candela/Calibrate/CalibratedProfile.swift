// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import SettingsStore
internal import Terminal

/// The profile in which a calibration is saved.
struct CalibratedProfile {
    let name: ProfileName
    private let shelf: ProfileShelf

    init(_ name: String) throws(CommandFailure) {
        self.name = try ProfileShelf.name(name)
        shelf = try ProfileShelf()
    }

    /// - Returns: a sentence with the path.
    func write(_ profile: CameraProfile) throws(CommandFailure) -> String {
        try shelf.write(profile, as: name, isForced: false)
        return "Saved as \(VisibleText.escape(name.text)) in \(VisibleText.escape(shelf.own.path(of: name))); "
            + "apply it with: candela profile apply \(VisibleText.escape(name.text))"
    }
}
