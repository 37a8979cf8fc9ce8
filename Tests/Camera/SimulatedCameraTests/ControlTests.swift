// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import CameraControls
import Frames
import SimulatedCamera
import Testing

@Suite("Controls of the simulated camera")
struct ControlTests {
    private func simulation(_ specification: String = "bench") throws -> CameraSimulation {
        CameraSimulation(scene: try SimulatedScene(specification: specification))
    }

    private func flags(_ simulation: CameraSimulation, _ id: ControlID) throws -> ControlFlags {
        try #require(try simulation.controls().first { $0.id == id }).flags
    }

    private func refusal(_ simulation: CameraSimulation, _ id: ControlID, _ value: Int64) -> ControlError? {
        #expect(throws: ControlError.self) { try simulation.set([ControlSetting(id, .integer(value))]) }
    }

    @Test("the list is a webcam's, in the order of the ids within each class")
    func list() throws {
        let controls = try simulation().controls()
        #expect(controls.map(\.id) == controls.map(\.id).sorted())
        #expect(
            controls.map(\.key) == [
                "user_controls", "brightness", "contrast", "saturation", "white_balance_automatic", "gain",
                "power_line_frequency", "white_balance_temperature", "sharpness", "backlight_compensation",
                "illuminator_1", "camera_controls", "auto_exposure", "exposure_time_absolute",
                "exposure_dynamic_framerate", "pan_absolute", "tilt_absolute", "focus_absolute",
                "focus_automatic_continuous", "zoom_absolute", "privacy",
            ])
        let exposure = try #require(controls.first { $0.id == .autoExposure })
        #expect(exposure.kind == .menu)
        #expect(exposure.menu.map(\.index) == [1, 3])
        #expect(controls.filter { $0.kind == .controlClass }.count == 2)
    }

    @Test("a lens without a drive has no focus controls")
    func fixedFocus() throws {
        let simulation = try simulation("bench?focus=fixed:300")
        let controls = try simulation.controls()
        #expect(!controls.contains { $0.id == .focusAbsolute || $0.id == .focusAutomaticContinuous })
        #expect(refusal(simulation, .focusAbsolute, 10)?.kind == .unknownControl)
        simulation.skip()
        // 300 mm for an object at 200: A · f / (s − f) · |d − s| / d, in pixels.
        let circle = 1.835 * 3.67 / (300 - 3.67) * 100 / 200
        #expect(abs(simulation.conditions.blurDiameter - circle * 640 / 4.8) < 1e-9)
    }

    @Test("an overruled control is inactive, and setting it is refused naming its master")
    func inactive() throws {
        let simulation = try simulation()
        for (id, master, free, name) in [
            (ControlID.exposureTimeAbsolute, ControlID.autoExposure, Int64(1), "auto_exposure"),
            (.focusAbsolute, .focusAutomaticContinuous, 0, "focus_automatic_continuous"),
            (.whiteBalanceTemperature, .autoWhiteBalance, 0, "white_balance_automatic"),
        ] {
            #expect(try flags(simulation, id).contains(.inactive))
            let value: Int64 = id == .whiteBalanceTemperature ? 3000 : 50
            let error = refusal(simulation, id, value)
            #expect(error?.kind == .notPermitted)
            #expect(error?.id == id)
            #expect(error?.description.hasSuffix("\(name) is on; set \(name)=\(free) first") == true)
            try simulation.set(master, free)
            #expect(try !flags(simulation, id).contains(.inactive))
            try simulation.set(id, value)
            #expect(try simulation.integer(id) == value)
        }
    }

    @Test("a value out of range, off the menu or of the wrong kind is invalid")
    func invalid() throws {
        let simulation = try simulation()
        let high = refusal(simulation, .brightness, 256)
        #expect(high?.kind == .invalidValue)
        #expect(
            high?.description
                == "cannot set brightness to 256 on the simulated camera: its range is 0 to 255")
        #expect(refusal(simulation, .brightness, -1)?.kind == .invalidValue)
        #expect(refusal(simulation, .zoomAbsolute, .max)?.kind == .invalidValue)
        #expect(refusal(simulation, .autoExposure, 2)?.kind == .invalidValue)
        #expect(refusal(simulation, ControlID(rawValue: 0x0098_0001), 1)?.kind == .notPermitted)
        #expect(refusal(simulation, .gamma, 1)?.kind == .unknownControl)
        let text = #expect(throws: ControlError.self) {
            try simulation.set([ControlSetting(.brightness, .string("high"))])
        }
        #expect(text?.kind == .invalidValue)
        #expect(throws: ControlError.self) { try simulation.value(of: .gamma) }
    }

    @Test("a value between steps goes to the nearest")
    func steps() throws {
        let simulation = try simulation()
        try simulation.set(.focusAutomaticContinuous, 0)
        try simulation.set(.focusAbsolute, 13)
        #expect(try simulation.integer(.focusAbsolute) == 15)
        try simulation.set(.panAbsolute, -5000)
        #expect(try simulation.integer(.panAbsolute) == -3600)
    }

    @Test("settings are made in order up to the first refusal")
    func order() throws {
        let simulation = try simulation()
        #expect(throws: ControlError.self) {
            try simulation.set([
                ControlSetting(.brightness, .integer(10)), ControlSetting(.contrast, .integer(999)),
                ControlSetting(.sharpness, .integer(20)),
            ])
        }
        #expect(try simulation.integer(.brightness) == 10)
        #expect(try simulation.integer(.sharpness) == 128)
    }

    @Test("a change reads back at once and shows in the picture two frames later")
    func delay() throws {
        let simulation = CameraSimulation(scene: flatScene(lux: 100, noise: false))
        let plain = try simulation.expose(100, gain: 0).pixels[0]
        try simulation.set(.brightness, 158)
        #expect(try simulation.integer(.brightness) == 158)
        #expect(simulation.step().pixels[0] == plain)
        #expect(simulation.step().pixels[0] == plain)
        #expect(simulation.step().pixels[0] == plain + 30)
    }

    @Test("the automatic modes move the values of the controls they overrule, and leave them when switched off")
    func handOver() throws {
        let simulation = try simulation()
        let first = try simulation.integer(.exposureTimeAbsolute)
        for _ in 0..<80 { simulation.skip() }
        let time = try simulation.integer(.exposureTimeAbsolute)
        #expect(time != first)
        #expect(try flags(simulation, .exposureTimeAbsolute).contains(.volatile))
        let focus = try simulation.integer(.focusAbsolute)
        try simulation.set(.autoExposure, 1)
        try simulation.set(.focusAutomaticContinuous, 0)
        #expect(try !flags(simulation, .exposureTimeAbsolute).contains(.volatile))
        for _ in 0..<10 { simulation.skip() }
        #expect(try simulation.integer(.exposureTimeAbsolute) == time)
        #expect(try simulation.integer(.focusAbsolute) == focus)
        #expect(abs(simulation.conditions.exposureTime - Double(time) * 1e-4) < 1e-9)
    }

    @Test("a manual exposure is cut at the frame's interval unless frames may last longer")
    func longExposure() throws {
        let simulation = try simulation()
        try simulation.set(.exposureDynamicFramerate, 0)
        _ = try simulation.expose(2000, gain: 0)
        #expect(abs(simulation.conditions.exposureTime - 1.0 / 30) < 1e-9)
        try simulation.set(.exposureDynamicFramerate, 1)
        for _ in 0..<3 { simulation.skip() }
        #expect(simulation.conditions.exposureTime == 0.2)
        #expect(simulation.conditions.duration == 0.2)
    }

    @Test("sharpness adds overshoot at edges and less of it softens them")
    func sharpness() throws {
        func range(_ value: Int64) throws -> Double {
            let simulation = try simulation("bench?noise=off&grain=0")
            try simulation.set(.sharpness, value)
            let row = try simulation.expose(100, gain: 0).row(240)
            return row.max()! - row.min()!
        }
        let plain = try range(128)
        #expect(try range(255) > plain + 5)
        #expect(try range(0) < plain)
    }

    @Test("control requests go unanswered after a stall, and the device is gone after an unplugging")
    func faults() throws {
        let stalled = try simulation("bench?control-stall=2")
        try stalled.set(.brightness, 1)
        stalled.skip()
        stalled.skip()
        #expect(refusal(stalled, .brightness, 2)?.kind == .failed)
        let unplugged = try simulation("bench?unplug=1")
        unplugged.skip()
        #expect(refusal(unplugged, .brightness, 2)?.kind == .gone)
        let list = #expect(throws: ControlError.self) { try unplugged.controls() }
        #expect(list?.kind == .gone)
    }
}
