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

        private func controls(_ camera: GuestCamera) async throws -> [String: Int] {
            let result = try await camera.laboratory.run(
                Laboratory.candela([
                    "get", "--json", "--camera", camera.node, "auto_exposure", "exposure_dynamic_framerate", "contrast",
                    "brightness",
                ]))
            var values: [String: Int] = [:]
            for control in try result.json()["controls"].array {
                guard let key = control["key"].string else { continue }
                values[key] = control["value"].int ?? control["value"].bool.map { $0 ? 1 : 0 }
            }
            #expect(values.count == 4, "\(result)")
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
                let result = try await laboratory.run(
                    homes + Laboratory.candela(["calibrate", camera.node, "--yes", "--save", "day"] + usual),
                    limit: Self.limit)
                #expect(result.status == 0, "\(result)")
                let before = try await controls(camera)
                #expect(try await scan().contains(words))
                #expect(!(try await scan("--light", "fixed")).contains("follow the light"))
                #expect(try await controls(camera) == before)
            }
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
    }
}
