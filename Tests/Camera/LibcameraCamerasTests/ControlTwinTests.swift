// SPDX-License-Identifier: Apache-2.0

import CameraControls
import LibcameraCameras
import Testing

/// libcamera's controls under V4L2's ids, with the controls that real pipelines list.
@Suite("libcamera's controls")
struct ControlTwinTests {
    /// Of a Raspberry Pi's Camera Module 3, as `cam --list-controls` of libcamera 0.4 prints them.
    private static let module3 = [
        RawControl(id: 1, name: "AeEnable", type: .bool, minimum: [0], maximum: [1], standard: [1]),
        RawControl(id: 2, name: "ExposureTime", type: .integer32, minimum: [26], maximum: [220_417_486], standard: [20000]),
        RawControl(id: 3, name: "AnalogueGain", type: .float, minimum: [1.123], maximum: [16], standard: [1.123]),
        RawControl(
            id: 4, name: "AfMode", type: .integer32, minimum: [0], maximum: [2], standard: [0],
            choices: [.init(0, "AfModeManual"), .init(1, "AfModeAuto"), .init(2, "AfModeContinuous")]),
        RawControl(id: 5, name: "LensPosition", type: .float, minimum: [0], maximum: [15], standard: [1]),
        RawControl(
            id: 6, name: "ScalerCrop", type: .rectangle, minimum: [0, 0, 64, 64], maximum: [0, 0, 4608, 2592],
            standard: [576, 0, 3456, 2592]),
        RawControl(id: 7, name: "Brightness", type: .float, minimum: [-1], maximum: [1], standard: [0]),
        RawControl(
            id: 8, name: "AeFlickerMode", type: .integer32, minimum: [0], maximum: [1], standard: [0],
            choices: [.init(0, "FlickerOff"), .init(1, "FlickerManual")]),
        RawControl(id: 9, name: "AeFlickerPeriod", type: .integer32, minimum: [100], maximum: [1_000_000]),
        RawControl(id: 10, name: "FrameDurationLimits", type: .integer64, minimum: [33333], maximum: [120_000_000]),
        RawControl(
            id: 11, name: "AeMeteringMode", type: .integer32, minimum: [0], maximum: [3], standard: [0],
            choices: [.init(0, "MeteringCentreWeighted"), .init(1, "MeteringSpot"), .init(2, "MeteringMatrix")]),
        RawControl(id: 12, name: "ExposureValue", type: .float, minimum: [-8], maximum: [8], standard: [0]),
        RawControl(id: 13, name: "AfWindows", type: .rectangle, minimum: [0, 0, 0, 0], maximum: [0, 0, 65535, 65535]),
        RawControl(id: 14, name: "AwbEnable", type: .bool, minimum: [0], maximum: [1], standard: [1]),
    ]

