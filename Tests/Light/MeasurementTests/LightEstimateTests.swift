// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Foundation
import FrameMetrics
import Frames
import Measurement
import SimulatedCamera
import Testing

@Suite("The light of a scene")
struct LightEstimateTests {
    /// A histogram of a flat picture.
    private func flat(_ value: Int) -> LumaHistogram {
        LumaHistogram(counts: (0..<256).map { $0 == value ? 10_000 : 0 })
    }

    @Test("mid-grey, at 1/8 s and the least gain, has the constant and the time for its brightness")
    func closedForm() throws {
        // sRGB code 118 is 0.181 linear.
        let constant = LightConstant(value: -2, error: 0.4, origin: .fitted("test"))
        let estimate = try #require(
            LightEstimate(flat(118), range: .full, exposure: ExposureReading(time: 0.125), constant: constant))
        #expect(abs(estimate.brightnessValue - (-2 + 3 + log2(0.18116 / 0.18))) < 1e-3)
        #expect(abs(estimate.exposureValue - estimate.brightnessValue - 5) < 1e-9)
        #expect(abs(estimate.error - 0.5) < 1e-9)
        #expect(estimate.caveat == nil)
    }

    @Test("a stop of time, of gain and of light are a stop each")
    func stops() throws {
        func value(_ time: Double, _ gain: Double, _ code: Int) throws -> Double {
            try #require(
                LightEstimate(flat(code), range: .full, exposure: ExposureReading(time: time, gainStops: gain))
            ).brightnessValue
        }
        let base = try value(0.01, 1, 118)
        #expect(abs(try value(0.02, 1, 118) - base + 1) < 1e-9)
        #expect(abs(try value(0.01, 2, 118) - base + 1) < 1e-9)
        let half = LumaHistogram.linear(86) / LumaHistogram.linear(118)
        #expect(abs(try value(0.01, 1, 86) - base - log2(half)) < 1e-9)
    }

    @Test("EV 15 at ISO 100 is sunlight: 10,240 cd/m² by ISO 2720, 1.8e5 lux on mid-grey's mean")
    func units() throws {
        var estimate = try #require(LightEstimate(flat(118), range: .full, exposure: ExposureReading(time: 0.01)))
        estimate.brightnessValue = 10
        #expect(abs(estimate.exposureValue - 15) < 1e-9)
        #expect(abs(estimate.luminance - 4096) < 1e-6)
        #expect(abs(LightEstimate.brightness(ofLux: estimate.lux) - 10) < 1e-9)
        #expect(abs(estimate.lux - 4096 * Double.pi / 0.18) < 1e-6)
    }

    @Test("limited range is expanded: 16 is black, 235 white; what lies outside is of full range")
    func limitedRange() {
        #expect(LumaRange.limited.linear(16) == 0 && LumaRange.limited.linear(235) == 1)
        #expect(LumaRange.limited.linear(5) == 0 && LumaRange.limited.linear(250) == 1)
        // 16 + 219 · 118/255
        #expect(abs(LumaRange.limited.linear(117) - LumaRange.full.linear(118)) < 0.002)
        #expect(LumaRange(of: FourCC("YUYV"), histogram: flat(100)) == .limited)
        #expect(LumaRange(of: FourCC("YUYV"), histogram: flat(3)) == .full)
        #expect(LumaRange(of: FourCC("MJPG"), histogram: flat(100)) == .full)
        #expect(LumaRange(of: FourCC("GREY"), histogram: flat(100)) == .full)
        #expect(LumaRange(of: nil, histogram: flat(100)) == .full)
    }

    @Test("a black picture gives no estimate; clipped and dark pictures give bounds, with a caveat")
    func limits() throws {
        let exposure = ExposureReading(time: 0.01)
        #expect(LightEstimate(flat(0), range: .full, exposure: exposure) == nil)
        #expect(
            LightEstimate(LumaHistogram(counts: .init(repeating: 0, count: 256)), range: .full, exposure: exposure)
                == nil)
        #expect(LightEstimate(flat(100), range: .full, exposure: ExposureReading(time: 0)) == nil)
        #expect(
            LightReading(flat(0), range: .full, exposure: .known(exposure)) == .unknown(reason: "the picture is black"))
        let white = try #require(LightEstimate(flat(255), range: .full, exposure: exposure))
        #expect(white.caveat?.contains("brighter") == true)
        let dark = try #require(LightEstimate(flat(4), range: .full, exposure: exposure))
        #expect(dark.caveat?.contains("darker") == true)
    }

    @Test("the fitted constant reproduces the reading")
    func fit() throws {
        let exposure = ExposureReading(time: 1.0 / 30, gainStops: 1.5)
        let histogram = flat(90)
        let mean = LumaRange.full.linearMean(of: histogram)
        let constant = try #require(
            LightConstant.fitted(lux: 320, exposure: exposure, linearMean: mean, error: 0.3, source: "320 lux"))
        let estimate = try #require(
            LightEstimate(histogram, range: .full, exposure: exposure, constant: constant))
        #expect(abs(estimate.lux - 320) < 1e-6)
        for (lux, reflectance, mean) in [
            (0.0, 0.18, 0.1), (.infinity, 0.18, 0.1), (100, 0, 0.1), (100, 1.1, 0.1), (100, 0.5, 0),
        ] {
            #expect(
                LightConstant.fitted(
                    lux: lux, reflectance: reflectance, exposure: exposure, linearMean: mean, error: 0.3, source: "")
                    == nil)
        }
    }

    // MARK: The simulated camera, whose light is known

    /// A table without grain or noise, manually exposed, so that its picture has one value.
    private func scene(lux: Double) -> SimulatedScene {
        var scene = SimulatedScene()
        scene.illuminance = lux
        scene.tableGrain = 0
        scene.hasNoise = false
        return scene
    }

    private func reading(
        lux: Double, units: Int64, gain: Int64, constant: LightConstant = .assumed, scale: GainScale? = nil
    ) throws -> LightReading {
        let simulation = CameraSimulation(scene: scene(lux: lux))
        let reader = try ExposureReader(simulation, scale: scale)
        try simulation.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.exposureTimeAbsolute, .integer(units)),
            ControlSetting(.gain, .integer(gain)),
        ])
        for _ in 0..<3 { simulation.skip() }
        let frame = simulation.step()
        return LightReading(LumaHistogram(frame.luma), range: .full, exposure: reader.read(), constant: constant)
    }

    @Test(
        "fitted in one light, the simulated camera measures any other, with any exposure",
        arguments: [(5.0, 300, 128), (40, 300, 0), (320, 40, 0), (320, 20, 64), (3000, 5, 0)])
    func simulated(_ lux: Double, _ units: Int64, _ gain: Int64) throws {
        let reference = try #require(try reading(lux: 100, units: 100, gain: 0).estimate)
        let constant = try #require(
            LightConstant.fitted(
                lux: 100, reflectance: 0.35, exposure: reference.exposure, linearMean: reference.linearMean, error: 0.1,
                source: "the scene"))
        // Its gain doubles every 64 steps.
        let scale = GainScale(stopsPerStep: 1.0 / 64, relativeError: 0)
        let estimate = try #require(
            try reading(lux: lux, units: units, gain: gain, constant: constant, scale: scale).estimate)
        #expect(abs(log2(estimate.lux(reflectance: 0.35) / lux)) < 0.1)
        #expect(estimate.exposure.isManual && estimate.exposure.gainError == 0)
    }

    @Test("the assumed constant is right within its error")
    func assumed() throws {
        let estimate = try #require(try reading(lux: 200, units: 60, gain: 0).estimate)
        #expect(abs(log2(estimate.lux(reflectance: 0.35) / 200)) < estimate.error)
        #expect(estimate.constant.origin == .assumed && estimate.error > 2)
    }

    @Test("an automatic exposure is believed only once it has changed")
    func automatic() throws {
        let simulation = CameraSimulation(scene: scene(lux: 3))
        let reader = try ExposureReader(simulation)
        guard case .unknown(let reason) = reader.read() else {
            Issue.record("believed at once")
            return
        }
        #expect(reason.contains("automatic"))
        for _ in 0..<12 { simulation.skip() }
        guard case .known(let reading) = reader.read() else {
            Issue.record("not believed though it moved")
            return
        }
        #expect(!reading.isManual)
        #expect(abs(reading.time / simulation.conditions.exposureTime - 1) < 0.05)
    }

    @Test("gain above its minimum is uncertain, and a bent tone curve is reported")
    func uncertain() throws {
        let simulation = CameraSimulation(scene: scene(lux: 100))
        let reader = try ExposureReader(simulation)
        try simulation.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.gain, .integer(128)),
            ControlSetting(.brightness, .integer(180)),
        ])
        guard case .known(let reading) = reader.read() else {
            Issue.record("unknown")
            return
        }
        #expect(abs(reading.gainStops - 2) < 0.02 && abs(reading.gainError - 1) < 0.01)
        #expect(reading.disturbance == "brightness is 180, not the default 128")
    }

    @Test("a camera without answers is unknown, with the reason")
    func silent() throws {
        var scene = scene(lux: 100)
        scene.faults = [.controlStall(frame: 1)]
        let simulation = CameraSimulation(scene: scene)
        let reader = try ExposureReader(simulation)
        simulation.skip()
        #expect(reader.read() == .unknown(reason: "the camera does not report its exposure time"))
        #expect(throws: ControlError.self) { try ExposureReader(simulation) }
    }
}

