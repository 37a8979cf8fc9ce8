// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
internal import UserSession

/// Finds the pages to which a browser of Chromium's family refuses the camera for good, because somebody once answered so, in the settings
/// of its profile. They can be read by its user only.
///
/// Source: Chromium's components/content_settings (`media_stream_camera`; 1 allows, 2 blocks, 3 asks) and its documentation of the user
/// data directory.
enum RefusedPages {
    /// - Parameters:
    ///   - words: those of the browser's command.
    ///   - application: its name as a Flatpak, if it is one: `com.brave.Browser`.
    static func find(
        in words: [String], home: String?, application: String?, _ files: SystemFiles
    ) -> CameraClientRecord.RefusedPages? {
        guard CameraQuestion.answers.isDisjoint(with: words), !CameraQuestion.isAnswered(files),
            let kept = kept(words, home, application, files)
        else { return nil }
        let refused = kept.pages(block)
        let refusesAll = kept.default_content_setting_values?.media_stream_camera == block
        let opened = words.compactMap { InsecurePage.address(in: $0).flatMap(Self.origin) }
        // A page that is allowed gets the camera, whatever others do.
        if let page = opened.first, kept.pages(allow).contains(page) { return nil }
        guard !refused.isEmpty || refusesAll else { return nil }
        return .init(
            pages: Array(refused.prefix(8)), count: refused.count, refusesAll: refusesAll,
            opened: opened.first { refusesAll || refused.contains($0) })
    }

    /// Whether the page that the browser was started with is allowed the camera, as somebody once answered.
    static func isOpenedAllowed(in words: [String], home: String?, application: String?, _ files: SystemFiles) -> Bool {
        guard let page = words.lazy.compactMap({ InsecurePage.address(in: $0).flatMap(Self.origin) }).first else { return false }
        return kept(words, home, application, files)?.pages(allow).contains(page) == true
    }

    /// What the profile keeps; `nil` if that cannot be read, or the command is none of such a browser's.
    private static func kept(_ words: [String], _ home: String?, _ application: String?, _ files: SystemFiles) -> Preferences.Profile? {
        guard InsecurePage.browser(words) != nil, let program = words.first,
            let profile = profile(words, folder(program, words, home, application), files),
            let text = files.text(profile + "/Preferences", limit: 1 << 23)
        else { return nil }
        return try? JSONDecoder().decode(Preferences.self, from: Data(text.utf8)).profile
    }

    private static let (allow, block) = (1, 2)

    /// The folders in one of which the browser keeps its profiles.
    static func folder(_ program: String, _ words: [String], _ home: String?, _ application: String?) -> [String] {
        let option = "--user-data-dir="
        if let own = words.first(where: { $0.hasPrefix(option) })?.dropFirst(option.utf8.count) { return own.hasPrefix("/") ? [String(own)] : [] }
        let parts = program.split(separator: "/")
        let end = parts.suffix(3).map { $0.lowercased() }
        // A version for trying out has folders of its own.
        let isOther = end.contains { part in ["-beta", "-unstable", "-dev", "canary", "testing"].contains(where: part.contains) }
        guard let home, !isOther, let folder = folders.first(where: { folder in end.contains { $0.contains(folder.part) } })?.folder else {
            return []
        }
        return settings(parts, home, application).map { "\($0)/\(folder)" }
    }

    /// The folders for settings in the browser's own home, which a Flatpak and a snap have. Source: Flatpak's and snapd's documentation.
    private static func settings(_ parts: [Substring], _ home: String, _ application: String?) -> [String] {
        if parts.first == "app" { return application.map { ["\(home)/.var/app/\($0)/config"] } ?? [] }
        guard parts.first == "snap" else { return ["\(home)/.config"] }
        // `/snap/brave/467/opt/…`: a snap, and its revision.
        guard parts.count > 3 else { return [] }
        let own = "\(home)/snap/\(parts[1])"
        // Chromium's snap keeps its profiles from one revision to the next.
        return [parts[1] == "chromium" ? "\(own)/common" : nil, "\(own)/\(parts[2])/.config", "\(own)/current/.config"].compactMap(\.self)
    }

    /// By a part of the end of the program's path: the folder below that for settings.
    private static let folders: [(part: String, folder: String)] = [
        ("chromium", "chromium"), ("chrome", "google-chrome"), ("brave", "BraveSoftware/Brave-Browser"), ("edge", "microsoft-edge"),
        ("vivaldi", "vivaldi"),
    ]

    /// The folder of the profile that is named by the command, or was used last.
    private static func profile(_ words: [String], _ folders: [String], _ files: SystemFiles) -> String? {
        let option = "--profile-directory="
        let named = words.first { $0.hasPrefix(option) }?.dropFirst(option.utf8.count)
        for folder in folders where files.exists(folder) {
            let state = files.text(folder + "/Local State", limit: 1 << 23)
            let last = state.flatMap { try? JSONDecoder().decode(Preferences.self, from: Data($0.utf8)).profile?.last_used }
            let name = named.map(String.init) ?? last ?? "Default"
            // It is the name of a folder beside it, and nothing else.
            guard !name.contains("/"), name != ".." else { continue }
            if files.exists("\(folder)/\(name)/Preferences") { return "\(folder)/\(name)" }
        }
        return nil
    }

    /// Of an address; `nil` if it is none of a page.
    static func origin(_ address: Substring) -> String? {
        guard let scheme = address.firstRange(of: "://") else { return nil }
        return plain(address[..<scheme.upperBound] + address[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }

    /// Without the port that every page of its kind has.
    fileprivate static func plain(_ origin: Substring) -> String {
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
            return String(origin.dropLast(port.utf8.count))
        }
        return String(origin)
    }

    /// What is of interest in `Preferences` and `Local State`.
    private struct Preferences: Decodable {
        struct Profile: Decodable {
            var content_settings: Settings?
            var default_content_setting_values: Defaults?
            var last_used: String?

            /// Those with one answer. "https://example.org:443,*": the page, and what it may be shown in, which is everything.
            func pages(_ answer: Int) -> [String] {
                let keys = (content_settings?.exceptions?.media_stream_camera ?? [:]).filter { $0.value.setting == answer }.keys
                return keys.compactMap { key in key.split(separator: ",").first.map(RefusedPages.plain) }.filter { $0.utf8.count <= 100 }.sorted()
            }
        }
        struct Settings: Decodable { var exceptions: Exceptions? }
        struct Exceptions: Decodable { var media_stream_camera: [String: Answer]? }
        struct Answer: Decodable { var setting: Int? }
        struct Defaults: Decodable { var media_stream_camera: Int? }
        var profile: Profile?
    }
}
