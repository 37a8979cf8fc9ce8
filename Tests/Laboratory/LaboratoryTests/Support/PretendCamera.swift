// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// A camera with a light, from our own kernel module (`Tests/Laboratory/pretend-camera`), loaded for one test. Phones and
/// boards have such lights, but no stock driver provides one without hardware.
struct PretendCamera {
    let laboratory: Laboratory
    let node: String
    /// The flash sub-device, if there is one.
    let subdevice: String
    let led = "/sys/class/leds/white:flash"

    /// The current level of the light, 0 to 15.
    func level() async throws -> Int? { Int(try await laboratory.require("cat \(led)/brightness").trimmed) }

    /// Sets a parameter of the loaded module.
    func set(_ parameter: String, _ value: Int) async throws {
        try await laboratory.require("echo \(value) >/sys/module/pretend_camera/parameters/\(parameter)")
    }
}

/// Builds the module on the host, once per test run and kernel.
private enum PretendModule {
    private static let built = Mutex<[URL: Result<URL, any Error>]>([:])

    static func module(for kernel: URL) throws -> URL {
        try built.withLock { built in
            let result = built[kernel] ?? Result { try build(for: kernel) }
            built[kernel] = result
            return try result.get()
        }
    }

    private static func build(for kernel: URL) throws -> URL {
        let process = Process()
        let words = Pipe()
        let complaints = Pipe()
        process.executableURL = Package.folder.appending(path: "Tests/Laboratory/pretend-camera/build.sh")
        process.arguments = [kernel.path]
        process.standardOutput = words
        process.standardError = complaints
        try process.run()
        let path = String(decoding: words.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).trimmed
        let reason = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw LaboratoryError(reason) }
        return URL(fileURLWithPath: path)
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs the test if the pretend camera can be built for the laboratory's kernel. Otherwise the test is skipped with a
    /// banner that says why; with `CI=true` it fails.
    static func withPretendCamera(_ guest: Laboratory.Guest) -> Self {
        .enabled("the pretend camera can be built") {
            do {
                _ = try PretendModule.module(for: await Laboratory.shared(guest).kernel)
                return true
            } catch {
                if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
                LaboratoryBanner.show("THE TORCH IS NOT TESTED AGAINST A REAL KERNEL", "\(error)")
                return false
            }
        }
    }
}

extension Laboratory {
    /// Loads the module with `parameters`, runs `body`, and unloads it.
    func withPretendCamera(
        _ parameters: String = "", _ body: (PretendCamera) async throws -> Void
    ) async throws {
        let module = share.appending(path: "pretend_camera.ko")
        if !FileManager.default.fileExists(atPath: module.path) {
            try FileManager.default.copyItem(at: try PretendModule.module(for: kernel), to: module)
        }
        let list = try await require(
            """
            modprobe -a videobuf2-v4l2 videobuf2-vmalloc && rmmod pretend_camera 2>/dev/null
            insmod \(Self.sharePath)/pretend_camera.ko \(parameters) && udevadm settle --timeout=60 || exit 1
            for folder in /sys/devices/platform/pretend-camera/video4linux/*; do echo ${folder##*/}; done
            """)
        let names = list.split(separator: "\n").map { "/dev/\($0)" }
        let camera = PretendCamera(
            laboratory: self, node: names.first { $0.hasPrefix("/dev/video") } ?? "no capture node",
            subdevice: names.first { $0.hasPrefix("/dev/v4l-subdev") } ?? "no sub-device")
        do {
            try await body(camera)
            try await unloadPretendCamera()
        } catch {
            try? await unloadPretendCamera()
            throw error
        }
    }

    /// Gives USB/IP's host controller a name in the firmware for the duration of `body`: without one, libcamera lists no webcam.
    func withFirmwarePath(_ body: () async throws -> Void) async throws {
        let module = share.appending(path: "firmware_path.ko")
        if !FileManager.default.fileExists(atPath: module.path) {
            let built = try PretendModule.module(for: kernel).deletingLastPathComponent()
            try FileManager.default.copyItem(at: built.appending(path: "firmware_path.ko"), to: module)
        }
        try await require("insmod \(Self.sharePath)/firmware_path.ko")
        do {
            try await body()
        } catch {
            _ = try? await run("rmmod firmware_path")
            throw error
        }
        try await require("rmmod firmware_path")
    }

    private func unloadPretendCamera() async throws {
        // A killed process of a failed test may hold it for a moment.
        try await require("for try in $(seq 100); do rmmod pretend_camera 2>/dev/null && exit; sleep 0.1; done; exit 1")
    }
}
