// SPDX-License-Identifier: Apache-2.0

/// A command of FFmpeg that takes a camera's pictures and encodes them to JPEGs.
package struct EncodingCommand: Codable, Hashable, Sendable {
    /// The options that matter: `ffmpeg … -i /dev/video0 … -f mjpeg`.
    package var command: String
    /// The device that it reads: `/dev/video0`.
    package var device: String
    /// The uncompressed format that it asks for, as FFmpeg writes it: `yuyv422`; absent if it names none.
    package var inputFormat: String?
    /// The size that it asks for or scales to; absent without one.
    package var width: Int?
    package var height: Int?
    /// In frames per second; absent without one.
    package var rate: Double?
    /// The format of its output: `mjpeg`; absent if the name of a file tells it.
    package var container: String?

    package init(command: String, device: String) {
        self.command = command
        self.device = device
    }
}
