// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

@Suite("Policies and preferences that keep pages from the camera")
struct PagePolicyTests {
    private static let listening = "  sl  local_address rem_address   st\n   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 14200 1\n"

    /// What is found of a browser with this command, which runs as anna.
    private static func record(
        _ command: [String], _ files: [String: String], links: [String: String] = [:], header: String? = nil
    ) throws -> CameraClientRecord {
        let passwd = "root:x:0:0:root:/root:/bin/bash\nanna:x:1000:1000::/home/anna:/bin/bash\n"
        let tree = try MachineTree(
            files.merging([
                "/proc/70/comm": "browser\n", "/proc/70/cmdline": command.joined(separator: "\0") + "\0", "/proc/net/tcp": listening,
                "/proc/70/status": "Name:\tbrowser\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\n", "/etc/passwd": passwd,
            ]) { first, _ in first }, links: links)
        let clients = ClientCollector(
            files: tree.files, account: { _ in nil }, owner: { _ in UserRecord(id: 1000, name: "anna", accountGroups: [], sessionGroups: nil) },
            ask: { $0.first == "curl" ? header : nil })
        return try withExtendedLifetime(tree) { try clients.collect(.process(70), path: nil) }
    }

    @Test(
        "a header that names neither the page nor all of them forbids it",
        arguments: [
            ("Permissions-Policy: microphone=(), camera=()", true), ("permissions-policy: camera=(\"https://other.example\")", true),
            ("Permissions-Policy: camera=(self)", false), ("Permissions-Policy: camera=*, microphone=()", false),
            ("Permissions-Policy: camera=(\"http://localhost:8080\")", false), ("Permissions-Policy: display-capture=()", false),
            ("Feature-Policy: microphone 'none'; camera 'none'", true), ("Feature-Policy: camera 'self'", false), ("X-Frame-Options: DENY", false),
            // With one error nothing of the header counts.
            ("Permissions-Policy: camera=(); microphone=()", false), ("Permissions-Policy: camera=('self')", false), ("Permissions-Policy: camera", false),
            ("Permissions-Policy: camera=(), microphone 'none'", false), ("Permissions-Policy: camera=(),", false), ("Permissions-Policy: Camera=()", false),
            ("Permissions-Policy: camera=();report-to=main, fullscreen=(self \"https://a.example\")", true), ("Permissions-Policy: camera=none", true),
            ("Permissions-Policy: camera=()\r\nPermissions-Policy: camera=(self)", false), ("Permissions-Policy: camera=()\r\nPermissions-Policy: x y", false),
            ("Permissions-Policy: camera=(self)\r\nFeature-Policy: camera 'none'", false),
            ("Permissions-Policy: camera=(); x y\r\nFeature-Policy: camera 'none'", true),
            ("Permissions-Policy: camera=(\"http://localhost:8080/\")", false), ("Feature-Policy: camera", false),
            ("Feature-Policy: camera 'self', camera 'none'", false),
        ])
    func header(_ line: String, _ isForbidden: Bool) throws {
        let found = try Self.record(
            ["/usr/lib/chromium/chromium", "--app=http://localhost:8080/scan"], [:], header: "HTTP/1.1 200 OK\r\nServer: nginx\r\n\(line)\r\n\r\n")
        #expect((found.pagePolicy?.header != nil) == isForbidden)
    }

    @Test("servers of others are not asked, nor is an answer that is no page")
    func others() throws {
        let forbidding = "HTTP/1.1 200 OK\r\nPermissions-Policy: camera=()\r\n\r\n"
        #expect(try Self.record(["/usr/lib/chromium/chromium", "https://shop.example/scan"], [:], header: forbidding).pagePolicy == nil)
        #expect(try Self.record(["/usr/lib/firefox/firefox", "http://localhost:8080/"], [:], header: forbidding).pagePolicy == nil)
        let moved = "HTTP/1.1 302 Found\r\nPermissions-Policy: camera=()\r\n\r\n"
        #expect(try Self.record(["/usr/lib/chromium/chromium", "http://localhost:8080/"], [:], header: moved).pagePolicy == nil)
    }

    private static func refusal(_ source: String) -> String {
        "[70:70:0820/091204.402118:INFO:CONSOLE(1)] \"[Violation] Permissions policy violation: camera is not allowed in this document.\", source: \(source) (1)\n"
    }

