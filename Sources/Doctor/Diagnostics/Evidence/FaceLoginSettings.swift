// SPDX-License-Identifier: Apache-2.0

/// The settings of Howdy, which logs people in by their faces, if they name no camera that is there.
package struct FaceLoginSettings: Codable, Hashable, Sendable {
    /// The file: `/lib/security/howdy/config.ini`.
    package var file: String
    /// The value of `device_path`, raw: `none`, or the path of what is not there.
    package var device: String

    package init(file: String, device: String) {
        self.file = file
        self.device = device
    }
}
