// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds preferences of Firefox, as files of hardened settings (user.js) have them, that keep pages from the camera or from its pictures.
/// They can be read by the browser's own user only.
///
/// Source: Firefox's dom/base/Navigator.cpp (`HasUserMediaSupport`), its StaticPrefList.yaml, nsProfileLock.cpp, and Mozilla's page "Profiles - Where Firefox
/// stores your bookmarks, passwords and other user data".
struct FirefoxPreferences {
    let process: Int
    /// Those of the browser's command.
    let words: [String]
    /// The home of its user.
    let home: String?
    /// Its name as a Flatpak, if it is one.
    let application: String?
    let files: SystemFiles

    /// `nil` if none is set so, the profile cannot be read, or the command is none of Firefox's.
    func find() -> FirefoxRecord? {
        // Its helpers have an option of their own.
        guard let kind, !words.contains("-contentproc"), let profile = profile(kind), let text = files.text(profile + "/prefs.js", limit: 1 << 20)
        else { return nil }
        let (own, fixed) = (Self.preferences(in: text), Self.preferences(in: files.text(profile + "/user.js", limit: 1 << 20) ?? ""))
        let found = Self.telling.compactMap { name, value -> FirefoxRecord.Preference? in
            own[name[...]] == value[...] ? .init(name: name, value: value, isFixed: fixed[name[...]] == value[...]) : nil
        }
        return found.isEmpty ? nil : FirefoxRecord(profile: profile, preferences: found, program: command(kind))
    }

    private static let telling = [
        ("media.navigator.enabled", "false"), ("media.peerconnection.enabled", "false"), ("permissions.default.camera", "2"),
        ("privacy.resistFingerprinting", "true"), ("javascript.options.wasm", "false"),
    ]

    /// `user_pref("media.peerconnection.enabled", false);`, and not what stands in a comment.
    private static func preferences(in text: String) -> [Substring: Substring] {
        var found: [Substring: Substring] = [:]
        var isComment = false
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace)
            if isComment || line.hasPrefix("/*") {
                isComment = !line.contains("*/")
                continue
            }
            let start = "user_pref(\""
            guard line.hasPrefix(start) else { continue }
            let name = line.dropFirst(start.utf8.count).prefix { $0 != "\"" }
            let rest = line[name.endIndex...].dropFirst().drop { $0.isWhitespace || $0 == "," }
            found[name] = rest.prefix { $0 != ")" && !$0.isWhitespace }
        }
        return found
    }

    // MARK: The profile

    private enum Kind { case firefox, libreWolf, waterfox }

    private var kind: Kind? {
        switch InsecurePage.browser(words) {
        case "firefox"?, "firefox-esr"?, "firefox-bin"?: .firefox
        case "librewolf"?: .libreWolf
        case "waterfox"?: .waterfox
        default: nil
        }
    }

    /// The command that starts it.
    private func command(_ kind: Kind) -> String {
        if words.first?.hasPrefix("/app/") == true, let application { return "flatpak run \(Words.shell(application))" }
        return switch kind {
        case .firefox: InsecurePage.browser(words) == "firefox-esr" ? "firefox-esr" : "firefox"
        case .libreWolf: "librewolf"
        case .waterfox: "waterfox"
        }
    }

    /// The folders in one of which it lists its profiles.
    private func folders(_ kind: Kind) -> [String] {
        guard let home else { return [] }
        let program = words.first ?? ""
        let own = program.hasPrefix("/app/") ? application.map { "\(home)/.var/app/\($0)" } ?? "" : program.hasPrefix("/snap/firefox/") ? "\(home)/snap/firefox/common" : home
        guard !own.isEmpty else { return [] }
        return switch kind {
        case .firefox: ["\(own)/.mozilla/firefox", "\(own)/.config/mozilla/firefox"]
        case .libreWolf: ["\(own)/.librewolf", "\(own)/.config/librewolf/librewolf"]
        case .waterfox: ["\(own)/.waterfox"]
        }
    }

    /// The folder of the profile that the command names, or that its process has locked. Which one it would choose is not enough: its
    /// list of profiles lets the user choose another, and several can run.
    private func profile(_ kind: Kind) -> String? {
        if let path = value(of: ["--profile", "-profile"]) { return path.hasPrefix("/") ? path : nil }
        let name = value(of: ["-P", "-p", "--P"])
        let lists = folders(kind).compactMap { folder in files.text(folder + "/profiles.ini").map { (folder, Self.profiles($0)) } }
        if let name { return lists.first.flatMap { folder, profiles in profiles.first { $0["Name"] == name[...] }.flatMap { Self.path($0, folder) } } }
        let own = number
        let locked = Set(lists.flatMap { folder, profiles in profiles.prefix(64).compactMap { Self.path($0, folder) } }.filter { lock(of: $0) == own })
        // A crash leaves its lock behind, whose number another process can have later.
        return locked.count == 1 ? locked.first : nil
    }

    /// The process's number as it knows it itself, which is another one in a sandbox.
    private var number: Int {
        let line = (files.text("/proc/\(process)/status") ?? "").split(separator: "\n").first { $0.hasPrefix("NSpid:") }
        return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? process
    }

    /// The number of the process that has locked a profile, by its link: `lock -> 127.0.1.1:+3611`.
    private func lock(of profile: String) -> Int? {
        files.link(profile + "/lock")?.split(separator: ":").last.flatMap { Int($0.drop { $0 == "+" }) }
    }

    /// The word after an option. Unlike programs of getopt(3), Firefox takes the first of several.
    private func value(of options: Set<String>) -> String? {
        words.firstIndex(where: options.contains).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }

    /// A name of a folder is one below that of the list, and leads nowhere else.
    private static func path(_ profile: [Substring: Substring], _ folder: String) -> String? {
        guard let path = profile["Path"], !path.isEmpty, !path.split(separator: "/").contains("..") else { return nil }
        return profile["IsRelative"] == "0" ? (path.hasPrefix("/") ? String(path) : nil) : "\(folder)/\(path)"
    }

    private static func profiles(_ text: String) -> [[Substring: Substring]] {
        var sections: [(title: Substring, values: [Substring: Substring])] = []
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                sections.append((line.dropFirst().prefix { $0 != "]" }, [:]))
            } else if !sections.isEmpty {
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2 { sections[sections.count - 1].values[parts[0]] = parts[1] }
            }
        }
        return sections.filter { $0.title.hasPrefix("Profile") }.map(\.values)
    }
}
