// SPDX-License-Identifier: Apache-2.0

import Testing

extension LaboratoryTests {
    @Suite("access, and devices that are not cameras")
    struct Access {
        @Test("every command tells a user without access why, and what to do")
        func stranger() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                for command in ["scan", "info", "controls"] {
                    let result = try await laboratory.candela(command, camera.node, as: .stranger)
                    #expect(result.status == 2, "\(result)")
                    #expect(result.output.isEmpty)
                    #expect(result.errors.contains("cannot open \(camera.node)"), "\(command): \(result)")
                    #expect(result.errors.contains("usermod -aG video"), "\(command): \(result)")
                }
                let result = try await laboratory.candela("get", "--camera", camera.node, "brightness", as: .stranger)
                #expect(result.status == 2, "\(result)")
            }
        }

        @Test("a user in group video scans")
        func inGroup() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let result = try await laboratory.candela(
                    "scan", camera.node, "--once", "--size", "320x240", "--timeout", "60s", as: .inGroupVideo)
                #expect(result.status == 0, "\(result)")
                #expect(result.output == "qr CANDELA\n")
            }
        }

        @Test("a metadata node is reported with the right node of the same camera")
        func metadata() async throws {
            let laboratory = try await Laboratory.shared()
            // A second camera, so that the right one is not the only choice.
            try await laboratory.withVivid { _ in
                try await laboratory.withCamera { camera in
                    for arguments in [["scan", camera.metadataNode], ["info", camera.metadataNode]] {
                        let result = try await laboratory.run(Laboratory.candela(arguments))
                        #expect(result.status == 2, "\(result)")
                        #expect(result.errors.contains("\(camera.metadataNode): it is a metadata node"), "\(result)")
                        #expect(result.errors.contains("Use \(camera.node)"), "\(result)")
                    }
                }
            }
        }

        @Test("an output node is reported as one")
        func output() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid(Vivid.loop) { vivid in
                let result = try await laboratory.candela("scan", vivid.output)
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("\(vivid.output): it is an output node"), "\(result)")
                #expect(result.errors.contains(vivid.capture), "\(result)")
            }
        }

        @Test(
            "what is no video device is refused with the reason",
            arguments: [
                ("/dev/null", "not a video node"), ("/dev/video99", "there is no such device"),
                ("/dev/v4l/by-id/usb-nobody", "there is no such device"),
            ])
        func noCamera(path: String, reason: String) async throws {
            let laboratory = try await Laboratory.shared()
            let result = try await laboratory.candela("scan", path)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains(path) && result.errors.contains(reason), "\(result)")
            #expect(result.output.isEmpty)
        }

        @Test("without a camera, the commands say so")
        func none() async throws {
            let laboratory = try await Laboratory.shared()
            let result = try await laboratory.candela("scan")
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("no video device"), "\(result)")
            #expect(try await laboratory.candela("list").status == 1)
        }

        @Test("a camera from which another program streams is reported as busy")
        func busy() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                try await laboratory.streaming(from: camera.node) {
                    let result = try await laboratory.candela("scan", camera.node, "--once", "--timeout", "20s")
                    #expect(result.status == 2, "\(result)")
                    #expect(result.errors.contains("EBUSY"), "\(result)")
                    #expect(result.errors.contains("another program is using the camera"), "\(result)")
                }
                let after = try await laboratory.candela(
                    "scan", camera.node, "--once", "--size", "320x240", "--timeout", "60s")
                #expect(after.status == 0, "\(after)")
            }
        }
    }
}

extension Laboratory {
    /// Keeps a node streaming in another process while `body` runs.
    func streaming(from node: String, _ body: () async throws -> Void) async throws {
        let job = try start("exec v4l2-ctl -d \(node) --stream-mmap --stream-to /dev/null 2>&1")
        // v4l2-ctl prints a character for every frame.
        try await job.waitForOutput { $0.contains("<") }
        do {
            try await body()
        } catch {
            try? job.signal("KILL")
            throw error
        }
        try job.signal("KILL")
        _ = try await job.end()
    }
}
