// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Output
internal import SettingsStore

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Save a camera's settings, and restore them.",
        discussion: """
            A camera loses its settings when it loses power. A profile stores them in a text file that you can edit. It \
            belongs to the camera's identity, so it applies on every port.

            Example:
              candela profile save bench
              candela profile apply bench
            """,
        subcommands: [
            ProfileSaveCommand.self, ProfileApplyCommand.self, ProfileShowCommand.self, ProfileListCommand.self,
            ProfileDeleteCommand.self, ProfileForgetCommand.self, ProfileRestoreCommand.self, ProfileExportCommand.self,
            ProfileImportCommand.self,
        ])
}

extension CameraProfile.Camera {
    /// The profile's record of an open camera. Reads udev, and opens nothing.
    init(_ open: OpenControls) { self.init(of: open.name, identity: open.identity) }
}
