// SPDX-License-Identifier: Apache-2.0

import CameraCalibration
import Foundation
import LightGoverning
import SettingsStore
import StoredFiles
import Testing

@Suite("The file of what scans learned of the light")
struct LearnedLightFileTests {
    /// A folder that goes with the test.
    private final class Scratch {
        let path = FileManager.default.temporaryDirectory.appending(path: "candela-light-\(UUID().uuidString)").path
        var folders: StateFolders { StateFolders(config: path, data: path, state: path) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private var learned: LearnedLight {
        var learned = LearnedLight()
        learned.last = -8.25
        learned.response = LightResponse(slope: 0.95, gains: [(0, 0), (255, 5.5)], isMeasured: false)
        learned.add(.init(light: -12.5, setting: LightSetting(exposure: 333, gain: 200), reads: 17))
        learned.add(.init(light: -3.125, setting: LightSetting(exposure: 20, gain: -4), reads: 4))
        return learned
    }

    @Test("what is written is read again, for this camera only, until it is removed")
    func roundTrip() throws {
        let scratch = Scratch()
        // A name that a device chose.
        let file = LearnedLightFile("usb-../\u{1b}[2J\"x\"", in: scratch.folders)
        #expect(file.read() == nil)
        #expect(try !file.remove())
        let content = LearnedLightFile.Content(
            learned, calibration: "2026-11-25T12:00:00.000Z", saved: 1_790_000_000_123)
        try file.write(content)
        #expect(file.read() == content)
        #expect(URL(fileURLWithPath: file.path).deletingLastPathComponent().path == scratch.path + "/light")
        #expect(LearnedLightFile("usb-other", in: scratch.folders).read() == nil)
        // Another camera's file under this camera's name is not this camera's.
        let other = LearnedLightFile("usb-other", in: scratch.folders)
        try FileManager.default.copyItem(atPath: file.path, toPath: other.path)
        #expect(other.read() == nil)
        #expect(try file.remove() && file.read() == nil)
    }

    @Test("a damaged file is none, and damaged members are left out")
    func damaged() throws {
        let scratch = Scratch()
        let file = LearnedLightFile("cam", in: scratch.folders)
        try file.write(.init(learned, calibration: nil, saved: 5))
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        for wrong in ["", "format = 1", text.replacing("format = 1", with: "format = 2"), "\u{0}\u{1}"] {
            try Data(wrong.utf8).write(to: URL(fileURLWithPath: file.path))
            #expect(file.read() == nil, "\(wrong)")
        }
        let hostile = """
            format = 1
            camera = "cam"
            saved_ms = 7
            last_light_stops = nan
            exposure_slope = -3.0
            lights = "nan:1:1:1 1:2 -5:0:0:9 -6:100:9223372036854775807:9 -7.5:100:3:99999999999 :::: -8:100:3:-1"

            """
        try Data(hostile.utf8).write(to: URL(fileURLWithPath: file.path))
        let read = try #require(file.read()).learned
        #expect(read.last == nil && read.response == nil)
        #expect(read.lights.map(\.light) == [-7.5])
        #expect(read.lights.allSatisfy { $0.reads <= 100_000 })
    }

    @Test("of too many cameras, the one that was not used for the longest time is forgotten")
    func many() throws {
        let scratch = Scratch()
        for number in 0..<70 {
            let file = LearnedLightFile("camera \(number)", in: scratch.folders)
            try file.write(.init(learned, calibration: nil, saved: Int64((number * 37) % 70)))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/light")
        #expect(names.count == 64)
        #expect(LearnedLightFile("camera 69", in: scratch.folders).read() != nil)
        // Number 0 has the oldest date.
        #expect(LearnedLightFile("camera 0", in: scratch.folders).read() == nil)
    }
}

@Suite("A profile's knowledge of the light")
struct ProfileKnowledgeTests {
    private func profile(sensor: Double?) -> CameraProfile {
        var profile = CameraProfile(camera: .init(identity: "cam"), saved: "2026-11-25T12:00:00.000Z", settings: [])
        var response = CameraProfile.Response(exposureSlope: 1, gains: [])
        response.light = -9
        response.sensorLux = sensor
        profile.response = response
        return profile
    }

    @Test("an ambient light sensor tells the light now from that of the calibration")
    func sensor() {
        #expect(LightKnowledge(profile(sensor: 100), sensor: 25).light == -11)
        #expect(LightKnowledge(profile(sensor: 100), sensor: 400).light == -7)
        for knowledge in [
            LightKnowledge(profile(sensor: 100), sensor: nil), LightKnowledge(profile(sensor: nil), sensor: 25),
            LightKnowledge(profile(sensor: 100), sensor: 0), LightKnowledge(profile(sensor: 0), sensor: 25),
        ] { #expect(knowledge.light == nil && knowledge.calibratedLight == -9) }
    }

    @Test("the light at the end of a run is expected for two minutes, if no sensor knows better")
    func last() {
        var learned = LearnedLight()
        learned.last = -5
        func light(_ seconds: Int64, sensor: Double? = nil) -> Double? {
            var knowledge = LightKnowledge(profile(sensor: sensor), sensor: sensor)
            knowledge.take(
                .init(learned, calibration: nil, saved: 1_000_000), atMilliseconds: 1_000_000 + seconds * 1000)
            return knowledge.light
        }
        #expect(light(0) == -5 && light(119) == -5)
        #expect(light(121) == nil && light(-5) == nil, "a clock may have been set")
        #expect(light(10, sensor: 50) == -9)
    }
}
