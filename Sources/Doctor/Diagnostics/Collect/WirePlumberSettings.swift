// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// What of WirePlumber's configuration keeps it from listing cameras. Source: WirePlumber's documentation, "Profiles and features" (since
/// 0.5) and "Monitors" (before that, in Lua).
struct WirePlumberSettings {
    let files: SystemFiles
    /// The user's own folder.
    let home: String?

    /// The lines that switch cameras of V4L2 or libcamera off, at most eight.
    func disabled() -> [DesktopRecord.DisabledMonitor] {
        let own = home.map { $0 + "/.config" }
        let roots = [own, "/etc", "/usr/share"].compactMap(\.self)
        var found: [DesktopRecord.DisabledMonitor] = []
        for root in roots {
            for file in names(root) {
                let lines = Self.disabling(files.text(file.path) ?? "", isLua: file.path.hasSuffix(".lua"))
                found += lines.map { DesktopRecord.DisabledMonitor(file: file.name, isUsers: root == own, line: $0) }
            }
        }
        return Array(found.prefix(8))
    }

    private func names(_ root: String) -> [(name: String, path: String)] {
        // The distribution's own file has profiles for machines without cameras.
        // It has read no Lua since 0.5, which brings this file.
        let isNew = files.names("/usr/share/wireplumber")?.contains("wireplumber.conf") == true
        let parts = (root == "/usr/share" ? [] : [""]) + ["/wireplumber.conf.d"] + (isNew ? [] : ["/main.lua.d"])
        return parts.flatMap { part in
            let folder = "\(root)/wireplumber\(part)"
            return (files.names(folder) ?? []).sorted().filter { $0.hasSuffix(part == "/main.lua.d" ? ".lua" : ".conf") }
                .map { (name: $0, path: "\(folder)/\($0)") }
        }
    }

    private static let monitors: Set = ["monitor.v4l2", "monitor.libcamera", "hardware.video-capture"]
    private static let luaMonitors: Set = ["v4l2_monitor.enabled", "libcamera_monitor.enabled"]

    /// `monitor.v4l2 = disabled` of a profile, and `v4l2_monitor.enabled = false` before 0.5.
    private static func disabling(_ text: String, isLua: Bool) -> [String] {
        text.split(whereSeparator: \.isNewline).flatMap { line in
            let code = line.split(separator: isLua ? "-" : "#", maxSplits: 1, omittingEmptySubsequences: false).first ?? line
            let words = code.split { " \t=:,;{}\"".contains($0) }.map(String.init)
            return zip(words, words.dropFirst()).filter { key, value in
                isLua ? luaMonitors.contains(key) && value == "false" : monitors.contains(key) && value == "disabled"
            }.map { "\($0) = \($1)" }
        }
    }
}