@Suite("The file of light constants")
struct LightConstantTableTests {
    @Test("a table is read back as written, whatever the camera's name")
    func roundTrip() throws {
        var table = LightConstantTable()
        let names = ["usb-046d_C920", "a \"quoted\" one\\", "line\nbreak\u{1b}[2J", "Kamera für Bücher", ""]
        for (index, name) in names.enumerated() {
            table.set(
                .init(
                    constant: Double(index) - 2.5, error: 0.5, source: "\(index) lux \"x\"",
                    date: "2026-11-21T03:00:00.000Z"),
                for: name)
        }
        table.set(.init(constant: 7.25, error: 0.25, source: "again", date: "d"), for: names[0])
        #expect(!table.text.contains("\u{1b}"))
        let read = try LightConstantTable(parsing: table.text)
        #expect(read == table)
        #expect(read.entries.count == names.count)
        #expect(read[names[0]]?.constant == 7.25)
        #expect(read.constant(for: "another") == .assumed)
        #expect(read.constant(for: names[1]).origin == .fitted("1 lux \"x\""))
    }

    @Test(
        "an invalid file is refused with the line number",
        arguments: [
            ("nonsense", 1), ("# x\n[camera.\"a\"]\nerror = 1\n[camera.\"b\"]", 2), ("camera = 1", 1),
            ("[camera.\"a\"]\nconstant = nan", 1), ("[camera.\"a\"]\nconstant = 1\nwhat", 3), ("constant = 1", 1),
            ("[camera.\"\\q\"]", 1), ("[camera.\"\\u12\"]", 1),
        ])
    func refused(_ text: String, _ line: Int) {
        let error = #expect(throws: LightConstantTableError.self) { try LightConstantTable(parsing: text) }
        #expect(error?.line == line)
    }

    @Test("an empty file is an empty table")
    func empty() throws { #expect(try LightConstantTable(parsing: "").entries.isEmpty) }
}
