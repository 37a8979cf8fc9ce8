// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

@Suite("Pages to which a browser refuses the camera")
struct RefusedPagesTests {
    private static let preferences = """
        {"profile": {"content_settings": {"exceptions": {"media_stream_camera": {
            "https://shop.example:443,*": {"last_modified": "13300000000000000", "setting": 2},
            "http://localhost:4200,*": {"setting": 2}, "https://other.example:443,*": {"setting": 1}}}}}}
        """

    /// What is found of a browser with this command, which runs as anna.
    private static func record(_ command: [String], _ files: [String: String]) throws -> CameraClientRecord {
        let passwd = "root:x:0:0:root:/root:/bin/bash\nanna:x:1000:1000::/home/anna:/bin/bash\n"
        let tree = try MachineTree(
            files.merging([
                "/proc/70/comm": "chrome\n", "/proc/70/cmdline": command.joined(separator: "\0") + "\0",
                "/proc/70/status": "Name:\tchrome\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\n", "/etc/passwd": passwd,
            ]) { first, _ in first })
        let clients = ClientCollector(
            files: tree.files, account: { _ in nil }, owner: { _ in UserRecord(id: 1000, name: "anna", accountGroups: [], sessionGroups: nil) }, ask: { _ in nil })
        return try withExtendedLifetime(tree) { try clients.collect(.process(70), path: nil) }
    }

    @Test("the profile that was used last tells them, without the ports that every page has")
    func pages() throws {
        let folder = "/home/anna/.config/google-chrome"
        let files = [
            folder + "/Local State": "{\"profile\": {\"last_used\": \"Profile 2\"}}", folder + "/Profile 2/Preferences": Self.preferences,
            folder + "/Default/Preferences": "{\"profile\": {\"default_content_setting_values\": {\"media_stream_camera\": 2}}}",
        ]
        let found = try #require(try Self.record(["/opt/google/chrome/chrome", "http://localhost:4200/page"], files).refusedPages)
        #expect(found.pages == ["http://localhost:4200", "https://shop.example"] && found.count == 2 && !found.refusesAll)
        #expect(found.opened == "http://localhost:4200")
        let other = try Self.record(["/opt/google/chrome/chrome", "--profile-directory=Default"], files).refusedPages
        #expect(other?.refusesAll == true && other?.pages == [])
    }

    @Test(
        "without a profile, with a broken one or one elsewhere, nothing is known",
        arguments: [[:], ["Default/Preferences": "{\"profile\": 3}"], ["Local State": "{\"profile\": {\"last_used\": \"../../x\"}}", "../x/Preferences": preferences]])
    func unknown(_ files: [String: String]) throws {
        let tree = Dictionary(uniqueKeysWithValues: files.map { ("/home/anna/.config/chromium/" + $0.key, $0.value) })
        #expect(try Self.record(["/usr/lib/chromium/chromium"], tree).refusedPages == nil)
    }

    @Test("a page that the browser was started with is the cause; of others it is only possible")
    func judged() throws {
        func report(_ opened: String?) throws -> DoctorReport {
            var client = CameraClientRecord(.process, name: "chrome")
            client.processID = 70
            client.user = UserRecord(id: 1000, name: "anna", accountGroups: [], sessionGroups: nil)
            client.refusedPages = .init(pages: ["https://shop.example"], count: 1, refusesAll: false, opened: opened)
            return Doctor.judge(.healthy { $0.client = client })
        }
        let sure = try #require(try report("https://shop.example").headline)
        #expect(sure.id == .accessPageRefused && sure.severity == .fail && sure.message.contains("https://shop.example"))
        let possible = try #require(try report(nil).notes.first { $0.id == .accessPageRefused })
        #expect(possible.id == .accessPageRefused && possible.severity == .note && possible.confidence == .possible)
    }

    @Test("saved evidence holds how many they are, and none of them")
    func redacted() throws {
        var client = CameraClientRecord(.process, name: "chrome")
        client.refusedPages = .init(pages: ["https://shop.example", "https://bank.example"], count: 2, refusesAll: false, opened: "https://shop.example")
        let bundle = try EvidenceBundle([.healthy { $0.client = client }]).redacted()
        let text = String(decoding: try bundle.encoded(), as: UTF8.self)
        #expect(!text.contains("shop.example") && !text.contains("bank.example") && bundle.snapshots[0].client?.refusedPages?.count == 2)
    }

    @Test("what a policy or an option answers, and a page that is allowed, are no refusal")
    func answered() throws {
        let folder = "/home/anna/.config/chromium/Default/"
        let all = "{\"profile\": {\"default_content_setting_values\": {\"media_stream_camera\": 2}, \"content_settings\": {\"exceptions\": {\"media_stream_camera\": {\"https://a.example:443,*\": {\"setting\": 1}}}}}}"
        let files = [folder + "Preferences": all]
        #expect(try Self.record(["/usr/lib/chromium/chromium", "https://a.example/scan"], files).refusedPages == nil)
        #expect(try Self.record(["/usr/lib/chromium/chromium", "https://b.example/"], files).refusedPages?.opened == "https://b.example")
        #expect(try Self.record(["/usr/lib/chromium/chromium", "--use-fake-ui-for-media-stream", "https://b.example/"], files).refusedPages == nil)
        let policy = ["/etc/chromium/policies/managed/camera.json": "{\"VideoCaptureAllowedUrls\": [\"https://b.example\"]}"]
        #expect(try Self.record(["/usr/lib/chromium/chromium", "https://b.example/"], files.merging(policy) { first, _ in first }).refusedPages == nil)
        // Those of another program.
        #expect(try Self.record(["/snap/chromium/2900/usr/lib/chromium-browser/chrome", "https://b.example/"], files).refusedPages == nil)
    }
}
