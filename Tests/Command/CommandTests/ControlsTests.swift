// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("candela set, reset, watch and profile, as people use them")
struct ControlsTests {
    @Test("human units are set with what they need first, and both units are shown")
    func units() throws {
        let result = try CommandRunner.run("set", "-c", "sim:", "exposure=8ms", "zoom=2x")
        #expect(
            result.lines.first
                == "auto_exposure: 3 (Aperture Priority Mode) → 1 (Manual Mode)  because exposure_time_absolute needs "
                + "auto_exposure 1 (Manual Mode)")
        #expect(result.lines[1].hasSuffix(" → 80 (8 ms)"))
        #expect(result.lines[2] == "zoom_absolute: 100 (1×) → 200 (2×)")
        #expect(result.status == 0)
        let report = try CommandRunner.run("set", "--json", "-c", "sim:", "exposure=8ms").json()
        let change = report["changes"].array[1]
        #expect(change["requested"].int == 80 && change["requested_ms"].int == 8 && change["after_ms"].int == 8)
        #expect(report["changes"].array[0]["reason"].string?.contains("needs auto_exposure") == true)
    }

    @Test("a dry run says what would be set and why, and a range is told in both units; --clamp takes its end")
    func dryRunAndClamp() throws {
        let dry = try CommandRunner.run("set", "--dry-run", "-c", "sim:", "focus=near")
        #expect(dry.lines.count == 2 && dry.lines.allSatisfy { $0.hasPrefix("would set ") })
        let refused = try CommandRunner.run("set", "-c", "sim:", "exposure=900ms")
        #expect(refused.errors.contains("it accepts 3 to 2047 (0.3 ms to 204.7 ms)") && refused.status == 2)
        let clamped = try CommandRunner.run("set", "--clamp", "-c", "sim:", "exposure=900ms")
        #expect(clamped.output.contains("out of range; using the maximum, 2047 (204.7 ms)") && clamped.status == 0)
        let unknown = try CommandRunner.run("set", "-c", "sim:", "gain=+2stops")
        #expect(unknown.errors.contains("no unit") && unknown.status == 2)
    }

    @Test("a camera that does not answer sets nothing, and says so")
    func stalled() throws {
        let result = try CommandRunner.run("set", "-c", "sim:?control-stall=0", "brightness=5")
        #expect(result.status != 0 && result.output == "")
    }

    @Test("temporary settings are restored, also after an interruption")
    func borrowed() throws {
        let result = try CommandRunner.run("set", "-c", "sim:", "--for", "50ms", "exposure=8ms")
        #expect(result.status == 0 && result.lines.count == 2 && result.errors == "")
        let bad = try CommandRunner.run("set", "-c", "sim:", "--for", "5", "exposure=8ms")
        #expect(bad.status == 2)
    }

    @Test("reset skips controls of an automatic mode, and reports that if they were named")
    func reset() throws {
        let all = try CommandRunner.run("reset", "-c", "sim:")
        #expect(all.lines == ["exposure_dynamic_framerate: on → off"] && all.errors == "" && all.status == 0)
        let one = try CommandRunner.run("reset", "-c", "sim:", "exposure")
        #expect(one.errors.contains("skipped exposure_time_absolute: an automatic mode sets it"))
        let report = try CommandRunner.run("reset", "--json", "-c", "sim:").json()
        #expect(report["schema"].string == "candela.reset/1")
        #expect(report["skipped"].array.contains { $0["key"].string == "focus_absolute" })
    }

    @Test("watch shows what the camera moves by itself, with both units")
    func watch() throws {
        let result = try CommandRunner.run(
            "watch", "-c", "sim:dim", "--duration", "1500ms", "--json", "exposure", "focus")
        #expect(result.status == 0)
        let events = try result.events()
        #expect(
            events.contains {
                $0["key"].string == "exposure_time_absolute" && $0["new_ms"].int != nil || $0["new_ms"].double != nil
            })
        #expect(events.allSatisfy { ["exposure_time_absolute", "focus_absolute"].contains($0["key"].string) })
        let bad = try CommandRunner.run("watch", "-c", "sim:", "nonsense", "--duration", "1s")
        #expect(bad.status == 2)
    }

    /// Settings folders of a test's own.
    private struct Home {
        let path = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString)").path
        var environment: [String: String] { ["XDG_CONFIG_HOME": path + "/c", "XDG_STATE_HOME": path + "/s"] }

        func run(_ arguments: String..., input: String = "/dev/null") throws -> CommandResult {
            try CommandRunner.start(arguments, input: input, environment: environment).end()
        }

        func write(_ name: String, _ text: String) throws {
            let url = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }

        func remove() { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test("a profile is saved, shown, edited, applied, exported, imported and deleted")
    func profiles() throws {
        let home = Home()
        defer { home.remove() }
        let save = try home.run("profile", "save", "bench", "-c", "sim:", "--note", "lamp")
        #expect(save.status == 0, "\(save)")
        let shown = try home.run("profile", "show", "bench")
        #expect(shown.output.contains("brightness = 128") && shown.output.contains("# 50 %"))
        // As somebody edits it.
        try home.write(
            "c/candela/profiles/bench.toml",
            shown.output.replacing("auto_exposure = 3 ", with: "auto_exposure = 1 ")
                + "exposure_time_absolute = 80 # mine\n")
        let apply = try home.run("profile", "apply", "bench", "-c", "sim:", "--json")
        #expect(apply.status == 0, "\(apply)")
        let report = try apply.json()
        #expect(report["fit"].string == "exact")
        #expect(report["changes"].array.map { $0["key"].string } == ["auto_exposure", "exposure_time_absolute"])
        #expect(report["changes"].array.last?["after_ms"].int == 8)
        #expect(try home.run("profile", "show", "bench").output.contains("# mine"))

        let file = home.path + "/out.toml"
        #expect(try home.run("profile", "export", "bench", file).status == 0)
        #expect(try home.run("profile", "export", "bench", file).status == 2, "an export writes over nothing")
        #expect(try home.run("profile", "import", file, "second").status == 0)
        #expect(try home.run("profile", "import", "-", "third", input: file).status == 0)
        let list = try home.run("profile", "list", "--json").json()
        #expect(list["profiles"].array.compactMap { $0["name"].string }.prefix(3) == ["bench", "second", "third"])
        #expect(try home.run("profile", "delete", "second").status == 0)
        #expect(try home.run("profile", "delete", "second").status == 2)
    }

    @Test("unsupported settings of a profile are reported, with status 1; a malformed profile with its line")
    func badProfiles() throws {
        let home = Home()
        defer { home.remove() }
        let head = "format = 1\n[camera]\nidentity = \"simulated\"\n[controls]\n"
        try home.write(
            "c/candela/profiles/odd.toml", head + "exposure_time_absolute = 9999\nwarp = 1\nzoom_absolute = 200\n")
        let odd = try home.run("profile", "apply", "odd", "-c", "sim:")
        #expect(odd.status == 1 && odd.lines == ["zoom_absolute: 100 (1×) → 200 (2×)"], "\(odd)")
        #expect(odd.errors.contains("3 to 2047") && odd.errors.contains("warp"))
        try home.write("c/candela/profiles/broken.toml", head + "gain = [\u{1b}[2J\n")
        let broken = try home.run("profile", "apply", "broken", "-c", "sim:")
        #expect(
            broken.status == 2 && broken.errors.contains("line 5") && !broken.errors.contains("\u{1b}"), "\(broken)")
        try home.write("c/candela/profiles/other.toml", head.replacing("simulated", with: "usb-x"))
        let other = try home.run("profile", "apply", "other", "-c", "sim:")
        #expect(other.status == 2 && other.errors.contains("--force"))
        #expect(try home.run("profile", "apply", "other", "-c", "sim:", "--force").status == 0)
        for name in ["../x", "nope"] { #expect(try home.run("profile", "show", name).status == 2) }
        #expect(try home.run("profile", "save", "other", "-c", "sim:").status == 2, "it is of another camera")
        // Nothing is said where nothing is kept for the camera.
        let plug = try home.run("profile", "apply", "--at-plug", "-c", "sim:")
        #expect(plug.status == 0 && plug.output == "" && plug.errors == "")
    }

    @Test(
        "a journal of a camera that is not plugged in stays until it is discarded; a damaged one is reported with the fix")
    func leftovers() throws {
        let home = Home()
        defer { home.remove() }
        #expect(try home.run("profile", "restore").output == "There is nothing to restore.\n")
        try home.write(
            "s/candela/journal/c-x.journal",
            "candela control journal 1\ncamera usb-gone\nnode %2fdev%2fvideo99\nowner 999999999 1 0\nbefore 0x00980900 brightness i1\n"
        )
        try home.write("s/candela/journal/c-bad.journal", "\u{1b}[2J\n")
        let restore = try home.run("profile", "restore")
        #expect(restore.status == 1 && restore.errors.contains("usb-gone") && restore.errors.contains("not plugged in"))
        #expect(restore.errors.contains("c-bad.journal") && restore.errors.contains("--discard"))
        #expect(try home.run("profile", "restore", "--discard").status == 0)
        #expect(try home.run("profile", "restore").output == "There is nothing to restore.\n")
    }

    @Test("a rule that gives settings back names the program in full, and is only installed where root alone writes it")
    func rule() throws {
        let printed = try CommandRunner.run("udev", "print", "--apply-profile", "--program", "/usr/bin/candela")
        #expect(printed.output.contains("RUN+=\"/usr/bin/candela profile apply --at-plug --camera $devnode\""))
        for path in ["candela", "/a b/candela", "/tmp/$x"] {
            let refused = try CommandRunner.run("udev", "print", "--apply-profile", "--program", path)
            #expect(refused.status == 2, "\(path)")
        }
        let home = Home()
        defer { home.remove() }
        try home.write("candela", "")
        let refused = try CommandRunner.run(
            "udev", "install", "--dry-run", "--force", "--apply-profile", "--program", home.path + "/candela")
        #expect(refused.status == 2 && refused.errors.contains("users other than root can write"), "\(refused)")
    }
}
