// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Synchronization
import Testing

/// A webcam's controls in memory, with its automatic modes, which may refuse one of them.
private final class Webcam: ControlSurface {
    struct State {
        var values: [ControlID: Int64] = [
            .brightness: 128, .gain: 10, .autoExposure: 3, .exposureTimeAbsolute: 250, .autoWhiteBalance: 1,
            .whiteBalanceTemperature: 4000, .focusAutomaticContinuous: 1, .focusAbsolute: 30, .powerLineFrequency: 2,
            .zoomAbsolute: 100, .panAbsolute: 0,
        ]
        var refused: Set<ControlID> = []
        var made: [ControlSetting] = []
        /// Above this a driver makes it this.
        var limit: Int64 = .max
    }
    let state = Mutex(State())
    let list: [ControlDescription]

    init(_ list: [ControlDescription] = Webcam.standard) { self.list = list }

    static let standard: [ControlDescription] = [
        .init(id: .brightness, name: "Brightness", kind: .integer, minimum: -64, maximum: 192, defaultValue: 0),
        .init(id: .gain, name: "Gain", kind: .integer, maximum: 255),
        .init(
            id: .autoExposure, name: "Auto Exposure", kind: .menu, maximum: 3, defaultValue: 3,
            menu: [.init(index: 1, label: "Manual Mode"), .init(index: 3, label: "Aperture Priority Mode")]),
        .init(
            id: .exposureTimeAbsolute, name: "Exposure Time, Absolute", kind: .integer, minimum: 3, maximum: 2047,
            defaultValue: 250),
        .init(id: .autoWhiteBalance, name: "White Balance, Automatic", kind: .boolean, maximum: 1, defaultValue: 1),
        .init(
            id: .whiteBalanceTemperature, name: "White Balance Temperature", kind: .integer, minimum: 2000,
            maximum: 6500, step: 10),
        .init(
            id: .focusAutomaticContinuous, name: "Focus, Automatic Continuous", kind: .boolean, maximum: 1,
            defaultValue: 1),
        .init(id: .focusAbsolute, name: "Focus, Absolute", kind: .integer, maximum: 250, step: 5),
        .init(
            id: .powerLineFrequency, name: "Power Line Frequency", kind: .menu, maximum: 2,
            menu: [
                .init(index: 0, label: "Disabled"), .init(index: 1, label: "50 Hz"), .init(index: 2, label: "60 Hz"),
            ]),
        .init(id: .zoomAbsolute, name: "Zoom, Absolute", kind: .integer, minimum: 100, maximum: 400),
        .init(id: .panAbsolute, name: "Pan, Absolute", kind: .integer, minimum: -36000, maximum: 36000, step: 3600),
        .init(id: .privacy, name: "Privacy", kind: .boolean, maximum: 1, flags: .readOnly),
    ]

    subscript(id: ControlID) -> Int64? {
        get { state.withLock { $0.values[id] } }
        set { state.withLock { $0.values[id] = newValue } }
    }
    var made: [ControlSetting] { state.withLock { $0.made } }

    func controls() throws(ControlError) -> [ControlDescription] { list }

    func value(of id: ControlID) throws(ControlError) -> ControlValue {
        guard let value = self[id] else { throw ControlError(.notPermitted, id: id, "cannot read \(id)") }
        return .integer(value)
    }

    func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            try state.withLock { (state) throws(ControlError) in
                guard !state.refused.contains(setting.id) else {
                    throw ControlError(.failed, id: setting.id, "cannot set \(setting.id): EIO")
                }
                if let mode = AutomaticMode.governing(setting.id), let now = state.values[mode.master],
                    !mode.frees(setting.id, at: now)
                {
                    throw ControlError(.notPermitted, id: setting.id, "cannot set \(setting.id): inactive")
                }
                guard case .integer(let number) = setting.value else { return }
                state.values[setting.id] = min(number, state.limit)
                state.made.append(setting)
            }
        }
    }

    func wanted(_ name: String, _ text: String, clamps: Bool = false) throws -> WantedSetting {
        try WantedSetting(name, text, lookup: ControlLookup(list), clamps: clamps) { self[$0] }
    }

    func plan(_ settings: KeyValuePairs<String, String>) throws -> SettingsPlan {
        try SettingsPlan(try settings.map { try wanted($0.key, $0.value) }, controls: list) { self[$0] }
    }
}

