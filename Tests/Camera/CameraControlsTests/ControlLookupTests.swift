// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Testing

@Suite("Finding controls by name")
struct ControlLookupTests {
    /// As a webcam under Linux 6.1 names them.
    private let webcam = ControlLookup([
        ControlDescription(id: ControlID(rawValue: 0x0098_0001), name: "User Controls", kind: .controlClass),
        ControlDescription(id: .brightness, name: "Brightness", kind: .integer),
        ControlDescription(id: .gain, name: "Gain", kind: .integer),
        ControlDescription(id: .autoWhiteBalance, name: "White Balance, Automatic", kind: .boolean),
        ControlDescription(id: .whiteBalanceTemperature, name: "White Balance Temperature", kind: .integer),
        ControlDescription(id: .autoExposure, name: "Auto Exposure", kind: .menu),
        ControlDescription(id: .exposureTimeAbsolute, name: "Exposure Time, Absolute", kind: .integer),
        ControlDescription(id: .exposureDynamicFramerate, name: "Exposure, Dynamic Framerate", kind: .boolean),
        ControlDescription(id: .focusAutomaticContinuous, name: "Focus, Automatic Continuous", kind: .boolean),
        ControlDescription(id: .hue, name: "Hue", kind: .integer, flags: .disabled),
    ])

    /// The same camera under Linux 5.10.
    private let before516 = ControlLookup([
        ControlDescription(id: .autoWhiteBalance, name: "White Balance Temperature, Auto", kind: .boolean),
        ControlDescription(id: .autoExposure, name: "Exposure, Auto", kind: .menu),
        ControlDescription(id: .exposureTimeAbsolute, name: "Exposure (Absolute)", kind: .integer),
        ControlDescription(id: .exposureDynamicFramerate, name: "Exposure, Auto Priority", kind: .boolean),
        ControlDescription(id: .focusAutomaticContinuous, name: "Focus, Auto", kind: .boolean),
    ])

    @Test(
        "letter case, spaces, hyphens and underscores do not matter",
        arguments: [
            "exposure_time_absolute", "Exposure Time, Absolute", "EXPOSURE-TIME-ABSOLUTE", "exposuretimeabsolute",
            " exposure  time absolute ", "0x009a0902", "0X9A0902", "10094850",
        ])
    func spellings(name: String) throws {
        #expect(try webcam.find(name).id == .exposureTimeAbsolute)
    }

    static let renamed: [(old: String, new: String, id: ControlID)] = [
        ("white_balance_temperature_auto", "white_balance_automatic", .autoWhiteBalance),
        ("exposure_auto", "auto_exposure", .autoExposure),
        ("exposure_absolute", "exposure_time_absolute", .exposureTimeAbsolute),
        ("exposure_auto_priority", "exposure_dynamic_framerate", .exposureDynamicFramerate),
        ("focus_auto", "focus_automatic_continuous", .focusAutomaticContinuous),
    ]

    @Test("names from before and after Linux 5.16 both find the control, on either kernel", arguments: renamed)
    func renamings(old: String, new: String, id: ControlID) throws {
        for lookup in [webcam, before516] {
            #expect(try lookup.find(old).id == id)
            #expect(try lookup.find(new).id == id)
        }
        #expect(try webcam.find(old).key == new)
        #expect(try before516.find(new).key == old)
    }

    @Test("a control's present name wins over another's old one")
    func presentNameFirst() throws {
        let odd = ControlLookup([
            ControlDescription(id: .autoExposure, name: "Auto Exposure", kind: .menu),
            ControlDescription(id: ControlID(rawValue: 0x0a04_6d01), name: "Exposure Auto", kind: .boolean),
        ])
        #expect(try odd.find("exposure_auto").id == ControlID(rawValue: 0x0a04_6d01))
    }

    @Test("class headings and disabled controls are not found", arguments: ["user_controls", "0x00980001", "hue"])
    func hidden(name: String) {
        let error = #expect(throws: ControlError.self) { try webcam.find(name) }
        #expect(error?.kind == .unknownControl)
        #expect(error?.id == nil)
    }

    @Test(
        "an unknown name is told which controls are near it",
        arguments: [
            ("white", "did you mean white_balance_automatic, white_balance_temperature?"),
            ("gain_automatic", "did you mean gain?"),
            ("expos", "did you mean auto_exposure, exposure_time_absolute, exposure_dynamic_framerate?"),
            ("brightest", "did you mean brightness?"),
            ("zoom", "run `candela controls` to list its controls"),
            ("0x009a090d", "run `candela controls` to list its controls"),
            ("", "run `candela controls` to list its controls"),
        ])
    func unknown(name: String, hint: String) {
        let error = #expect(throws: ControlError.self) { try webcam.find(name) }
        #expect(error?.description == "cannot find control \(name): the camera has no control of that name; \(hint)")
    }

    @Test(
        "a control whose own name has no Latin letters is found by number only, and as people call it, and hinted at by none"
    )
    func nameless() {
        let foreign = ControlLookup([ControlDescription(id: .gain, name: "増幅", kind: .integer)])
        for name in ["", "--", "明るさ", "contrast"] {
            let error = #expect(throws: ControlError.self) { try foreign.find(name) }
            #expect(error?.description.hasSuffix("run `candela controls` to list its controls") == true, "\(name)")
        }
        #expect(throws: Never.self) { try foreign.find("0x00980913") }
        #expect(throws: Never.self) { try foreign.find("gain") }
    }
}
