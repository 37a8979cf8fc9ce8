// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// On simulated rooms whose frames come as fast as they are drawn: how soon a code is read is counted in frames.
@Suite("candela scan: what it learns of the light")
struct LightLearningTests {
    /// The frame of the first read.
    private func first(_ scene: String, _ environment: [String: String], _ arguments: String...) throws -> Int {
        let result = try CommandRunner.start(
            ["scan", scene, "-s", "qr", "--once", "--json", "--no-history"] + arguments, environment: environment
        ).end()
        return try #require(try result.events().first { $0["text"].string == "CANDELA" }?["frame"].int, "\(result)")
    }

    @Test("a second scan reads sooner than the first, until what was learned is forgotten")
    func sooner() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        let scene = "sim:bench?lux=0.3&pace=free&frame=320x240"
        let frames = try (0..<2).map { _ in try first(scene, environment, "--light", "auto") }
        #expect(frames[1] < frames[0], "\(frames)")
        let forgotten = try CommandRunner.run("profile", "forget", "--camera", scene, environment: environment)
        #expect(forgotten.status == 0 && forgotten.output.hasPrefix("deleted \(folder.path)"), "\(forgotten)")
        #expect(try first(scene, environment, "--light", "auto") == frames[0])
        // A scan that does not follow the light learns nothing.
        _ = try CommandRunner.run("profile", "forget", "--camera", scene, environment: environment)
        _ = try first("sim:bench?pace=free", environment)
        let nothing = try CommandRunner.run("profile", "forget", "--camera", scene, environment: environment)
        #expect(nothing.status == 0 && nothing.output.hasPrefix("There is nothing to forget"), "\(nothing)")
    }

    /// The profile of a calibration of what the simulated camera begins with: so it is in force.
    private func calibrated(_ folder: TemporaryFolder, darkest: String) throws {
        let path = folder.path + "/candela/profiles"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let profile = """
            format = 1
            saved = "2026-11-25T12:00:00.000Z"

            [camera]
            identity = "simulated"

            [response]
            exposure_slope = 1.0
            gain_stops = "0:0.0 255:3.984"
            light_stops = -9.0
            \(darkest)

            [controls]
            auto_exposure = 3
            exposure_time_absolute = 83

            """
        try Data(profile.utf8).write(to: URL(fileURLWithPath: path + "/bench.toml"))
    }

    @Test("with a calibrated profile the light is followed and learned, and profile show tells of it")
    func shown() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        try calibrated(folder, darkest: "")
        _ = try first("sim:bench?lux=40&pace=free&frame=320x240", environment)
        let shown = try CommandRunner.run("profile", "show", "bench", environment: environment)
        #expect(
            shown.output.contains("read in scans") && shown.output.contains("candela profile forget bench"), "\(shown)")
        let json = try CommandRunner.run("profile", "show", "bench", "--json", environment: environment).json()
        #expect(json["learned"]["is_of_profile"].bool == true && !json["learned"]["lights"].array.isEmpty, "\(json)")
        let forgotten = try CommandRunner.run("profile", "forget", "bench", environment: environment)
        #expect(forgotten.output.hasPrefix("deleted "), "\(forgotten)")
        let after = try CommandRunner.run("profile", "show", "bench", "--json", environment: environment).json()
        #expect(after["learned"]["path"].string == nil, "\(after)")
    }

    @Test(
        "by itself a scan switches the torch only with a profile that knows how dark it may be",
        arguments: [("darkest_light_stops = -2.0", true), ("darkest_light_stops = -40.0", false), ("", false)])
    func torch(darkest: String, isSwitched: Bool) throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        try calibrated(folder, darkest: darkest)
        let result = try CommandRunner.run(
            "scan", "sim:bench?lux=0.01&pace=free&unplug=300", "--json", "--interval", "1h", "--no-history",
            environment: environment)
        let torch = try result.events().filter { $0["event"].string == "torch" }
        #expect(torch.map { $0["state"].string } == (isSwitched ? ["on", "off"] : []), "\(result)")
        #expect(try result.events().contains { $0["text"].string == "CANDELA" } == isSwitched, "\(result)")
    }

    @Test("a lamp beside the camera follows the light, too, and is off at the end")
    func beside() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        let calls = folder.path + "/calls"
        // A lamp whose state cannot be read is taken to be off.
        let result = try CommandRunner.run(
            "scan", "sim:bench?lux=0.01&pace=free&unplug=200", "--light", "auto", "--json", "--no-history",
            "--torch-command", "sh -c 'echo {state} >>\(calls)'", environment: environment)
        #expect(try String(contentsOfFile: calls, encoding: .utf8) == "on\noff\n", "\(result)")
    }
}
