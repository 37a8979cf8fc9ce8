// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

extension ActingLaboratory {
    /// With the real uvcvideo driver, on a webcam that shows simulated rooms. Frames are small, because the guest's
    /// processor may be emulated; the code is closer instead.
    @Suite("candela calibrate")
    struct Calibrate {
        private static let state = "XDG_STATE_HOME=/run/calibrate-state"
        private static let limit = Duration.seconds(400)

        private func command(_ camera: GuestCamera, _ arguments: String...) -> String {
            "export \(Self.state) XDG_CONFIG_HOME=/run/calibrate-config; "
                + Laboratory.candela(
                    ["calibrate", camera.node, "--size", "320x240", "--format", "YUYV", "-s", "qr", "--json"]
                        + arguments)
        }

        /// The device's current values by its journal: the last value received for each control.
        private func received(_ camera: GuestCamera) -> [String: Int] {
            camera.writes.reduce(into: [:]) { $0.merge($1) { $1 } }
        }

        @Test(
            "a room is calibrated, and the device has received what the report says",
            arguments: ["bench?distance=100", "bench?distance=100&lux=2", "blurred?distance=110"])
        func rooms(scene: String) async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: scene) { camera in
                let result = try await laboratory.run(command(camera, "--yes"), limit: Self.limit)
                #expect(result.status == 0, "\(result)")
                let report = try result.json()
                #expect(report["schema"].string == "candela.calibrate/1")
                #expect(report["basis"].string == "code")
                #expect(report["code"]["text"].string == "CANDELA")
                #expect(report["after"]["decode_rate"].double ?? 0 >= 0.95, "\(result)")
                #expect(report["kept"].bool == true)
                let settings = report["settings"].array
                #expect(!settings.isEmpty)
                let received = received(camera)
                for setting in settings {
                    let key = setting["key"].string ?? ""
                    let value = try #require(received[key], "the device was told of \(key)")
                    #expect(setting["value"].int == value, "\(key): \(result)")
                }
                if scene.hasPrefix("blurred") {
                    // The right lens position is 17500 divided by the distance; it started at 250.
                    #expect(abs((received["focus_absolute"] ?? -100) - 159) <= 15, "\(result)")
                    let edge = (
                        report["before"]["edge_width_px"].double ?? 0, report["after"]["edge_width_px"].double ?? 99
                    )
                    #expect(edge.1 < edge.0, "\(result)")
                }
            }
        }

        /// Format, size and rate of the node, as its driver reports them.
        private func stream(_ camera: GuestCamera) async throws -> String {
            try await camera.laboratory.require(
                "v4l2-ctl -d \(camera.node) --get-fmt-video | grep -E 'Width|Pixel' && v4l2-ctl -d \(camera.node) --get-parm "
                    + "| grep Frames")
        }

        private func comparing(_ camera: GuestCamera, _ arguments: String...) -> String {
            "export \(Self.state) XDG_CONFIG_HOME=/run/calibrate-config; "
                + Laboratory.candela(["calibrate", camera.node, "--size", "640x480", "-s", "qr", "--json"] + arguments)
        }

        @Test("formats are compared at the device; the best is left running, in the profile, and taken by scan")
        func formats() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: "bench?distance=200&lux=300") { camera in
                let result = try await laboratory.run(
                    comparing(camera, "--yes", "--save", "formats"), limit: Self.limit)
                #expect(result.status == 0, "\(result)")
                let report = try result.json()
                let stream = report["stream"]
                let best = try #require(stream["fourcc"].string)
                let other = best == "YUYV" ? "MJPG" : "YUYV"
                #expect(["YUYV", "MJPG"].contains(best), "\(result)")
                // The bus and the guest's processor decide which is best; figures and reasons must agree with it.
                let started = camera.journal.filter { $0["event"].string == "stream_on" }.compactMap {
                    $0["format"].string
                }
                #expect(started.last == best, "\(started) \(result)")
                #expect(started.count == 1 + (stream["openings"].int ?? -1), "\(started) \(result)")
                let lost = stream["tried"].array + stream["passed_over"].array
                #expect(
                    lost.contains { $0["fourcc"].string == other && $0["lacks"].string?.isEmpty == false }, "\(result)")
                // Frames slower than their exposure cause a trial, as in an emulated guest. Otherwise there is none, and the
                // figures must show that frames came in time: 33 ms, plus the 8 ms that count as equal.
                if let loser = stream["tried"].array.first(where: { $0["fourcc"].string == other }) {
                    #expect(Set(started) == ["YUYV", "MJPG"], "\(started) \(result)")
                    let rates = (report["after"]["decode_rate"].double ?? 0, loser["result"]["decode_rate"].double ?? 1)
                    #expect(rates.0 >= rates.1 - 0.1, "\(result)")
                } else {
                    #expect(Set(started) == [best], "\(started) \(result)")
                    #expect(report["after"]["frame_ms"].double ?? 99 < 42, "\(result)")
                }
                #expect(try await self.stream(camera).contains(best))
                // Another program sets another format; the profile's settings are still in effect.
                _ = try await laboratory.require(
                    "v4l2-ctl -d \(camera.node) --set-fmt-video width=320,height=240,pixelformat=\(other)")
                let scan = try await laboratory.run(
                    "export \(Self.state) XDG_CONFIG_HOME=/run/calibrate-config; "
                        + Laboratory.candela(["scan", camera.node, "-v", "--once", "--timeout", "60s", "-s", "qr"]),
                    limit: Self.limit)
                #expect(
                    scan.errors.contains("\(best) 640x480")
                        && scan.errors.contains("as requested by the profile formats"),
                    "\(scan)")
            }
        }

        @Test("Ctrl-C leaves format and rate as another program had set them")
        func interruptedFormat() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: "bench?distance=200&lux=300") { camera in
                _ = try await laboratory.require(
                    "v4l2-ctl -d \(camera.node) --set-fmt-video width=320,height=240,pixelformat=MJPG --set-parm 15")
                let before = try await stream(camera)
                let job = try laboratory.start(comparing(camera, "--yes"))
                try await inMidSearch(camera)
                #expect(try await stream(camera) != before)
                try job.signal("INT")
                let result = try await job.end(within: .seconds(60))
                #expect(result.status == 130, "\(result)")
                let after = try await stream(camera)
                #expect(after == before, "\(result)")
            }
        }

        @Test("Ctrl-C in mid-search leaves every control as it was")
        func interrupted() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: "bench?distance=100&lux=4") { camera in
                let before = try await controls(camera)
                let job = try laboratory.start(command(camera, "--yes"))
                try await inMidSearch(camera)
                try job.signal("INT")
                let result = try await job.end(within: .seconds(60))
                #expect(result.status == 130, "\(result)")
                #expect(result.output.isEmpty, "\(result)")
                #expect(try await controls(camera) == before)
            }
        }

        @Test("after SIGKILL in mid-search the next run puts every control back")
        func killed() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera(scene: "bench?distance=100&lux=4") { camera in
                let before = try await controls(camera)
                let job = try laboratory.start(command(camera, "--yes"))
                try await inMidSearch(camera)
                try job.signal("KILL")
                _ = try await job.end(within: .seconds(60))
                #expect(try await controls(camera) != before, "the search had changed something")
                // The next run restores first; it is ended before it keeps anything.
                let next = try laboratory.start(command(camera))
                let deadline = ContinuousClock.now + .seconds(120)
                while !next.errors.contains("restored settings that a killed run had left"), try !next.hasEnded,
                    ContinuousClock.now < deadline
                {
                    try await Task.sleep(for: .milliseconds(50))
                }
                #expect(next.errors.contains("restored settings that a killed run had left"), "\(next.errors)")
                try next.signal("INT")
                _ = try await next.end(within: .seconds(60))
                #expect(try await controls(camera) == before)
            }
        }

        /// Waits until the device has received three exposure times.
        private func inMidSearch(_ camera: GuestCamera) async throws {
            try await camera.waitForJournal("be searched", within: .seconds(200)) { journal in
                journal.count { $0["controls"]["exposure_time_absolute"].int != nil } >= 3
            }
        }

        /// Every control that the search may change, except those that an automatic mode changes.
        private func controls(_ camera: GuestCamera) async throws -> [String: Int] {
            let keys = [
                "auto_exposure", "focus_automatic_continuous", "sharpness", "contrast", "brightness",
                "power_line_frequency", "zoom_absolute", "exposure_dynamic_framerate",
            ]
            let result = try await camera.laboratory.run(
                Laboratory.candela(["get", "--json", "--camera", camera.node] + keys))
            let report = try result.json()
            var values: [String: Int] = [:]
            for control in report["controls"].array {
                guard let key = control["key"].string else { continue }
                values[key] = control["value"].int ?? control["value"].bool.map { $0 ? 1 : 0 }
            }
            #expect(values.count == keys.count, "\(result)")
            return values
        }
    }
}
