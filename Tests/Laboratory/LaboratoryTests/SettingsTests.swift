// SPDX-License-Identifier: Apache-2.0

import Testing

extension LaboratoryTests {
    @Suite("settings as a transaction, and temporary settings")
    struct Settings {
        private static let journal = "/root/.local/state/candela/journal"
        private static let keys = ["auto_exposure", "exposure_time_absolute", "brightness", "gain"]

        @Test("physical units reach the device as its own numbers, after the settings they depend on")
        func units() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let set = try await laboratory.candela(
                    "set", "--camera", camera.node, "exposure=1/125", "focus=near", "power_line=50Hz", "zoom=2x",
                    "white_balance=4500K", "brightness=50%")
                #expect(set.status == 0, "\(set)")
                let expected: [[String: Int]] = [
                    ["auto_exposure": 1], ["exposure_time_absolute": 80], ["focus_automatic_continuous": 0],
                    ["focus_absolute": 250], ["power_line_frequency": 1], ["zoom_absolute": 200],
                    ["white_balance_automatic": 0], ["white_balance_temperature": 4500], ["brightness": 128],
                ]
                for write in expected { #expect(camera.writes.contains(write), "\(write) in \(camera.writes)") }
                for (master, subject) in [(0, 1), (2, 3), (6, 7)] {
                    let first = try #require(camera.writes.firstIndex(of: expected[master]))
                    let second = try #require(camera.writes.firstIndex(of: expected[subject]))
                    #expect(first < second, "\(expected[subject])")
                }
                let get = try await laboratory.candela(
                    "get", "--json", "--camera", camera.node, "exposure", "zoom", "power_line"
                ).json()
                #expect(get["controls"][0]["value_ms"].int == 8, "\(get)")
                let auto = try await laboratory.candela("set", "--camera", camera.node, "exposure=auto")
                #expect(auto.status == 0 && camera.writes.last == ["auto_exposure": 3], "\(auto)")
            }
        }

        @Test("if the device refuses one setting, the others are restored")
        func rollback() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let before = try await values(camera)
                try await camera.obey("refuse gain")
                let set = try await laboratory.candela(
                    "set", "--json", "--camera", camera.node, "exposure=8ms", "brightness=9", "gain=77")
                #expect(set.status == 1, "\(set)")
                #expect(set.errors.contains("gain") && set.errors.contains("Restored: "), "\(set)")
                #expect(try set.json()["put_back"].bool == true, "\(set)")
                #expect(camera.writes.contains(["exposure_time_absolute": 80]), "it was set: \(camera.writes)")
                #expect(camera.writes.contains(["brightness": 9]), "it was set: \(camera.writes)")
                try await camera.obey("unstall gain")
                let after = try await values(camera)
                #expect(after["auto_exposure"] == before["auto_exposure"])
                #expect(after["brightness"] == before["brightness"])
                #expect(after["gain"] == before["gain"])
            }
        }

        @Test(
            "settings for a while are put back at the end, at Ctrl-C and at a plain kill",
            arguments: ["", "INT", "TERM"])
        func endings(_ signal: String) async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let before = try await values(camera)
                let job = try await borrow(camera, for: signal.isEmpty ? "2s" : "300s")
                if !signal.isEmpty {
                    #expect(try await journals(laboratory).count == 1, "it is on disk meanwhile")
                    let other = try await laboratory.candela("profile", "restore")
                    #expect(other.output == "There is nothing to restore.\n", "its writer lives: \(other)")
                    try job.signal(signal)
                }
                let end = try await job.end()
                #expect(end.status == ["INT": 130, "TERM": 143, "": 0][signal], "\(end)")
                let after = try await values(camera)
                #expect(
                    after["auto_exposure"] == before["auto_exposure"] && after["brightness"] == before["brightness"])
                #expect(try await journals(laboratory).isEmpty)
            }
        }

        @Test("settings left by a killed run are reported by the next, and restored by profile restore")
        func killed() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let before = try await values(camera)
                let job = try await borrow(camera, for: "300s")
                try job.signal("KILL")
                #expect(try await job.end().status == 137)
                #expect(try await values(camera)["brightness"] == 9)
                let next = try await laboratory.candela("get", "--camera", camera.node, "brightness")
                #expect(next.status == 0 && next.errors.contains("candela profile restore"), "\(next)")
                // A value that the user has set since then is kept.
                #expect(try await laboratory.candela("set", "--camera", camera.node, "gain=33").status == 0)
                let restore = try await laboratory.candela("profile", "restore")
                #expect(restore.status == 0 && restore.output.contains("brightness: 9 → "), "\(restore)")
                let after = try await values(camera)
                #expect(
                    after["auto_exposure"] == before["auto_exposure"] && after["brightness"] == before["brightness"])
                #expect(after["gain"] == 33)
                #expect(try await journals(laboratory).isEmpty)
                #expect(try await laboratory.candela("profile", "restore").output == "There is nothing to restore.\n")
            }
        }

        @Test("after a replug nothing is restored, because the camera has lost all settings")
        func killedAndUnplugged() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let job = try await borrow(camera, for: "300s")
                try job.signal("KILL")
                _ = try await job.end()
                try await camera.replug()
                let writes = camera.writes
                let restore = try await laboratory.candela("profile", "restore")
                #expect(restore.status == 0 && !restore.output.contains("→"), "\(restore)")
                #expect(camera.writes == writes)
                #expect(try await journals(laboratory).isEmpty)
            }
        }

        @Test("watch reports what another program sets, as the driver reports it")
        func watch() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let watch = try laboratory.startCandela(
                    "watch", "--json", "--camera", camera.node, "--duration", "300s")
                // It begins when it begins: the setting is made again until it is seen.
                var value = 20
                while !watch.output.contains("\"key\":\"brightness\"") {
                    guard try !watch.hasEnded, value < 60 else { break }
                    value += 1
                    #expect(
                        try await laboratory.candela("set", "--camera", camera.node, "brightness=\(value)").status == 0)
                }
                try watch.signal("INT")
                let events = try await watch.end().jsonLines()
                #expect(events.contains { $0["key"].string == "brightness" && ($0["new"].int ?? 0) > 20 }, "\(events)")
            }
        }

        /// Starts a run that sets exposure and brightness temporarily, and waits until the device has both.
        private func borrow(_ camera: GuestCamera, for time: String) async throws -> GuestJob {
            let job = try camera.laboratory.startCandela(
                "set", "--for", time, "--camera", camera.node, "exposure=8ms", "brightness=9")
            try await job.waitForOutput { $0.contains("brightness") }
            #expect(camera.writes.contains(["brightness": 9]), "\(camera.writes)")
            return job
        }

        private func values(_ camera: GuestCamera) async throws -> [String: Int] {
            let get = try await camera.laboratory.run(
                Laboratory.candela(["get", "--json", "--camera", camera.byID] + Self.keys))
            let controls = try get.json()["controls"].array
            return Dictionary(uniqueKeysWithValues: controls.map { ($0["key"].string ?? "", $0["value"].int ?? -1) })
        }

        private func journals(_ laboratory: Laboratory) async throws -> [String] {
            try await laboratory.require("ls \(Self.journal) 2>/dev/null; true").split(separator: "\n").map(String.init)
                .filter { $0.hasSuffix(".journal") }
        }
    }
}
