// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Output
internal import SettingsStore

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Save a camera's settings, and give them back.",
        discussion: """
            A camera forgets its settings when it loses power. A profile keeps them in a file that can be read and \
            edited, by the camera's identity, so that they find it again on whatever port.

            Example:
              candela profile save bench
              candela profile apply bench
            """,
        subcommands: [
            ProfileSaveCommand.self, ProfileApplyCommand.self, ProfileShowCommand.self, ProfileListCommand.self,
            ProfileDeleteCommand.self, ProfileRestoreCommand.self, ProfileExportCommand.self, ProfileImportCommand.self,
        ])
}

extension CameraProfile.Camera {
    /// What a profile says of an open camera. Looks into udev, and opens nothing.
    init(_ open: OpenControls) { self.init(of: open.name, identity: open.identity) }
}
