// SPDX-License-Identifier: Apache-2.0

import CameraControls
import CameraListings
import PublishedCameras
import Testing

/// What published cameras made of the kernel's documentation. The expectations are from their sources.
@Suite("real cameras")
struct RealCameraTests {
    private func camera(_ name: String) throws -> PublishedCamera {
        try #require(PublishedCamera.all.first { $0.name == name })
    }

    private func control(_ id: ControlID, of name: String) throws -> ControlDescription {
        try #require(try camera(name).controls.first { $0.description.id == id }?.description)
    }

    private func text(_ id: ControlID, of name: String, _ value: Int64? = nil) throws -> String? {
        let control = try control(id, of: name)
        return ControlUnit(control)?.text(of: value ?? control.defaultValue)
    }

    private func plan(_ name: String, _ text: String, on camera: String) throws -> [String] {
        let surface = PublishedSurface(try self.camera(camera))
        let controls = try surface.controls()
        let wanted = try WantedSetting(
            name, text, lookup: ControlLookup(controls), clamps: false, current: surface.number)
        return try SettingsPlan([wanted], controls: controls, current: surface.number).steps.map {
            "\($0.control.key)=\($0.control.text(for: $0.value))"
        }
    }

    @Test("a range that contradicts physics has no unit")
    func units() throws {
        // Nanoseconds, and an index.
        #expect(try text(.exposureTimeAbsolute, of: "mediatek-csi-preview-exposure-in-ns") == nil)
        #expect(try text(.exposureTimeAbsolute, of: "eyenix-en675-isp") == nil)
        #expect(try text(.exposureTimeAbsolute, of: "logitech-c920") == "25 ms")
        #expect(try text(.whiteBalanceTemperature, of: "creality-cam") == "50 %")
        #expect(try text(.whiteBalanceTemperature, of: "logitech-c270", 0) == nil)
        #expect(try text(.whiteBalanceTemperature, of: "logitech-c270") == "4000 K")
        #expect(try text(.panAbsolute, of: "elgato-facecam-4k", 3600) == nil)
        #expect(try text(.panAbsolute, of: "logitech-c920", 3600) == "1°")
        #expect(try text(.zoomAbsolute, of: "elgato-facecam", 31) == "100 %")
        #expect(try text(.zoomAbsolute, of: "logitech-c525", 5) == "100 %")
        #expect(try text(.zoomAbsolute, of: "logitech-c920", 500) == "5×")
        #expect(try text(.hue, of: "anker-powerconf-c200") == nil)
    }

    @Test("a time that was converted from the camera's own unit is one, however long")
    func converted() {
        // A Raspberry Pi's HQ camera exposes for up to 694 s.
        var control = ControlDescription(
            id: .exposureTimeAbsolute, name: "Exposure Time, Absolute", kind: .integer, minimum: 1, maximum: 6_940_000)
        #expect(!control.isExposureTime)
        control.isConverted = true
        #expect(control.isExposureTime && ControlUnit(control)?.text(of: 80) == "8 ms")
    }

