// SPDX-License-Identifier: Apache-2.0

/// A udev rule that loads firmware into a USB device that was plugged in and is not there now.
package struct FirmwareLoader: Codable, Hashable, Sendable {
    /// The ids of the device: `16c0:296d`.
    package var identifier: String
    /// The file of the rule.
    package var file: String
    /// What the rule runs, raw.
    package var command: String

    package init(identifier: String, file: String, command: String) {
        self.identifier = identifier
        self.file = file
        self.command = command
    }
}