@Suite("values as people write them")
struct WantedSettingTests {
    @Test(
        "units, fractions, words and percentages become the driver's numbers",
        arguments: [
            ("exposure", "8ms", ControlID.exposureTimeAbsolute, 80), ("exposure", "1/125", .exposureTimeAbsolute, 80),
            ("exposure", "1/125s", .exposureTimeAbsolute, 80), ("exposure", "0.1s", .exposureTimeAbsolute, 1000),
            ("exposure", "10000us", .exposureTimeAbsolute, 100), ("exposure", "10000µs", .exposureTimeAbsolute, 100),
            ("exposure_absolute", "80", .exposureTimeAbsolute, 80), ("0x009a0902", "8 ms", .exposureTimeAbsolute, 80),
            ("exposure", "+2stops", .exposureTimeAbsolute, 1000), ("exposure", "-1stop", .exposureTimeAbsolute, 125),
            ("exposure", "auto", .autoExposure, 3), ("exposure", "manual", .autoExposure, 1),
            ("focus", "auto", .focusAutomaticContinuous, 1), ("focus", "manual", .focusAutomaticContinuous, 0),
            ("focus", "near", .focusAbsolute, 250), ("focus", "far", .focusAbsolute, 0),
            ("focus", "50%", .focusAbsolute, 125),
            ("zoom", "2x", .zoomAbsolute, 200), ("zoom", "1.5×", .zoomAbsolute, 150),
            ("zoom", "100%", .zoomAbsolute, 400),
            ("white_balance", "4500K", .whiteBalanceTemperature, 4500), ("White-Balance", "auto", .autoWhiteBalance, 1),
            ("power_line", "50Hz", .powerLineFrequency, 1), ("power_line", "60 Hz", .powerLineFrequency, 2),
            ("power_line", "disabled", .powerLineFrequency, 0),
            ("pan", "10deg", .panAbsolute, 36000), ("pan", "-5°", .panAbsolute, -18000),
            ("pan", "3600arcsec", .panAbsolute, 3600),
            ("brightness", "50%", .brightness, 64), ("brightness", "0%", .brightness, -64), ("gain", "60%", .gain, 153),
        ] as [(String, String, ControlID, Int64)])
    func units(_ name: String, _ text: String, _ id: ControlID, _ number: Int64) throws {
        let wanted = try Webcam().wanted(name, text)
        #expect(wanted.control.id == id)
        #expect(wanted.value == .integer(number))
        #expect(wanted.note == nil)
    }

    @Test("a control of the very name comes before what a plain name means, except a bias beside the exposure time")
    func ownName() throws {
        let bias = ControlDescription(id: .exposure, name: "Exposure", kind: .integer, maximum: 99)
        #expect(try ControlLookup(Webcam.standard + [bias]).find("exposure").id == .exposureTimeAbsolute)
        #expect(try ControlLookup(Webcam.standard + [bias]).findSaved("exposure").id == .exposure)
        let own = ControlDescription(id: ControlID(rawValue: 0x0098_19a0), name: "Focus", kind: .integer, maximum: 99)
        #expect(try ControlLookup(Webcam.standard + [own]).find("focus").id == own.id)
        #expect(try ControlLookup(Webcam.standard).find("exposure").id == .exposureTimeAbsolute)
    }