    private func twin(
        _ id: ControlID, of controls: [RawControl] = module3, fixedExposureStays: Bool = false
    ) throws -> MappedControl {
        try #require(
            ControlTwins(controls, fixedExposureStays: fixedExposureStays).all.first { $0.description.id == id })
    }

    @Test("plain names find them, in units that people write")
    func plainNames() throws {
        let all = ControlTwins(Self.module3, fixedExposureStays: false).all.map(\.description)
        let lookup = ControlLookup(all)
        for (name, value, id, number) in [
            ("exposure", "8ms", ControlID.exposureTimeAbsolute, Int64(80)), ("focus", "near", .focusAbsolute, 1500),
            ("focus", "far", .focusAbsolute, 0), ("zoom", "2x", .zoomAbsolute, 200), ("gain", "400", .gain, 400),
            ("exposure", "auto", .autoExposure, 3), ("focus", "auto", .focusAutomaticContinuous, 1),
            ("power_line", "50Hz", .powerLineFrequency, 1),
        ] {
            let wanted = try WantedSetting(name, value, lookup: lookup, clamps: false) { _ in nil }
            #expect(wanted.control.id == id && wanted.value == .integer(number), "\(name)=\(value)")
        }
    }

    @Test("values go to libcamera in its units and come back")
    func values() throws {
        for (id, value, raw) in [
            (ControlID.exposureTimeAbsolute, Int64(80), [UInt32(2): [8000.0]]), (.gain, 250, [3: [2.5]]),
            (.focusAbsolute, 500, [5: [5]]), (.focusAutomaticContinuous, 1, [4: [2]]), (.focusAutomaticContinuous, 0, [4: [0]]),
            (.brightness, -250, [7: [-0.25]]), (.autoExposure, 1, [1: [0]]), (.autoExposure, 3, [1: [1]]),
            (.powerLineFrequency, 1, [8: [1], 9: [10000]]), (.powerLineFrequency, 2, [8: [1], 9: [8333]]),
            (.powerLineFrequency, 0, [8: [0]]), (.exposureBias, 10, [12: [1]]),
            // The middle half of what the stream shows, not of the whole sensor.
            (.zoomAbsolute, 200, [6: [1440, 648, 1728, 1296]]),
        ] {
            let control = try twin(id)
            let sent = Dictionary(uniqueKeysWithValues: control.encode(value).map { ($0.id, $0.numbers) })
            #expect(sent == raw, "\(control.description.name)")
            #expect(control.decode { sent[$0] } == value, "\(control.description.name)")
        }
    }

    @Test("ranges are whole numbers inside libcamera's")
    func ranges() throws {
        let exposure = try twin(.exposureTimeAbsolute).description
        #expect(exposure.minimum == 1 && exposure.maximum == 2_204_174 && exposure.defaultValue == 200)
        let gain = try twin(.gain).description
        #expect(gain.minimum == 113 && gain.maximum == 1600 && gain.defaultValue == 113)
        let zoom = try twin(.zoomAbsolute).description
        #expect(zoom.minimum == 100 && zoom.maximum == 1600)
        // Auto, which this pipeline does not have, is not offered.
        #expect(try twin(.powerLineFrequency).description.menu.map(\.index) == [0, 1, 2])
    }

    @Test("before libcamera 0.5, automatic exposure on a Pi also releases the exposure and gain that were set")
    func releases() throws {
        let sent = try twin(.autoExposure, fixedExposureStays: true).encode(3)
        #expect(Dictionary(uniqueKeysWithValues: sent.map { ($0.id, $0.numbers) }) == [1: [1], 2: [0], 3: [0]])
        #expect(try twin(.autoExposure, fixedExposureStays: true).encode(1).map(\.id) == [1])
    }

    @Test("the two modes that newer versions have are switched together")
    func newerModes() throws {
        var controls = Self.module3.filter { $0.name != "AeEnable" }
        controls.append(RawControl(id: 31, name: "ExposureTimeMode", type: .integer32, minimum: [0], maximum: [1]))
        controls.append(RawControl(id: 32, name: "AnalogueGainMode", type: .integer32, minimum: [0], maximum: [1]))
        let control = try twin(.autoExposure, of: controls)
        #expect(control.encode(1).map(\.numbers) == [[1], [1]] && control.encode(3).map(\.numbers) == [[0], [0]])
        #expect(control.decode { $0 == 31 ? [0] : nil } == 3)
    }

    @Test("what has no twin gets an id of its own, the same in every version")
    func others() throws {
        let all = ControlTwins(Self.module3, fixedExposureStays: false).all
        let metering = try #require(all.first { $0.description.key == "ae_metering_mode" }).description
        #expect(metering.id == ControlTwins.ownID("AeMeteringMode") && metering.id.rawValue >> 24 == 0x7c)
        #expect(metering.menu.map(\.label) == ["Centre Weighted", "Spot", "Matrix"])
        // Arrays and rectangles cannot be set as one number.
        #expect(!all.contains { $0.description.key.contains("windows") || $0.description.key.contains("duration") })
        #expect(Set(all.map(\.description.id)).count == all.count)
    }

    @Test("ranges that make no sense are left out", arguments: [[Double.nan], [], [.infinity]])
    func senseless(maximum: [Double]) {
        let control = RawControl(id: 1, name: "AnalogueGain", type: .float, minimum: [1], maximum: maximum)
        #expect(ControlTwins([control], fixedExposureStays: false).all.isEmpty)
    }
}
