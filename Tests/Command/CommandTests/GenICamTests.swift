// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// Cameras of machine vision, with Aravis' own simulated GigE Vision camera, which speaks the real protocol over the loopback
/// interface.
@Suite("GenICam cameras", .serialized)
struct GenICamTests {
    private static let camera = "aravis:127.0.0.1"

    /// Runs `body` while the camera is there.
    private func withCamera(_ body: (Process) throws -> Void) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/arv-fake-gv-camera-0.8")
        process.arguments = ["-i", "127.0.0.1", "-s", "GV02"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            // It does not end by SIGTERM.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        // It answers when its socket is bound.
        for _ in 0..<100 {
            if try CommandRunner.run("get", "-c", Self.camera, "exposure").status == 0 { break }
            Thread.sleep(forTimeInterval: 0.1)
        }
        try body(process)
    }

    @Test("it is measured, and its controls are set, read back and kept")
    func use() throws {
        try withCamera { _ in
            let measure = try CommandRunner.run("measure", Self.camera, "--size", "512x512", "--frames", "5", "--json")
            #expect(measure.status == 0, "\(measure)")
            let summary = try JSON(try #require(measure.lines.last))
            #expect(summary["source"].string == Self.camera, "\(measure)")
            let controls = try CommandRunner.run("controls", Self.camera)
            for text in ["exposure_time_absolute ", "gain ", "gain_automatic ", "trigger_mode "] {
                #expect(controls.output.contains(text), "\(controls)")
            }
            let set = try CommandRunner.run("set", "-c", Self.camera, "exposure=8ms", "gain=200")
            #expect(set.status == 0, "\(set)")
            // It keeps them without the program that set them.
            let get = try CommandRunner.run("get", "-c", Self.camera, "exposure", "gain", "--json")
            #expect(get.output.contains("80") && get.output.contains("200"), "\(get)")
            // A busy machine loses packets of large pictures.
            let part = try CommandRunner.run("measure", Self.camera, "--size", "320x240", "--frames", "3")
            #expect(part.status == 0 && part.output.contains("320x240 GREY"), "\(part)")
            let doctor = try CommandRunner.run("doctor", Self.camera, "--size", "320x240")
            #expect(doctor.output.contains("ok   stream"), "\(doctor)")
        }
    }

    @Test("the trigger is switched on and off")
    func trigger() throws {
        // The simulated camera sends pictures all the same.
        try withCamera { _ in
            for (word, shown) in [("on", "trigger_mode: 1 (On)"), ("off", "trigger_mode: 0 (Off)")] {
                #expect(try CommandRunner.run("set", "-c", Self.camera, "trigger_mode=\(word)").status == 0)
                let get = try CommandRunner.run("get", "-c", Self.camera, "trigger_mode")
                #expect(get.output == shown + "\n", "\(get)")
            }
        }
    }

    @Test("without a camera, the message says what to check")
    func none() throws {
        // An address of this machine at which no test has a camera.
        let camera = "aravis:127.0.0.9"
        let result = try CommandRunner.run("scan", camera)
        #expect(result.status == 2 && result.errors.contains("cannot open \(camera): "), "\(result)")
        let doctor = try CommandRunner.run("doctor", camera)
        #expect(doctor.status == 1 && doctor.output.contains("blocked: genicam.no-camera"), "\(doctor)")
    }
}
