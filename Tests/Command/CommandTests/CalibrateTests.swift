// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// On simulated rooms whose frames come as fast as they are drawn: the camera's time is simulated.
@Suite("candela calibrate")
struct CalibrateTests {
    private static let figures: Set = [
        "decode_rate", "frames", "latency_p95_ms", "decode_p95_ms", "frame_ms", "mean", "dark", "light",
        "clipped_share",
        "noise", "contrast_to_noise", "edge_width_px", "module_px",
    ]

    @Test("--json gives what was found, set and tried; without a terminal nothing is kept, and that is said")
    func json() throws {
        let result = try CommandRunner.run("calibrate", "sim:bench?lux=20&pace=free", "--json", "-s", "qr")
        #expect(result.status == 0, "\(result)")
        let report = try result.json()
        #expect(
            report.keys == [
                "schema", "source", "camera", "basis", "code", "before", "after", "kept", "saved",
                "automatic_exposure_kept", "focus", "light_reach", "darkest_light",
                "mains_hz", "flicker_swing", "longest_exposure_ms", "mm_per_px", "settings", "stream", "limits",
                "remarks", "tries",
                "probes", "frames", "camera_time_s",
            ])
        #expect(report["schema"].string == "candela.calibrate/1" && report["basis"].string == "code")
        #expect(report["code"]["text"].string == "CANDELA" && report["code"]["symbology"].string == "qr")
        #expect(report["kept"].bool == false && result.errors.contains("--yes"), "\(result)")
        #expect(report["before"].keys == Self.figures && report["after"].keys == Self.figures)
        #expect(report["after"]["decode_rate"].double ?? 0 >= 0.95)
        let settings = report["settings"].array
        #expect(settings.contains { $0["key"].string == "exposure_time_absolute" && $0["value"].int != nil })
        #expect(settings.first { $0["key"].string == "auto_exposure" }?["value"].int == 1)
        #expect(!report["tries"].array.isEmpty && report["tries"][0]["result"].keys == Self.figures)
        #expect(report["camera_time_s"].double ?? 99 < 15)
    }

    @Test("--range says in how little light the code reads, and the profile keeps it and draws it")
    func range() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_CONFIG_HOME": folder.path]
        let scene = "sim:bench?lux=40&pace=free&frame=320x240&distance=150"
        let result = try CommandRunner.run(
            "calibrate", scene, "-s", "qr", "--range", "--save", "day", "--json", "--yes", environment: environment)
        let share = try #require(try result.json()["darkest_light"].double, "\(result)")
        // 0.04 to 1 lux: the code of 2 px per module reads in moonlight at a fifth of a second, and not in starlight.
        #expect((0.001...0.025).contains(share), "\(result)")
        let shown = try CommandRunner.run("profile", "show", "day", environment: environment)
        #expect(shown.output.contains("darkest_light_stops = "), "\(shown)")
        #expect(shown.output.contains("the code of the calibration reads down to"), "\(shown)")
        let without = try CommandRunner.run("calibrate", scene, "-s", "qr", environment: environment)
        #expect(!without.output.contains("the code reads down to"), "\(without)")
    }

    @Test("if automatic exposure reads nothing, before and after show it, and --yes keeps the settings")
    func dim() throws {
        let result = try CommandRunner.run("calibrate", "sim:bench?lux=0.6&pace=free", "-s", "qr", "--yes")
        #expect(result.status == 0, "\(result)")
        let row = try #require(result.lines.first { $0.hasPrefix("frames decoded") })
        let shares = row.matches(of: /(\d+) % of/).compactMap { Int($0.output.1) }
        #expect(shares.count == 2 && shares[0] < 50 && shares[1] >= 95, "\(result)")
        #expect(result.lines.contains { $0.hasPrefix("Settings: ") && $0.contains("exposure_time_absolute=") })
        #expect(!result.errors.contains("restored"), "\(result)")
    }

    @Test("--save keeps a profile with its light and score, which profile show tells and profile apply gives back")
    func saved() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path]
        let result = try CommandRunner.run(
            "calibrate", "sim:bench?lux=2&pace=free", "-s", "qr", "--yes", "--save", "dim bench",
            environment: environment)
        #expect(result.status == 0 && result.lines.contains { $0.hasPrefix("Saved as dim bench in ") }, "\(result)")
        let shown = try CommandRunner.run("profile", "show", "dim bench", "--json", environment: environment).json()
        #expect(
            shown["light"]["brightness_value_apex"].double != nil && shown["light"]["mean_luma"].double != nil,
            "\(shown)")
        #expect(shown["score"]["decode_rate"].double ?? 0 >= 0.95, "\(shown)")
        let applied = try CommandRunner.run(
            "profile", "apply", "dim bench", "--camera", "sim:bench?lux=2", environment: environment)
        #expect(applied.status == 0 && applied.output.contains("exposure_time_absolute"), "\(applied)")
        // Without the word to keep, no file is written either.
        let other = try CommandRunner.run(
            "calibrate", "sim:bench?lux=20&pace=free", "-s", "qr", "--save", "unkept", environment: environment)
        #expect(other.status == 0 && !other.output.contains("Saved"), "\(other)")
        #expect(try CommandRunner.run("profile", "show", "unkept", environment: environment).status == 2)
        #expect(try CommandRunner.run("calibrate", "sim:", "--save", "../x", environment: environment).status == 2)
    }

    @Test("too dark for any setting: the missing light is reported in stops, with status 1")
    func dark() throws {
        let result = try CommandRunner.run("calibrate", "sim:bench?lux=0.02&pace=free", "-s", "qr")
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("add light") && result.output.contains("stops are missing"), "\(result)")
    }

    @Test("without a code it says so, calibrates for contrast, and ends with status 1")
    func empty() throws {
        let result = try CommandRunner.run("calibrate", "sim:empty?pace=free", "-s", "qr")
        #expect(result.status == 1 && result.output.contains("No code could be read"), "\(result)")
        let report = try CommandRunner.run("calibrate", "sim:empty?pace=free", "-s", "qr", "--json").json()
        #expect(report["basis"].string == "contrast" && report["code"].string == nil)
    }

    @Test("a code too small is tried in larger frames")
    func small() throws {
        let result = try CommandRunner.run("calibrate", "sim:bench?distance=700&pace=free", "-s", "qr", "--json")
        let report = try result.json()
        #expect(report["before"]["decode_rate"].double == 0, "\(result)")
        #expect(report["after"]["decode_rate"].double ?? 0 >= 0.95, "\(result)")
    }

    @Test("formats are compared, unless one is requested")
    func formats() throws {
        let scene = "sim:bench?lux=200&formats=webcam&pace=free"
        let left = try CommandRunner.run("calibrate", scene, "--size", "640x480", "-s", "qr", "--json")
        let stream = try left.json()["stream"]
        #expect(left.status == 0, "\(left)")
        #expect(
            stream["fourcc"].string == "YUYV" && stream["size_px"].string == "640x480" && stream["fps"].double == 30)
        #expect(stream["passed_over"].array.map { $0["fourcc"].string } == ["MJPG"], "\(left)")
        #expect(stream["passed_over"][0]["lacks"].string?.contains("no faster") == true)
        let asked = try CommandRunner.run(
            "calibrate", scene, "--size", "640x480", "--format", "mjpg", "-s", "qr", "--json")
        #expect(try asked.status == 0 && asked.json()["stream"].keys.isEmpty, "\(asked)")
        let said = try CommandRunner.run("calibrate", scene, "--size", "1280x720", "-s", "qr")
        #expect(
            said.lines.contains { $0.hasPrefix("Format: MJPG 1280x720 at 30 fps; YUYV 1280x720 would take 100 ms") },
            "\(said)")
    }

    @Test("a profile carries its format, and scan streams in it as long as the camera stands by it")
    func profileFormat() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_CONFIG_HOME": folder.path, "XDG_STATE_HOME": folder.path]
        let scene = "sim:bench?lux=200&formats=webcam&pace=free"
        let kept = try CommandRunner.run(
            "calibrate", scene, "--size", "640x480", "-s", "qr", "--yes", "--save", "found", environment: environment)
        #expect(kept.status == 0, "\(kept)")
        let shown = try CommandRunner.run("profile", "show", "found", "--json", environment: environment).json()
        #expect(shown["stream"]["fourcc"].string == "YUYV" && shown["stream"]["fps"].double == 30, "\(shown)")
        // A simulated camera begins anew each time: a profile of what it begins with is in force.
        let saved = try CommandRunner.run(
            "profile", "save", "bench", "--camera", scene, "--format", "MJPG", "--size", "320x240",
            environment: environment)
        #expect(saved.status == 0, "\(saved)")
        func scan(_ scene: String, _ arguments: String...) throws -> CommandResult {
            try CommandRunner.start(["scan", scene, "--once", "-v", "-s", "qr"] + arguments, environment: environment)
                .end()
        }
        #expect(try scan(scene).errors.contains("as requested by the profile bench"))
        #expect(try scan(scene).errors.contains("MJPG 320x240"))
        #expect(try !scan(scene, "--size", "640x480").errors.contains("the profile"))
        // A camera that stands otherwise, by its scene's focus, is not the profile's; its zoom does not matter.
        #expect(try !scan(scene + "&focus=300").errors.contains("the profile"))
        #expect(try scan(scene + "&zoom=1.2").errors.contains("as requested by the profile bench"))
    }

    @Test("the camera's own lamp is lit with --torch only")
    func torch() throws {
        let with = try CommandRunner.run("calibrate", "sim:bench?lux=0.1&pace=free", "-s", "qr", "--json", "--torch")
        #expect(
            try with.json()["settings"].array.contains { $0["key"].string == "illuminator_1" && $0["value"].int == 1 },
            "\(with)")
        #expect(with.status == 0, "\(with)")
        let without = try CommandRunner.run("calibrate", "sim:bench?lux=0.1&pace=free", "-s", "qr", "--json")
        #expect(try !without.json()["settings"].array.contains { $0["key"].string == "illuminator_1" }, "\(without)")
        #expect(without.status == 1)
    }

    @Test("a lamp beside the camera is tried, found to add nothing to the simulated room, and put out")
    func lamp() throws {
        let folder = try TemporaryFolder()
        let calls = folder.path + "/calls"
        let result = try CommandRunner.run(
            "calibrate", "sim:bench?lux=0.1&pace=free", "-s", "qr", "--json", "--torch-command",
            "sh -c 'echo {percent} >>\(calls)'")
        let said = try String(contentsOfFile: calls, encoding: .utf8).split(separator: "\n").compactMap { Int($0) }
        #expect(said.contains(100) && said.last == 0, "\(said)")
        #expect(
            try result.json()["remarks"].array.contains { $0.string?.contains("adds no light") == true }, "\(result)")
    }

    @Test("a lamp that is named and is not there is an error, before anything is set")
    func noLamp() throws {
        let result = try CommandRunner.run("calibrate", "sim:bench", "--torch-source", "no such light")
        #expect(result.status == 2 && result.output == "" && result.errors.contains("no such light"), "\(result)")
    }

    @Test("the exposure limit for a moving code is reported and respected")
    func motion() throws {
        let report = try CommandRunner.run(
            "calibrate", "sim:bench?lux=300&motion=100&pace=free", "-s", "qr", "--json", "--motion", "100",
            "--module-mm", "0.8"
        ).json()
        #expect(report["longest_exposure_ms"].double == 4)
        #expect(report["tries"].array.allSatisfy { $0["exposure_ms"].double ?? 99 <= 4 })
    }

    @Test(
        "bad arguments are refused with a sentence",
        arguments: [
            ["--motion", "-1"], ["--motion", "nan"], ["--module-mm", "0"], ["--module-mm", "1e9"], ["--expect", ""],
            ["--region", "0,0,10,10"], ["--torch-source", "a", "--torch-command", "b"],
        ])
    func bad(arguments: [String]) throws {
        let result = try CommandRunner.run(["calibrate", "sim:bench"] + arguments)
        #expect(result.status == 2 && result.output == "" && !result.errors.isEmpty, "\(result)")
    }

    @Test("an unplug in mid-search ends with the camera's sentence and status 2")
    func unplugged() throws {
        let result = try CommandRunner.run("calibrate", "sim:bench?unplug=80&pace=free", "-s", "qr")
        #expect(result.status == 2 && result.output == "" && result.errors.contains("unplugged"), "\(result)")
    }

    @Test(
        "a signal in mid-search ends it with 128 + n, prints nothing, and the lamp goes out",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: CInt) throws {
        let folder = try TemporaryFolder()
        let calls = folder.path + "/calls"
        func said() -> [Substring] {
            ((try? String(contentsOfFile: calls, encoding: .utf8)) ?? "").split(separator: "\n")
        }
        let run = try CommandRunner.start([
            "calibrate", "sim:bench?lux=0.1", "-s", "qr", "--yes", "--torch-command",
            "sh -c 'echo {percent} >>\(calls)'",
        ])
        // The lamp is tried once the camera's exposure is in our hands.
        for _ in 0..<6000 where !said().contains("100") { usleep(10_000) }
        run.signal(number)
        let result = try run.end()
        #expect(result.status == 128 + number && result.output == "", "\(result)")
        #expect(said().contains("100") && said().last == "0", "\(said())")
    }
}