    @Test("a maker's exposure in microseconds is shown and set as a time")
    func microseconds() throws {
        let control = try #require(
            camera("jetson-imx185-yuyv").controls.map(\.description).first { $0.name.lowercased() == "exposure" })
        #expect(ControlUnit(control)?.text(of: 33_334) == "33.3 ms")
        #expect(try plan("exposure", "10ms", on: "jetson-imx185-yuyv") .first?.hasPrefix("exposure=10") == true)
        let imaging = ControlDescription(
            id: ControlID(rawValue: 0x0199_e201), name: "Exposure Time (us)", kind: .integer, minimum: 100,
            maximum: 30_000_000)
        #expect(ControlUnit(imaging)?.text(of: 8000) == "8 ms")
    }

    @Test("a camera whose only exposure control has no unit has an automatic mode for it")
    func otherExposure() throws {
        #expect(throws: ControlError.self) { try plan("exposure", "10ms", on: "sony-playstation-eye-ov534") }
        #expect(try plan("exposure", "auto", on: "sony-playstation-eye-ov534") == ["gain_automatic=on"])
        // Beside an exposure time, it is a bias: the name that people use means the time.
        let mediatek = ControlLookup(try camera("mediatek-csi-preview-exposure-in-ns").controls.map(\.description))
        #expect(try mediatek.find("exposure").id == .exposureTimeAbsolute)
        #expect(try mediatek.findSaved("exposure").id == .exposure)
        #expect(AutomaticMode.governing(.exposure, among: mediatek.controls) == nil)
    }

    @Test("exposure=10ms switches the mode to the choice that leaves the time to the user")
    func exposure() throws {
        #expect(
            try plan("exposure", "10ms", on: "logitech-c920")
                == ["auto_exposure=1 (Manual Mode)", "exposure_time_absolute=100"])
        #expect(
            try plan("exposure", "10ms", on: "elgato-facecam")
                == ["auto_exposure=2 (Shutter Priority Mode)", "exposure_time_absolute=100"])
        #expect(try plan("exposure", "auto", on: "creality-cam") == ["auto_exposure=0 (Auto Mode)"])
    }

    @Test("the words of a menu say what a choice does")
    func words() {
        // An e-con camera on a Jetson: its 2 is automatic.
        let mode = ControlDescription(
            id: .autoExposure, name: "Exposure, Auto", kind: .menu, maximum: 2, defaultValue: 2,
            menu: [
                ControlMenuItem(index: 0, label: "Off"), ControlMenuItem(index: 1, label: "Manual"),
                ControlMenuItem(index: 2, label: "Automatic"),
            ])
        let time = ControlDescription(
            id: .exposureTimeAbsolute, name: "Exposure Time, Absolute", kind: .integer, minimum: 1, maximum: 10_000)
        let governing = AutomaticMode.governing(.exposureTimeAbsolute, among: [mode, time])
        #expect(governing?.frees(.exposureTimeAbsolute, at: 2) == false)
        #expect(governing?.frees(.exposureTimeAbsolute, at: 1) == true)
        #expect(governing?.governed[.exposureTimeAbsolute]?.first == 1)
    }

    @Test("a preset of white balance governs the balances where there is no switch")
    func balance() throws {
        #expect(
            try plan("red_balance", "100", on: "eyenix-en675-isp")
                == ["white_balance_auto_preset=0 (Manual)", "red_balance=100"])
    }

    @Test("the recording light and the shutter are a person's")
    func personal() throws {
        for name in ["logitech-brio-4k", "logitech-streamcam"] {
            let surface = PublishedSurface(try camera(name))
            let controls = try surface.controls()
            let light = ControlID(rawValue: 0x0a04_6d05)
            let before = try #require(surface.number(light))
            let plan = ResetPlan(controls, controls: controls, current: surface.number)
            #expect(!plan.steps.contains { $0.control.id == light })
            #expect(plan.skipped.contains { $0.control.id == light && $0.reason.contains("filmed") })
            #expect(before != controls.first { $0.id == light }?.defaultValue)
        }
        let set = try plan("led1_mode", "3", on: "logitech-brio-4k")
        #expect(set == ["led1_mode=3 (Auto)"])
        // A flash is a lamp.
        let flash = ControlDescription(id: .flashLEDMode, name: "LED Mode", kind: .menu)
        #expect(!flash.isPersonal)
    }

    @Test("a camera that obeys only halves of a second gets one of them")
    func grid() throws {
        let quirks = try #require(CameraQuirks.of(model: "045e:0810", name: nil))
        let time = quirks.applied(to: try control(.exposureTimeAbsolute, of: "microsoft-lifecam-hd-3000"))
        #expect(time.obeyed == [9, 19, 39, 78, 156, 312, 625, 1250, 2500, 5000, 10_000])
        let lookup = ControlLookup([time])
        let wanted = try WantedSetting("exposure", "10ms", lookup: lookup, clamps: false) { _ in nil }
        #expect(wanted.value == .integer(78) && wanted.note?.contains("7.8 ms") == true)
        let own = try WantedSetting("exposure_time_absolute", "100", lookup: lookup, clamps: false) { _ in nil }
        #expect(own.value == .integer(78) && own.note?.contains("does not obey 100") == true)
    }

    @Test("each quirk names a camera by its USB id, or by the beginning of its name")
    func quirks() {
        for model in CameraQuirks.models {
            #expect(model.count == 9 && model == model.lowercased() && model.contains(":"))
            #expect(CameraQuirks.of(model: model.uppercased(), name: nil) != nil)
        }
        #expect(CameraQuirks.of(model: nil, name: "Anker PowerConf C200: Anker Pow")?.losesSettings == true)
        #expect(CameraQuirks.of(model: "0000:0000", name: "Webcam") == nil)
    }

    @Test("names before Linux 5.16 are found")
    func oldNames() throws {
        let red = ControlDescription(id: .redBalance, name: "Red Balance", kind: .integer, maximum: 255)
        let hue = ControlDescription(id: .hueAutomatic, name: "Hue, Automatic", kind: .boolean, maximum: 1)
        let lookup = ControlLookup([red, hue])
        #expect(try lookup.find("white_balance_red_component").id == .redBalance)
        #expect(try lookup.find("hue_auto").id == .hueAutomatic)
    }
}
