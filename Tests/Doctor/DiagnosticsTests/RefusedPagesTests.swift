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

    @Test("a page that the browser was started with is the cause; of others it is only possible; saved evidence names none")
    func judged() throws {
        func headline(_ opened: String?) throws -> Finding {
            var client = CameraClientRecord(.process, name: "chrome")
            client.processID = 70
            client.user = UserRecord(id: 1000, name: "anna", accountGroups: [], sessionGroups: nil)
            client.refusedPages = .init(pages: ["https://shop.example"], count: 1, refusesAll: false, opened: opened)
            let report = Doctor.judge(.healthy { $0.client = client })
            return try #require(report.headline)
        }
        let sure = try headline("https://shop.example")
        #expect(sure.id == .accessPageRefused && sure.severity == .fail && sure.message.contains("https://shop.example"))
        let possible = try headline(nil)
        #expect(possible.id == .accessPageRefused && possible.severity == .warn && possible.confidence == .possible)
    }
}
