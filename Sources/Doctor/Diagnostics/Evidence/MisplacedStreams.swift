// SPDX-License-Identifier: Apache-2.0

/// Streams in Frigate's settings that its go2rtc does not get, because they stand beside the key `streams` and not below it. Their
/// addresses are not kept.
package struct MisplacedStreams: Codable, Hashable, Sendable {
    /// The file of settings, as the container sees it: `/config/config.yml`.
    package var file: String
    /// The names of those that Frigate's cameras ask go2rtc for, at most eight.
    package var names: [String]
    /// Whether there is a key `streams` all the same.
    package var hasStreams: Bool
    /// Whether a source of them has options that only FFmpeg's sources know (`#input=`), and is none of FFmpeg's; absent unless it is so.
    package var lacksFFmpeg: Bool?

    package init(file: String, names: [String], hasStreams: Bool, lacksFFmpeg: Bool? = nil) {
        self.file = file
        self.names = names
        self.hasStreams = hasStreams
        self.lacksFFmpeg = lacksFFmpeg
    }
}
