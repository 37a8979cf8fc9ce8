// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that need a guest and are in no suite with a guest of its own. They run one at a time, because they plug and unplug
/// the same devices.
@Suite("Laboratory", .serialized, .inLaboratory(.first), .guest(.first))
enum LaboratoryTests {
    @Suite("the harness")
    struct Harness {
        @Test("output, errors and status of a script are returned separately, byte for byte")
        func streams() async throws {
            let laboratory = try await Laboratory.shared()
            let input = Data((0...255).map { UInt8($0) })
            let result = try await laboratory.run("cat; echo complaint >&2; exit 7", input: input)
            #expect(result.outputData == input)
            #expect(result.errors == "complaint\n")
            #expect(result.status == 7)
        }

        @Test("scripts run in parallel, each as its own user")
        func users() async throws {
            let laboratory = try await Laboratory.shared()
            // Each waits for the other, so neither ends unless both run at once.
            try await laboratory.require("rm -f /tmp/meet && mkfifo -m 666 /tmp/meet")
            let first = try laboratory.start("echo word >/tmp/meet; id -u; id -G", as: .stranger)
            let second = try laboratory.start("cat /tmp/meet; id -G", as: .inGroupVideo)
            #expect(try await first.end().output == "65534\n65534\n")
            #expect(try await second.end().output == "word\n65534 44\n")
        }

        @Test("a signal reaches a script as from a terminal, and shows in its status")
        func signals() async throws {
            let laboratory = try await Laboratory.shared()
            let job = try laboratory.start("echo up; exec sleep 1000")
            try await job.waitForOutput { $0 == "up\n" }
            try job.signal("INT")
            #expect(try await job.end().status == 130)
        }

        @Test("a script that times out is killed, which is an error")
        func limit() async throws {
            let laboratory = try await Laboratory.shared()
            let job = try laboratory.start("echo up; sleep 1000")
            try await job.waitForOutput { $0 == "up\n" }
            await #expect(throws: LaboratoryError.self) { try await job.end(within: .milliseconds(100)) }
        }

        @Test("the guest cannot change the host's files")
        func readOnly() async throws {
            let laboratory = try await Laboratory.shared()
            let file = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString)")
            try Data("host".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let path = file.path.shellQuoted
            #expect(try await laboratory.require("echo guest >>\(path) && cat \(path)") == "hostguest\n")
            #expect(try String(contentsOf: file, encoding: .utf8) == "host")
        }
    }
}
