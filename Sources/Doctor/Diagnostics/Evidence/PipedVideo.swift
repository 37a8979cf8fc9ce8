// SPDX-License-Identifier: Apache-2.0

/// A command of a Raspberry Pi's program for videos that writes H.264 to its standard output and does not say in which format of files.
package struct PipedVideo: Codable, Hashable, Sendable {
    /// The program and the options that matter: `rpicam-vid … --codec h264 -o -`.
    package var command: String
    /// The file that has it; absent if it is in the unit itself.
    package var file: String?
    /// Whether another such program runs for the same unit; absent in older evidence, and unless it does.
    package var isAnotherRunning: Bool?

    package init(command: String, file: String? = nil) {
        self.command = command
        self.file = file
    }
}
