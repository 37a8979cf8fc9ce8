// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Finds browsers at which the question for the camera finds no lasting answer, by their command: those in a private window, which
/// forget it at their end, and those of a kiosk, whose visitors cannot be expected to give it.
enum CameraQuestion {
    private static let privately: Set = ["--incognito", "--guest", "-private-window", "--private-window", "--private", "-private", "--inprivate"]
    /// Options that give every page the camera.
    static let answers: Set = ["--use-fake-ui-for-media-stream", "--auto-accept-camera-and-microphone-capture"]
    /// The option because of which nobody's answer is kept or given, such as `--incognito`; `nil` if the answer is known or can be
    /// given, or the command is no browser's.
    static func option(in words: [String], _ files: SystemFiles) -> String? {
        guard InsecurePage.browser(words) != nil else { return nil }
        let isPrivate = words.first(where: privately.contains)
        guard let option = isPrivate ?? words.first(where: { $0 == "--kiosk" || $0 == "-kiosk" }), !isAnswered(files) else { return nil }
        // It answers the question at each start, but some versions and pages ask all the same in a private window.
        if isPrivate == nil, !answers.isDisjoint(with: words) { return nil }
        return option
    }

    /// Whether a policy of this machine answers, which counts more than what a user said.
    static func isAnswered(_ files: SystemFiles) -> Bool {
        BrowserPolicies.folders.contains { folder in
            (files.names(folder) ?? []).contains { name in
                name.hasSuffix(".json")
                    && ["VideoCaptureAllowed", "\"Camera\""].contains { files.text("\(folder)/\(name)")?.contains($0) == true }
            }
        }
    }
}

/// Where browsers look for the policies of this machine, by which an administrator answers the question for good. Source: Chromium's and
/// Firefox's documentation of enterprise policies.
enum BrowserPolicies {
    static let firefox = "/etc/firefox/policies"
    /// By a part of the program's name, the longer ones first.
    private static let others = [
        ("chromium-brows", "/etc/chromium-browser"), ("chromium", "/etc/chromium"), ("chrome", "/etc/opt/chrome"),
        ("edge", "/etc/opt/edge"), ("brave", "/etc/brave"),
    ].map { (name: $0.0, folder: $0.1 + "/policies/managed") }

    static var folders: [String] { others.map(\.folder) + [firefox, "/usr/lib/firefox/distribution"] }

    /// That of Chromium or one of its relatives.
    ///
    /// - Parameter browser: in small letters.
    static func folder(of browser: String) -> String {
        others.first { browser.contains($0.name) }?.folder ?? "/etc/chromium/policies/managed"
    }
}