    @Test("the browser's log tells, if it was told to write one; what an extension asked for does not count")
    func log() throws {
        let file = "/home/anna/.config/chromium/chrome_debug.log"
        let command = ["/usr/lib/chromium/chromium", "--kiosk", "--enable-logging", "https://shop.example/scan"]
        let found = try #require(try Self.record(command, [file: Self.refusal("https://anna:word@shop.example/app.js")]).pagePolicy)
        #expect(found.log == file && found.source == "https://shop.example" && found.opened == "https://shop.example" && found.isOnlyPage)
        #expect(try Self.record(command, [file: Self.refusal("chrome-extension://abc/content.js")]).pagePolicy == nil)
        let silent = command.filter { $0 != "--enable-logging" }
        #expect(try Self.record(silent, [file: Self.refusal("https://shop.example/app.js")]).pagePolicy == nil)
    }

    @Test("saved evidence names no page and no profile")
    func redacted() throws {
        var client = CameraClientRecord(.process, name: "chrome")
        client.pagePolicy = PagePolicyRecord(
            opened: "https://shop.example", isOnlyPage: true, log: "/home/anna/.config/chromium/chrome_debug.log", source: "https://shop.example")
        client.firefox = FirefoxRecord(
            profile: "/home/anna/.mozilla/firefox/x1.annas", preferences: [.init(name: "privacy.resistFingerprinting", value: "true", isFixed: false)])
        let bundle = try EvidenceBundle([.healthy { $0.client = client }]).redacted()
        let text = String(decoding: try bundle.encoded(), as: UTF8.self)
        #expect(!text.contains("shop.example") && !text.contains("anna"))
        #expect(bundle.snapshots[0].client?.pagePolicy?.source == bundle.snapshots[0].client?.pagePolicy?.opened)
    }

    @Test(
        "saved evidence keeps key words of a header, and no hosts",
        arguments: [
            ("Permissions-Policy: camera=()", "Permissions-Policy: camera=()"), ("Feature-Policy: camera 'none'", "Feature-Policy: camera 'none'"),
            ("Feature-Policy: camera intern.example", "Feature-Policy: camera https://OTHER-HOST"),
            ("Permissions-Policy: camera=(\"intern.example\")", "Permissions-Policy: camera=(\"https://OTHER-HOST\")"),
        ])
    func redactedHeader(_ header: String, _ expected: String) throws {
        var client = CameraClientRecord(.process, name: "chrome")
        client.pagePolicy = PagePolicyRecord(opened: "http://localhost:8080", isOnlyPage: true, header: header)
        let bundle = try EvidenceBundle([.healthy { $0.client = client }]).redacted()
        #expect(bundle.snapshots[0].client?.pagePolicy?.header == expected)
    }

    @Test("the profile that the command names, or that the process has locked, is looked at, and no folder outside of the browser's")
    func profile() throws {
        let folder = "/home/anna/.mozilla/firefox"
        let files = [
            folder + "/profiles.ini": "[Profile0]\nName=usual\nIsRelative=1\nPath=a.usual\nDefault=1\n\n[Profile1]\nName=calls\nIsRelative=1\nPath=../x\n",
            folder + "/a.usual/prefs.js": "user_pref(\"media.peerconnection.enabled\", false);\nuser_pref(\"media.navigator.enabled\", false);\n",
            folder + "/a.usual/user.js": "user_pref(\"media.navigator.enabled\", false);\n",
            "/home/anna/.mozilla/x/prefs.js": "user_pref(\"permissions.default.camera\", 2);\n",
        ]
        let locked = [folder + "/a.usual/lock": "127.0.1.1:+70"]
        let found = try #require(try Self.record(["/usr/lib/firefox/firefox"], files, links: locked).firefox)
        #expect(found.preferences.map(\.name) == ["media.navigator.enabled", "media.peerconnection.enabled"])
        #expect(found.preferences.map(\.isFixed) == [true, false])
        #expect(found.program == "firefox")
        // The default one does not run.
        #expect(try Self.record(["/usr/lib/firefox/firefox"], files).firefox == nil)
        #expect(try Self.record(["/usr/lib/firefox/firefox"], files, links: [folder + "/a.usual/lock": "127.0.1.1:+71"]).firefox == nil)
        #expect(try Self.record(["/usr/lib/firefox/firefox", "-P", "calls"], files, links: locked).firefox == nil)
        let named = try Self.record(["/usr/lib/firefox/firefox", "--profile", "/home/anna/.mozilla/x"], files).firefox
        #expect(named?.preferences.first?.value == "2")
    }
}
