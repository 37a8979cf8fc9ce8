// SPDX-License-Identifier: Apache-2.0

extension BrowserPage {
    /// Preferences of Firefox that keep pages from the camera, from calls, or from the picture's pixels.
    static func settings(_ client: CameraClientRecord) -> Finding? {
        guard let firefox = client.firefox else { return nil }
        let all = troubles(firefox)
        guard let strongest = all.first else { return nil }
        return Finding(
            .accessPageSettings, strongest.severity,
            "preferences in the profile of \(client.title) are off their defaults: " + all.map(\.words).joined(separator: "; "),
            confidence: strongest.severity == .fail ? .likely : .possible,
            evidence: telling(firefox).map { preference in
                EvidenceLine("\(firefox.profile)/prefs.js", "\(preference.name) = \(preference.value)\(preference.isFixed ? " (user.js sets it at each start)" : "")")
            },
            effect: strongest.severity == .fail
                ? "no page finds a camera (navigator.mediaDevices does not exist); the camera is not at fault"
                : "pages that need what is off do not work, others do; the camera is not at fault",
            fixes: fixes(firefox))
    }

    private struct Trouble {
        var severity: Finding.Severity
        var words: String
    }

    /// The strongest first.
    private static func troubles(_ firefox: FirefoxRecord) -> [Trouble] {
        let withoutCalls = firefox.has("media.peerconnection.enabled", "false")
        // Either of the two gives pages the camera.
        let withoutDevices = withoutCalls && firefox.has("media.navigator.enabled", "false")
        return [
            withoutDevices
                ? Trouble(severity: .fail, words: "with media.navigator.enabled and media.peerconnection.enabled both false, no page is given a camera") : nil,
            firefox.has("permissions.default.camera", "2")
                ? Trouble(
                    severity: .warn, words: "with permissions.default.camera at 2, a page that is not in the list of those allowed is refused the camera without a question")
                : nil,
            withoutCalls && !withoutDevices
                ? Trouble(
                    severity: .warn,
                    words: "with media.peerconnection.enabled false (no WebRTC), pages for calls do not work, while those that only show the camera do") : nil,
            firefox.has("privacy.resistFingerprinting", "true")
                ? Trouble(
                    severity: .note,
                    words: "with privacy.resistFingerprinting true, a page that takes pixels out of the camera's picture (canvas), as those that read codes or change the background do, gets random ones until it is allowed to"
                ) : nil,
            firefox.has("javascript.options.wasm", "false")
                ? Trouble(severity: .note, words: "with javascript.options.wasm false, pages whose reader or client is of WebAssembly do not start it") : nil,
        ].compactMap(\.self)
    }

    /// Without media.navigator.enabled, where calls are on, which give pages the camera as well.
    private static func telling(_ firefox: FirefoxRecord) -> [FirefoxRecord.Preference] {
        firefox.preferences.filter { $0.name != "media.navigator.enabled" || firefox.has("media.peerconnection.enabled", "false") }
    }

    private static let defaults = [
        "media.peerconnection.enabled": "true", "media.navigator.enabled": "true", "permissions.default.camera": "0",
        "privacy.resistFingerprinting": "false", "javascript.options.wasm": "true",
    ]

    private static func fixes(_ firefox: FirefoxRecord) -> [Fix] {
        let values = telling(firefox).map { "\($0.name) = \(defaults[$0.name] ?? "its default")" }
        let isFixed = telling(firefox).contains(where: \.isFixed)
        return [
            Fix(
                "Use a profile of its own for such pages (about:profiles, or the browser's list of profiles), in which all preferences have their defaults",
                commands: ["\(firefox.program ?? "firefox") -P"], isRunnable: false),
            Fix(
                "Or give these preferences their defaults again: \(Words.list(values)), "
                    + (isFixed
                        ? "in user.js in the folder of the profile (with arkenfox in user-overrides.js, and run its updater), as it sets them again at each start; then restart the browser"
                        : "in about:config, and load the page again")),
            firefox.has("privacy.resistFingerprinting", "true")
                ? Fix("For privacy.resistFingerprinting alone: allow the page to read its canvas, by the sign of a picture left of its address, which appears when the page tries to") : nil,
        ].compactMap(\.self)
    }
}