    @Test(
        "out of range is refused with the range in both units",
        arguments: [
            ("exposure", "900ms", "3 to 2047 (0.3 ms to 204.7 ms)"),
            ("exposure", "5000", "3 to 2047 (0.3 ms to 204.7 ms)"),
            ("zoom", "8x", "100 to 400 (1× to 4×)"), ("pan", "90deg", "-36000 to 36000 (-10° to 10°) in steps of 3600"),
            ("white_balance", "9000K", "2000 to 6500 (2000 K to 6500 K)"), ("brightness", "120%", "0% to 100%"),
            ("power_line", "400Hz", "0 (Disabled), 1 (50 Hz), 2 (60 Hz)"),
        ])
    func outOfRange(_ name: String, _ text: String, _ range: String) throws {
        #expect { _ = try Webcam().wanted(name, text) } throws: {
            ($0 as? ControlError)?.kind == .invalidValue && "\($0)".contains(range)
        }
    }

    @Test(
        "values that are unknown or make no sense are rejected with the reason",
        arguments: [
            ("gain", "+2stops", "no unit"), ("focus", "3x", "it accepts 0 to 250"), ("exposure", "8Hz", "0.3 ms"),
            ("exposure", "50%", "no useful percentage"), ("brightness", "auto", "no automatic mode"),
            ("exposure", "nanms", "whole number"),
            ("exposure", "1/0", "whole number"), ("exposure", "infms", "whole number"), ("zoom", "+1stop", "no unit"),
            ("exposure", "", "whole number"), ("exposure", "ms", "whole number"), ("focus", "close", "whole number"),
        ])
    func refused(_ name: String, _ text: String, _ reason: String) throws {
        #expect { _ = try Webcam().wanted(name, text) } throws: { "\($0)".contains(reason) }
    }

    @Test("a zoom whose numbers begin at 0 has no known factor")
    func zoomFromZero() throws {
        let zoom = ControlDescription(id: .zoomAbsolute, name: "Zoom, Absolute", kind: .integer, maximum: 10)
        let webcam = Webcam([zoom])
        #expect { _ = try webcam.wanted("zoom", "2x") } throws: { "\($0)".contains("not known") }
        #expect(try webcam.wanted("zoom", "50%").value == .integer(5))
        #expect(zoom.bothUnits(.integer(5)) == "5 (50 %)")
    }

    @Test("clamping uses the nearest end and adds a note; so does a value between steps")
    func notes() throws {
        let webcam = Webcam()
        let clamped = try webcam.wanted("exposure", "900ms", clamps: true)
        #expect(clamped.value == .integer(2047))
        #expect(clamped.note?.contains("out of range; using the maximum, 2047 (204.7 ms)") == true)
        #expect(try webcam.wanted("brightness", "-500", clamps: true).value == .integer(-64))
        #expect(try webcam.wanted("brightness", "120%", clamps: true).value == .integer(192))
        let between = try webcam.wanted("exposure", "1/60")
        #expect(between.value == .integer(167))
        #expect(between.note == "1/60 is between two steps; using 167 (16.7 ms)")
        let plain = try webcam.wanted("focus_absolute", "77")
        #expect(plain.value == .integer(77))
        #expect(plain.note?.contains("steps of 5") == true)
        // Nothing is clamped that was not asked to be.
        #expect(throws: ControlError.self) { _ = try webcam.wanted("brightness", "-500") }
    }

    @Test("both units stand side by side; what has none is as it was")
    func bothUnits() throws {
        func both(_ id: ControlID, _ value: Int64) throws -> String {
            try #require(Webcam.standard.first { $0.id == id }).bothUnits(.integer(value))
        }
        #expect(try both(.exposureTimeAbsolute, 80) == "80 (8 ms)")
        #expect(try both(.exposureTimeAbsolute, 3) == "3 (0.3 ms)")
        #expect(try both(.zoomAbsolute, 150) == "150 (1.5×)")
        #expect(try both(.panAbsolute, -18000) == "-18000 (-5°)")
        #expect(try both(.brightness, 64) == "64 (50 %)")
        #expect(try both(.powerLineFrequency, 1) == "1 (50 Hz)")
        #expect(try both(.autoWhiteBalance, 1) == "on")
    }
}

