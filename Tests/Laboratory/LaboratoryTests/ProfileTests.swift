// SPDX-License-Identifier: Apache-2.0

import Testing

extension LaboratoryTests {
    @Suite("profiles, and a camera that forgets", .serialized)
    struct Profiles {
        /// Where only root writes, as `make install` puts it.
        private static let installed = "/usr/local/bin/candela"
        private static let rule = "/etc/udev/rules.d/70-candela.rules"

        @Test("a camera gets its saved settings back at every plug, another of its model does not; uninstall ends it")
        func plugIn() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withInstalledProgram(Self.installed) {
                try await laboratory.withCamera { camera in
                    try await laboratory.require(
                        """
                        \(Self.installed) set --camera \(camera.node) exposure=8ms brightness=90
                        \(Self.installed) profile save bench --system --camera \(camera.node)
                        """)
                    let install = try await laboratory.run("\(Self.installed) udev install --apply-profile")
                    #expect(install.status == 0, "\(install)")
                    let status = try await laboratory.run("\(Self.installed) udev status --json").json()
                    #expect("\(status)".contains(Self.installed), "\(status)")

                    try await camera.replug()
                    #expect(try await settings(camera) == [1, 80, 90], "\(camera.writes)")
                    try await laboratory.withCamera(serial: "LAB0002", port: 1) { twin in
                        #expect(twin.writes.isEmpty, "\(twin.writes)")
                    }

                    // What others may write, root does not act upon.
                    try await laboratory.require("chmod 666 /etc/candela/profiles/bench.toml")
                    try await camera.replug()
                    #expect(try await settings(camera) != [1, 80, 90])
                    try await laboratory.require("chmod 644 /etc/candela/profiles/bench.toml")
                    try await camera.replug()
                    #expect(try await settings(camera) == [1, 80, 90])

                    #expect(try await laboratory.run("\(Self.installed) udev uninstall").status == 0)
                    try await camera.replug()
                    #expect(try await settings(camera) != [1, 80, 90])
                }
            }
        }

        @Test("a program that others than root could change is not given to udev")
        func distrusted() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withInstalledProgram("/tmp/candela-of-anybody") {
                let refused = try await laboratory.run("/tmp/candela-of-anybody udev install --apply-profile --force")
                #expect(refused.status == 2 && refused.errors.contains("users other than root can write /tmp"), "\(refused)")
                #expect(try await laboratory.run("test -e \(Self.rule)").status == 1)
            }
        }

        @Test("settings lost at a replug are profile.lost, and the doctor's own command gives them back")
        func lost() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                #expect(try await laboratory.candela("set", "--camera", camera.node, "brightness=120").status == 0)
                #expect(try await laboratory.candela("profile", "save", "bench", "--camera", camera.node).status == 0)
                let there = try await laboratory.doctor(camera.byID, "--size", "320x240")
                #expect(there.finding("profile.lost") == nil, "\(there)")

                try await camera.replug()
                let answer = try await laboratory.doctor(camera.byID, "--size", "320x240")
                let lost = try #require(answer.finding("profile.lost"), "\(answer)")
                #expect(lost["evidence"].array.map { $0["what"].string } == ["brightness"], "\(lost)")
                #expect(answer.result.status == 0, "a warning: \(answer)")
                let command = try #require(lost["fixes"][0]["commands"].array.first?.string, "\(lost)")
                try await laboratory.require(
                    command.replacing("candela ", with: "\(Package.candela.shellQuoted) ", maxReplacements: 1))
                #expect(camera.writes.last == ["brightness": 120])
                let healed = try await laboratory.doctor(camera.byID, "--size", "320x240")
                #expect(healed.finding("profile.lost") == nil, "\(healed)")
                try await laboratory.require("\(Package.candela.shellQuoted) profile delete bench")
            }
        }

        /// Exposure's mode and time, and brightness.
        private func settings(_ camera: GuestCamera) async throws -> [Int] {
            let get = try await camera.laboratory.candela(
                "get", "--json", "--camera", camera.byID, "auto_exposure", "exposure_time_absolute", "brightness")
            return try get.json()["controls"].array.compactMap { $0["value"].int }
        }
    }
}

extension Laboratory {
    /// Runs `body` with the command at a path of the guest, and then takes away what it and udev's rules left there.
    fileprivate func withInstalledProgram(_ path: String, _ body: () async throws -> Void) async throws {
        try await require("install -m 755 \(Package.candela.shellQuoted) \(path)")
        do {
            try await withUdevPutBack(body)
        } catch {
            try await require("rm -rf \(path) /etc/candela")
            throw error
        }
        try await require("rm -rf \(path) /etc/candela")
    }
}
