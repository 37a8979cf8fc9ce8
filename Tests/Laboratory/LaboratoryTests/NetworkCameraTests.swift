// SPDX-License-Identifier: Apache-2.0

import Testing

extension BeyondV4L2Laboratory {
    /// A webcam behind a server that somebody else wrote: µStreamer, which many 3D printers and Raspberry Pis run.
    @Suite("cameras on the network")
    struct NetworkCameras {
        private static let port = 8080

        private func withServer(
            _ body: (_ laboratory: Laboratory, _ address: String, _ server: GuestJob) async throws -> Void
        ) async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                let server = try laboratory.start(
                    "exec ustreamer --device \(camera.node) --format MJPEG --resolution 640x480 --host 127.0.0.1 "
                        + "--port \(Self.port) --user ada --passwd s3cret")
                try await laboratory.require(
                    "bash -c 'for i in {1..200}; do (exec 3<>/dev/tcp/127.0.0.1/\(Self.port)) 2>/dev/null && exit; sleep 0.1; "
                        + "done; exit 1'")
                do {
                    try await body(laboratory, "http://ada@127.0.0.1:\(Self.port)", server)
                } catch {
                    try? server.signal("KILL")
                    throw error
                }
                try server.signal("KILL")
                _ = try await server.end()
            }
        }

        private static let password = "CANDELA_CAMERA_PASSWORD=s3cret "
        private static let candela = Package.candela.shellQuoted

        @Test("its stream and its snapshot are read, with the password and not without")
        func read() async throws {
            try await withServer { laboratory, address, _ in
                for path in ["/stream", "/snapshot"] {
                    let scan = try await laboratory.run(
                        "\(Self.password) \(Self.candela) scan \(address)\(path) --once --timeout 60s --json --no-history")
                    #expect(scan.status == 0, "\(scan)")
                    #expect(try scan.jsonLines().first?["text"].string == "CANDELA", "\(scan)")
                }
                let measure = try await laboratory.run(
                    "\(Self.password) \(Self.candela) measure \(address)/stream --frames 10 --json")
                #expect(measure.status == 0, "\(measure)")
                let closed = try await laboratory.run("\(Self.candela) doctor \(address)/stream")
                #expect(closed.status == 1 && closed.output.contains("blocked: network.unauthorized"), "\(closed)")
            }
        }

        @Test("a server that stops answering ends the scan with the cause; with --wait it goes on when it is back")
        func lost() async throws {
            try await withServer { laboratory, address, server in
                let command = "\(Self.password) \(Self.candela) scan \(address)/stream --no-history --interval 0"
                let ending = try laboratory.start("exec env " + command)
                let waiting = try laboratory.start("exec env " + command + " --wait")
                try await ending.waitForOutput { $0.contains("CANDELA") }
                try await waiting.waitForOutput { $0.contains("CANDELA") }
                try server.signal("STOP")
                let ended = try await ending.end()
                #expect(ended.status == 2, "\(ended)")
                #expect(ended.errors.contains("cannot read \(address)/stream: it has"), "\(ended)")
                try await waiting.waitForOutput { _ in waiting.errors.contains("waiting for it to return") }
                let before = waiting.output.count
                try server.signal("CONT")
                try await waiting.waitForOutput { $0.count > before + 100 }
                try waiting.signal("INT")
                let result = try await waiting.end()
                #expect(result.status == 130 && result.errors.contains("is back"), "\(result)")
            }
        }
    }
}