@Suite("a plan of settings")
struct SettingsPlanTests {
    @Test("what a setting needs is put first and named with the reason")
    func prerequisites() throws {
        let webcam = Webcam()
        let plan = try webcam.plan(["brightness": "50%", "exposure": "8ms", "white_balance": "4500K", "focus": "near"])
        #expect(
            plan.steps.map(\.control.id).prefix(3).sorted()
                == [.autoWhiteBalance, .autoExposure, .focusAutomaticContinuous].sorted())
        #expect(
            plan.steps.map(\.control.id).suffix(4) == [
                .brightness, .exposureTimeAbsolute, .whiteBalanceTemperature, .focusAbsolute,
            ])
        let reasons = plan.steps.compactMap(\.reason)
        #expect(
            reasons == [
                "exposure_time_absolute needs auto_exposure 1 (Manual Mode)",
                "white_balance_temperature needs white_balance_automatic off",
                "focus_absolute needs focus_automatic_continuous off",
            ])
        #expect(SettingsTransaction(plan, on: webcam).refusal == nil)
        #expect(webcam[.exposureTimeAbsolute] == 80)
    }

    @Test("what is met already is not set again; where only shutter priority is, that is taken")
    func manualChoices() throws {
        let webcam = Webcam()
        webcam[.autoExposure] = 1
        #expect(try webcam.plan(["exposure": "8ms"]).steps.map(\.control.id) == [.exposureTimeAbsolute])
        var list = Webcam.standard
        list[2].menu = [.init(index: 0, label: "Auto Mode"), .init(index: 2, label: "Shutter Priority Mode")]
        let other = Webcam(list)
        other[.autoExposure] = 0
        #expect(try other.plan(["exposure": "8ms"]).steps.first?.value == .integer(2))
        #expect(try other.wanted("exposure", "auto").value == .integer(0))
    }

    @Test("an automatic mode comes last, after what it will govern")
    func automaticLast() throws {
        let webcam = Webcam()
        webcam[.focusAutomaticContinuous] = 0
        let plan = try webcam.plan(["focus": "auto", "brightness": "0"])
        #expect(plan.steps.map(\.control.id) == [.brightness, .focusAutomaticContinuous])
    }

    @Test("contradictions are refused")
    func contradictions() throws {
        let webcam = Webcam()
        #expect { _ = try webcam.plan(["exposure": "auto", "exposure_time_absolute": "80"]) } throws: {
            "\($0)".contains("remove one of them")
        }
        #expect { _ = try webcam.plan(["gain": "1", "gain": "2"]) } throws: { "\($0)".contains("to both 1 and 2") }
        #expect { _ = try webcam.plan(["privacy": "on"]) } throws: { "\($0)".contains("is read-only") }
        #expect(try webcam.plan(["gain": "1", "gain": "1"]).steps.count == 1)
    }

    @Test("a gain that automatic exposure will overwrite gets a note")
    func gain() throws {
        let webcam = Webcam()
        #expect(try webcam.plan(["gain": "5"]).steps[0].note?.contains("automatic exposure may change it") == true)
        #expect(try webcam.plan(["gain": "5", "exposure": "manual"]).steps.allSatisfy { $0.note == nil })
    }

    @Test("an inactive control with an unknown master gets a note")
    func unknownMaster() throws {
        var list = Webcam.standard
        list[0].flags = .inactive
        #expect(try Webcam(list).plan(["brightness": "5"]).steps[0].note?.contains("unknown automatic mode") == true)
    }
}

@Suite("settings made as one")
struct SettingsTransactionTests {
    @Test("when one is refused the others have what they had, automatic modes too")
    func rollback() throws {
        let webcam = Webcam()
        webcam.state.withLock { _ = $0.refused.insert(.zoomAbsolute) }
        let before = webcam.state.withLock { $0.values }
        let plan = try webcam.plan(["brightness": "50%", "exposure": "8ms", "zoom": "2x", "gain": "9"])
        let transaction = SettingsTransaction(plan, on: webcam)
        #expect(transaction.refusal?.id == .zoomAbsolute)
        #expect(transaction.changes.map(\.step.control.id) == [.autoExposure, .brightness, .exposureTimeAbsolute])
        #expect(transaction.notPutBack.isEmpty)
        #expect(webcam.made.count == 6)
        #expect(webcam.state.withLock { $0.values } == before)
    }

