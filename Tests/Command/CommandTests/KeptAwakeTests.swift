// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// With logind played by python-dbusmock on a bus of our own, which hands out inhibitors and lists those that are held.
@Suite("The screen stays awake while a camera is scanned", .serialized)
struct KeptAwakeTests {
    @Test("logind's idle lock is held while scanning, reported once, and released at the end")
    func held() throws {
        let bus = try SystemBus()
        let scan = try CommandRunner.start(
            ["scan", "sim:empty", "--verbose"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        try bus.wait(until: "a lock is held") { $0.contains { $0.contains("candela") && $0.contains("idle") } }
        scan.signal(SIGINT)
        let result = try scan.end()
        #expect(result.errors.components(separatedBy: "the screen stays on while scanning").count == 2)
        try bus.wait(until: "no lock is held") { $0.isEmpty }
    }

    @Test("a killed scan releases the lock")
    func killed() throws {
        let bus = try SystemBus()
        let scan = try CommandRunner.start(
            ["scan", "sim:empty"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        try bus.wait(until: "a lock is held") { !$0.isEmpty }
        scan.signal(SIGKILL)
        _ = try scan.end()
        try bus.wait(until: "no lock is held") { $0.isEmpty }
    }

    @Test("--let-sleep and scans of pictures take no lock")
    func notAsked() throws {
        let bus = try SystemBus()
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
        let result = try CommandRunner.run(
            "scan", "sim:bench", "--once", "--let-sleep", "--verbose", environment: environment)
        #expect(result.status == 0)
        #expect(!result.errors.contains("the screen"))
        #expect(try bus.locks().isEmpty)
    }

    @Test("without logind the scan continues; inside a session that is reported")
    func withoutLogind() throws {
        let nowhere = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        let inSession = try CommandRunner.run(
            "scan", "sim:bench", "--once", "--timeout", "20s", environment: nowhere.merging(["DISPLAY": ":7"]) { $1 })
        #expect(inSession.status == 0)
        let alone = try CommandRunner.run(
            "scan", "sim:bench", "--once", "--timeout", "20s",
            environment: nowhere.merging(["DISPLAY": "", "WAYLAND_DISPLAY": "", "XDG_SESSION_ID": ""]) { $1 })
        #expect(alone.status == 0)
        #expect(!alone.errors.contains("idle"))
    }
}
