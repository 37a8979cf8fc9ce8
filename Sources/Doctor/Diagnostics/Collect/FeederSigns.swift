// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Whether a program that has a virtual camera open writes the pictures into it: all others are its readers.
enum FeederSigns {
    /// - Returns: `nil` if nothing tells.
    static func isFeeder(_ holder: HoldersRecord.Holder, of path: String, files: SystemFiles) -> Bool? {
        isFeeder(command: files.command(of: holder.processID), of: path)
    }

    /// By the place that the node has in a command: as an output or as an input.
    ///
    /// - Parameter path: `/dev/video9`.
    static func isFeeder(command words: [String], of path: String) -> Bool? {
        guard let program = words.first?.split(separator: "/").last else { return nil }
        if program.hasPrefix("gst-launch") { return gStreamer(words, path) }
        guard let place = words.lastIndex(where: { $0 == path || $0.hasSuffix("=" + path) }) else { return nil }
        let word = words[place]
        // `scrcpy --v4l2-sink=/dev/video9`, `--v4l2-sink /dev/video9`; `-device /dev/video9` of others says nothing.
        let option = word == path ? (place > 0 ? words[place - 1] : "") : String(word.prefix { $0 != "=" })
        if option.contains("sink") || option.contains("output") { return true }
        guard ["ffmpeg", "avconv"].contains(String(program)) else { return nil }
        // What follows `-i` is read; a file without an option is written. The same node may be both, in two commands, and not in one.
        return option != "-i"
    }

    /// The element before the property `device`: `… ! v4l2sink device=/dev/video9`.
    private static func gStreamer(_ words: [String], _ path: String) -> Bool? {
        // A whole pipeline can be one word.
        let parts = words.flatMap { $0.split(separator: " ").map(String.init) }
        guard let place = parts.lastIndex(where: { $0 == "device=" + path || $0 == "device=\"\(path)\"" }) else { return nil }
        let element = parts[..<place].last { !$0.contains("=") }
        return element.map { $0.hasSuffix("sink") }
    }
}

extension HoldersRecord.Holder {
    /// Programs that have a virtual camera open only to feed it. The kernel cuts names at 15 characters.
    private static let feeders: Set = [
        "obs", "obs-studio", "v4l2-relayd", "droidcam", "droidcam-cli", "scrcpy", "akvirtualcamera", "AkVCamAssistant", "iriunwebcam", "snapfx",
        "backscrub", "linux-fake-back", "webcamize",
    ]

    /// Whether it is one of them by its name, and nothing says which way it uses the node: some read virtual cameras as well.
    var isLikelyFeeder: Bool { isFeeder == nil && Self.feeders.contains(name) }
}