    @Test("a control that cannot be restored is reported")
    func stuck() throws {
        let webcam = Webcam()
        let plan = try webcam.plan(["brightness": "5", "zoom": "2x"])
        // Refused from the second setting on.
        final class Stubborn: ControlSurface {
            let webcam: Webcam
            init(_ webcam: Webcam) { self.webcam = webcam }
            func controls() throws(ControlError) -> [ControlDescription] { try webcam.controls() }
            func value(of id: ControlID) throws(ControlError) -> ControlValue { try webcam.value(of: id) }
            func set(_ settings: [ControlSetting]) throws(ControlError) {
                guard webcam.made.isEmpty else { throw ControlError(.failed, id: settings[0].id, "cannot set it: EIO") }
                try webcam.set(settings)
            }
        }
        let transaction = SettingsTransaction(plan, on: Stubborn(webcam))
        #expect(transaction.refusal?.id == .zoomAbsolute)
        #expect(transaction.notPutBack.map(\.id) == [.brightness])
        #expect(transaction.changes[0].after == .integer(5))
    }

    @Test("each control is read back, and a difference is reported")
    func readBack() throws {
        let webcam = Webcam()
        webcam.state.withLock { $0.limit = 60 }
        let transaction = SettingsTransaction(try webcam.plan(["gain": "200", "brightness": "1"]), on: webcam)
        #expect(transaction.refusal == nil)
        #expect(transaction.changes.map(\.differs) == [true, false])
        #expect(transaction.changes[0].after == .integer(60))
        #expect(transaction.changes[0].before == .integer(10))
    }

    @Test("in a non-atomic transaction the rest is set although one setting is rejected")
    func notAtomic() throws {
        let webcam = Webcam()
        webcam.state.withLock { _ = $0.refused.insert(.brightness) }
        let plan = try webcam.plan(["brightness": "5", "gain": "9"])
        let transaction = SettingsTransaction(plan, on: webcam, isAtomic: false)
        #expect(transaction.refusals.map(\.id) == [.brightness])
        #expect(webcam[.gain] == 9)
    }

    @Test("a mode that is put back to manual finds its control as it was")
    func governedMoved() throws {
        let webcam = Webcam()
        webcam[.focusAutomaticContinuous] = 0
        let plan = SettingsPlanProbe.reordered(try webcam.plan(["focus": "auto", "zoom": "2x"]))
        webcam.state.withLock { _ = $0.refused.insert(.zoomAbsolute) }
        final class Moving: ControlSurface {
            let webcam: Webcam
            init(_ webcam: Webcam) { self.webcam = webcam }
            func controls() throws(ControlError) -> [ControlDescription] { try webcam.controls() }
            func value(of id: ControlID) throws(ControlError) -> ControlValue { try webcam.value(of: id) }
            func set(_ settings: [ControlSetting]) throws(ControlError) {
                try webcam.set(settings)
                if settings[0].id == .focusAutomaticContinuous, webcam[.focusAutomaticContinuous] == 1 {
                    webcam[.focusAbsolute] = 200
                }
            }
        }
        let transaction = SettingsTransaction(plan, on: Moving(webcam))
        #expect(transaction.refusal?.id == .zoomAbsolute)
        #expect(webcam[.focusAutomaticContinuous] == 0)
        #expect(webcam[.focusAbsolute] == 30)
    }
}

/// The automatic mode first, so that what comes after it is refused.
private enum SettingsPlanProbe {
    static func reordered(_ plan: SettingsPlan) -> SettingsPlan {
        var plan = plan
        plan.steps.reverse()
        return plan
    }
}
