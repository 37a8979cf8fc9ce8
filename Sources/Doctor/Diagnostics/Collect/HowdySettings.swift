// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Reads Howdy's settings. Sources: Howdy's video_capture.py, which ends unless the path in `device_path` exists, its config.ini, whose value
/// is `none` until somebody sets it, and its meson.build; Python's configparser.
enum HowdySettings {
    /// That of 2.x on Debian and Arch, on systems with lib64, and that of 3.
    private static let files = [
        "/lib/security/howdy", "/usr/lib/security/howdy", "/lib64/security/howdy", "/usr/lib64/security/howdy", "/etc/howdy", "/usr/local/etc/howdy",
    ].map { $0 + "/config.ini" }

    /// `nil` without Howdy, if it is switched off, if its settings cannot be read, and if they name something that exists.
    static func find(_ files: SystemFiles) -> FaceLoginSettings? {
        guard ["/usr/bin/howdy", "/usr/local/bin/howdy"].contains(where: files.exists) else { return nil }
        let present = Self.files.filter(files.exists)
        // Of an older one, settings can be left.
        let own = present.filter { !$0.contains("/etc/") }
        guard own.isEmpty || own.count == present.count, let file = present.first, let text = files.text(file) else { return nil }
        let settings = values(in: text)
        guard settings["core.disabled"]?.lowercased() != "true", let device = settings["video.device_path"] else { return nil }
        // What is no whole path, such as a number, was to be one for other programs.
        let isMissing = device.hasPrefix("/") ? files.isMissing(device) : true
        return isMissing ? FaceLoginSettings(file: file, device: String(device.prefix(200))) : nil
    }

    /// By section and key: `video.device_path`.
    private static func values(in text: String) -> [String: String] {
        var section = ""
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let line = trimmed(line)
            if line.first == "[", line.last == "]" {
                section = String(line.dropFirst().dropLast())
            } else if let first = line.first, first != "#", first != ";", let mark = line.firstIndex(where: { $0 == "=" || $0 == ":" }) {
                values["\(section).\(trimmed(line[..<mark]).lowercased())"] = String(trimmed(line[line.index(after: mark)...]))
            }
        }
        return values
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
