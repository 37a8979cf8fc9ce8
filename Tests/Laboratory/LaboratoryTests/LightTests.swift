// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension ActingLaboratory {
    /// With the real uvcvideo driver, on a webcam in a room whose light changes.
    @Suite("candela scan --light")
    struct Light {
        private static let state = "XDG_STATE_HOME=/run/light-state"
        private static let limit = Duration.seconds(300)

        private func command(_ camera: GuestCamera, _ arguments: String...) -> String {
            "export \(Self.state) XDG_CONFIG_HOME=/run/light-config; "
                + Laboratory.candela(
                    [
                        "scan", camera.node, "--size", "320x240", "--format", "YUYV", "-s", "qr", "--json",
                        "--interval",
                        "0", "--no-history", "--light", "auto",
                    ] + arguments)
        }

        private static let names = ["auto_exposure", "exposure_dynamic_framerate", "contrast", "brightness"]

        private func controls(_ camera: GuestCamera, _ names: [String] = names) async throws -> [String: Int] {
            let result = try await camera.laboratory.run(
                Laboratory.candela(["get", "--json", "--camera", camera.node] + names))
            var values: [String: Int] = [:]
            for control in try result.json()["controls"].array {
                guard let key = control["key"].string else { continue }
                values[key] = control["value"].int ?? control["value"].bool.map { $0 ? 1 : 0 }
            }
            #expect(values.count == names.count, "\(result)")
            return values
        }

        @Test("the governor holds a code from dark to bright and back, and gives everything back")
        func darkToBright() async throws {
            let laboratory = try await Laboratory.shared()
            // The code has to be read at 1 lux and at 2000: no fixed exposure does both.
            let scene = "bench?distance=100&lux=1..2000@12s,2000..1@12s,repeat"
            try await laboratory.withCamera(scene: scene) { camera in
                let before = try await controls(camera)
                let result = try await laboratory.run(command(camera, "--timeout", "40s"), limit: Self.limit)
                #expect(result.status == 0, "\(result)")
                let frames = result.output.split(separator: "\n").compactMap { line -> Int? in
                    guard line.contains("CANDELA"),
                        let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                    else { return nil }
                    return event["frame"] as? Int
                }
                #expect(frames.count >= 50, "\(result)")
                // No light of the day is lost: there is a read in every stretch of frames.
                let gaps = zip(frames, frames.dropFirst()).map { $1 - $0 }
                #expect(gaps.max() ?? .max <= 60, "\(gaps)")
                let exposures = camera.journal.compactMap { $0["controls"]["exposure_time_absolute"].int }
                #expect(exposures.count >= 4, "\(exposures)")
                let (least, most) = (exposures.min() ?? 1, exposures.max() ?? 1)
                #expect(most >= 8 * least, "\(exposures)")
                #expect(try await controls(camera) == before)
            }
        }

        @Test("a scan follows the light by itself once the camera is calibrated, and not with --light fixed")
        func calibrated() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: "bench?distance=100") { camera in
                let homes = "export XDG_STATE_HOME=/run/calibrated-state XDG_CONFIG_HOME=/run/calibrated-config; "
                let usual = ["--size", "320x240", "--format", "YUYV", "-s", "qr"]
                func scan(_ arguments: String...) async throws -> String {
                    let result = try await laboratory.run(
                        homes
                            + Laboratory.candela(
                                ["scan", camera.node, "--no-history", "--verbose", "--timeout", "20s", "--once"] + usual
                                    + arguments), limit: Self.limit)
                    #expect(result.output.contains("CANDELA"), "\(result)")
                    return result.errors
                }
                let words = "exposure and gain follow the light (the profile day)"
                #expect(!(try await scan()).contains("follow the light"))
                // What calibration makes of a camera that stands still now and then is not the question here.
                let (calibration, before, followed) = try await laboratory.undisturbed(
                    unless: { $0.2.contains(words) }
                ) {
                    let calibration = try await laboratory.run(
                        homes + Laboratory.candela(["calibrate", camera.node, "--yes", "--save", "day"] + usual),
                        limit: Self.limit)
                    return (calibration, try await controls(camera), try await scan())
                }
                #expect(calibration.status == 0, "\(calibration)")
                #expect(followed.contains(words), "\(followed)\n\(calibration)")
                #expect(!(try await scan("--light", "fixed")).contains("follow the light"))
                #expect(try await controls(camera) == before)
            }
        }

        @Test("an ambient light sensor tells the light before the first frame")
        func sensor() async throws {
            let laboratory = try await Laboratory.shared()
            let homes = "export XDG_STATE_HOME=/run/sensor-state XDG_CONFIG_HOME=/run/sensor-config; "
            let forget = "rm -rf /run/sensor-state; "
            let usual = [
                "scan", "sim:bench?lux=0.3&pace=free&frame=320x240", "-s", "qr", "--once", "--json", "--no-history",
            ]
            func first(_ script: String) async throws -> Int {
                let result = try await laboratory.run(homes + forget + script, limit: Self.limit)
                return try #require(try result.jsonLines().first?["frame"].int, "\(result)")
            }
            // What the governor measures in this room is what the calibration beside the sensor has measured.
            _ = try await first(Laboratory.candela(usual + ["--light", "auto"]))
            let light = try await laboratory.require(
                "sed -n 's/^last_light_stops = //p' /run/sensor-state/candela/light/*.toml"
            ).trimmed
            let profile = """
                format = 1
                saved = "2026-11-25T12:00:00.000Z"
                [camera]
                identity = "simulated"
                [response]
                exposure_slope = 1.0
                gain_stops = "0:0.0 255:3.984"
                light_stops = \(light)
                sensor_lux = 100.0
                [controls]
                auto_exposure = 3
                exposure_time_absolute = 83
                """
            try await laboratory.require(
                "mkdir -p /run/sensor-config/candela/profiles && echo \(profile.shellQuoted) "
                    + ">/run/sensor-config/candela/profiles/bench.toml")
            let scan = Laboratory.candela(usual)
            let without = try await first(scan)
            // The guest's kernel has no such sensor, but the files that one has.
            let sensor = "/sys/bus/iio/devices/iio:device0"
            let mount =
                "mount -t tmpfs sensor /sys/bus && mkdir -p \(sensor) && echo 100 >\(sensor)/in_illuminance_input && "
            let with = try await first("unshare -m sh -c " + (mount + scan).shellQuoted)
            #expect(with < without)
        }

        @Test("after SIGKILL the next scan puts every control back")
        func killed() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: "bench?distance=100&lux=3@2s,1000@2s,repeat") { camera in
                let before = try await controls(camera)
                let job = try laboratory.start(command(camera))
                try await camera.waitForJournal("be governed", within: .seconds(200)) { journal in
                    journal.count { $0["controls"]["exposure_time_absolute"].int != nil } >= 4
                }
                try job.signal("KILL")
                _ = try await job.end(within: .seconds(60))
                #expect(try await controls(camera) != before, "the scan had taken over the exposure")
                let next = try await laboratory.run(
                    "export \(Self.state) XDG_CONFIG_HOME=/run/light-config; "
                        + Laboratory.candela([
                            "scan", camera.node, "--size", "320x240", "--format", "YUYV", "-s", "qr", "--timeout",
                            "20s",
                            "--no-history", "--once",
                        ]), limit: Self.limit)
                #expect(next.errors.contains("restored settings that a killed run had left"), "\(next)")
                #expect(try await controls(camera) == before)
            }
        }

        @Test(
            "SIGKILL while exposure, gain and a torch are governed: profile restore gives back what a person had set",
            .withPretendCamera(.third))
        func killedWithTorch() async throws {
            try await whileAllIsGoverned { camera, lamp, before, job in
                try job.signal("KILL")
                _ = try await job.end(within: .seconds(60))
                let left = try await controls(camera, Self.governed)
                for name in ["exposure_time_absolute", "gain", "contrast"] {
                    #expect(left[name] != before[name], "\(name) was governed: \(left)")
                }
                #expect(try await lamp.level() == 15, "nobody has switched it off")
                let restored = try await camera.laboratory.run(
                    "export \(Self.state) XDG_CONFIG_HOME=/run/light-config; "
                        + Laboratory.candela(["profile", "restore"]), limit: Self.limit)
                #expect(restored.status == 0, "\(restored)")
                #expect(try await controls(camera, Self.governed) == before, "\(restored)")
                #expect(try await lamp.level() == 0, "\(restored)")
            }
        }

        @Test(
            "Ctrl-C while exposure, gain and a torch are governed gives back what a person had set",
            .withPretendCamera(.third))
        func interruptedWithTorch() async throws {
            try await whileAllIsGoverned { camera, lamp, before, job in
                try job.signal("INT")
                let end = try await job.end(within: .seconds(60))
                #expect(end.status == 130, "\(end)")
                #expect(try await controls(camera, Self.governed) == before, "\(end)")
                #expect(try await lamp.level() == 0, "\(end)")
            }
        }

        private static let governed = names + ["exposure_time_absolute", "gain"]

        /// Starts a scan in a room that is too dark for any setting, and waits until it has switched on the torch, too.
        ///
        /// - Parameter body: takes the camera, the camera with the torch, the controls before, and the scan.
        private func whileAllIsGoverned(
            _ body: (GuestCamera, PretendCamera, [String: Int], GuestJob) async throws -> Void
        ) async throws {
            let laboratory = try await Laboratory.shared()
            // The torch of the one is named for the other.
            try await laboratory.withPretendCamera("flash=0") { lamp in
                try await laboratory.withCamera(scene: "bench?distance=100&lux=0.002") { camera in
                    let set = [
                        "set", "--camera", camera.node, "auto_exposure=1", "exposure_time_absolute=120", "gain=9",
                        "contrast=40",
                    ]
                    try await laboratory.require(Laboratory.candela(set))
                    let before = try await controls(camera, Self.governed)
                    #expect(before["exposure_time_absolute"] == 120 && before["gain"] == 9, "\(before)")
                    let job = try laboratory.start(command(camera, "--torch-source", "white:flash"))
                    let lit =
                        "for try in $(seq 2000); do [ $(cat \(lamp.led)/brightness) = 15 ] && exit; sleep 0.05; done; exit 1"
                    #expect(try await laboratory.run(lit, limit: Self.limit).status == 0, "the torch is on")
                    try await body(camera, lamp, before, job)
                }
            }
        }
    }
}
