// SPDX-License-Identifier: Apache-2.0

import Barcodes
import TestConditions
import Testing

/// Cameras of libcamera, with a Raspberry Pi's camera that a plugin of the tests plays. The real library is in the laboratory.
@Suite("cameras of libcamera", .enabled(if: FakeLibcamera.isAvailable, "it needs a C compiler"), .needsOwnLibraries)
struct LibcameraTests {
    let folder: TemporaryFolder
    private static let text = "4006381333931"

    init() throws { folder = try TemporaryFolder() }

    /// A code on a table, 640x480.
    private static func picture() throws -> TestPicture {
        var picture = TestPicture(width: 640, height: 480, grey: 200)
        try picture.draw(text, as: .ean13, x: 170, y: 140, modulePixels: 3)
        return picture
    }

    private func run(
        _ arguments: String..., light: Double = 1, extra: [String: String] = [:]
    ) throws -> CommandResult {
        var environment = try FakeLibcamera.environment(in: folder, seeing: try Self.picture(), light: light)
        environment.merge(extra) { $1 }
        return try CommandRunner.start(arguments, environment: environment).end()
    }

    @Test("scan reads the code, and names the camera by libcamera's id")
    func scan() throws {
        let result = try run("scan", "libcamera:imx708", "--once", "--json", "--no-history", "--timeout", "60s")
        let line = try JSON(result.output)
        #expect(result.status == 0 && line["text"].string == Self.text, "\(result)")
        #expect(line["source"].string == FakeLibcamera.name && line["camera"].string == FakeLibcamera.name, "\(result)")
    }

    @Test("info and controls show what the camera has, also what it only reports")
    func controls() throws {
        let info = try JSON(run("info", "libcamera:", "--json").output)
        #expect(info["formats"][0]["fourcc"].string == "NV12" && info["formats"][1]["reading"].string == "none", "\(info)")
        let controls = try run("controls", "libcamera:")
        #expect(controls.status == 0, "\(controls)")
        for text in ["exposure_time_absolute ", "0.1 ms to 66.6 ms", "focus_absolute ", "zoom_absolute ", "1× to 8×", "lux "] {
            #expect(controls.output.contains(text), "\(controls)")
        }
    }

    private func lastLight(_ result: CommandResult) throws -> JSON {
        try #require(try result.lines.map { try JSON($0) }.last { $0["event"].string == "frame" })["light"]
    }

    @Test("measure knows the exposure of automatic frames, because the pipeline reports it")
    func measure() throws {
        let result = try run("measure", "libcamera:", "--frames", "20", "--json")
        let light = try lastLight(result)
        #expect(result.status == 0 && light["known"].bool == true && light["exposure_ms"].double ?? 0 > 1, "\(result)")
        #expect(light["exposure_is_manual"].bool == false && light["gain_error_stops"].double == 0, "\(result)")
    }

    @Test("set refuses, because libcamera would forget it; a profile is given whenever the camera is opened")
    func profile() throws {
        let refused = try run("set", "-c", "libcamera:", "exposure=5ms")
        #expect(refused.status == 2 && refused.errors.contains("candela profile save NAME"), "\(refused)")
        let saved = try run("profile", "save", "near", "exposure=5ms", "focus=500", "-c", "libcamera:")
        #expect(saved.status == 0, "\(saved)")
        // Its reported values come from the frames.
        let measure = try run("measure", "libcamera:", "--frames", "30", "--json")
        #expect(try lastLight(measure)["exposure_ms"].double == 5, "\(measure)")
        let applied = try run("profile", "apply", "near", "-c", "libcamera:")
        #expect(applied.status == 0 && applied.output.contains("whenever it opens it"), "\(applied)")
    }

    @Test("calibrate sets exposure, gain and lens in a dim room, and the next scan has them")
    func calibrate() throws {
        let blurred = ["FAKE_LIBCAMERA_BLURRED": "1"]
        let before = try run("scan", "libcamera:", "--once", "--timeout", "2s", "--no-history", light: 0.02, extra: blurred)
        #expect(before.status == 1, "\(before)")
        let result = try run("calibrate", "libcamera:", "--yes", "--save", "dim", light: 0.02, extra: blurred)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("focus_absolute="), "\(result)")
        let after = try run("scan", "libcamera:", "--once", "--timeout", "60s", "--no-history", "--raw", light: 0.02, extra: blurred)
        #expect(after.output == Self.text + "\n", "\(after)")
    }

    @Test("the doctor goes through the chain, and names what is missing of libcamera")
    func doctor() throws {
        let sound = try run("doctor", "libcamera:", "--verbose")
        #expect(sound.output.contains("ok   presence    libcamera lists 'imx708'"), "\(sound)")
        #expect(sound.output.contains("ok   contention  libcamera has given it to this program"), "\(sound)")
        let blurred = try run("doctor", "libcamera:", extra: ["FAKE_LIBCAMERA_BLURRED": "1"])
        #expect(
            blurred.output.contains(
                "candela profile save doctor focus_automatic_continuous=1 --camera \(FakeLibcamera.name)"), "\(blurred)")
        for (variable, value, finding) in [
            ("FAKE_LIBCAMERA_LOG", "WARN IPAManager ipa_manager.cpp:154 No IPA found in '/usr/lib/libcamera'", "libcamera.no-ipa"),
            ("FAKE_LIBCAMERA_LOG", "INFO Camera camera_manager.cpp:297 libcamera v0.4.0", "libcamera.no-camera"),
            ("FAKE_LIBCAMERA_BUSY", "1", "node.busy"), ("FAKE_LIBCAMERA_FRAMES", "10", "device.dropped"),
        ] {
            let result = try run("doctor", "libcamera:", extra: [variable: value])
            #expect(result.status == 1 && result.output.contains("blocked: \(finding)"), "\(result)")
        }
    }

    @Test("without the plugin, the message says what to install")
    func missing() throws {
        try folder.write([0], "plugins/libcandela-libcamera.so")
        let result = try CommandRunner.start(
            ["scan", "libcamera:"], environment: ["CANDELA_PLUGIN_DIR": folder.path + "/plugins", "LD_LIBRARY_PATH": try empty()]
        ).end()
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("cannot load libcandela-libcamera.so: ") && result.errors.contains("libcamera-ipa"), "\(result)")
    }

    /// A folder with an empty file for libcamera: the loader takes the first with that name.
    private func empty() throws -> String {
        for version in ["0.0.3", "0.4", "0.5", "0.6", "0.7"] { try folder.write([], "empty/libcamera.so.\(version)") }
        return folder.path + "/empty"
    }

    @Test("an unplugged camera ends the scan with its cause")
    func unplugged() throws {
        let result = try run("scan", "libcamera:", "--no-history", extra: ["FAKE_LIBCAMERA_FRAMES": "20"])
        #expect(result.status == 2 && result.errors.contains("the camera was unplugged"), "\(result)")
    }
}
