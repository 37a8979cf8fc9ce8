// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import SettingsStore
internal import Terminal

/// The profile a calibration is kept as.
struct CalibratedProfile {
    let name: ProfileName
    private let shelf: ProfileShelf

    init(_ name: String) throws(CommandFailure) {
        self.name = try ProfileShelf.name(name)
        shelf = try ProfileShelf()
    }

    /// - Returns: a sentence with where it is.
    func write(_ profile: CameraProfile) throws(CommandFailure) -> String {
        try shelf.write(profile, as: name, isForced: false)
        return "Saved as \(VisibleText.escape(name.text)) in \(VisibleText.escape(shelf.own.path(of: name))); "
            + "candela profile apply \(VisibleText.escape(name.text)) brings it back"
    }
}
