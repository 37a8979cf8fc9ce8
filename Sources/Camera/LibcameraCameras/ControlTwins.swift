// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// libcamera's controls under V4L2's ids and in its units, so that names, profiles and calibration work unchanged. What has no
/// twin gets an id of our own.
package struct ControlTwins {
    private let raw: [String: RawControl]
    /// An exposure or gain that was set stays in force when automatic exposure is switched on again, unless it is set to 0:
    /// the Raspberry Pi's pipeline before libcamera 0.5.
    private let fixedExposureStays: Bool

    package init(_ controls: [RawControl], fixedExposureStays: Bool) {
        raw = Dictionary(controls.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.fixedExposureStays = fixedExposureStays
    }

    /// Gain is in hundredths of a factor.
    static let unitGain: Int64 = 100

    /// Those with a twin in V4L2's order, then the others by name.
    package var all: [MappedControl] {
        let twins = [
            automaticExposure, twin("ExposureTime", .exposureTimeAbsolute, "Exposure Time, Absolute", by: 0.01),
            twin("AnalogueGain", .gain, "Gain", by: Double(Self.unitGain)),
            automaticFocus, twin("LensPosition", .focusAbsolute, "Focus, Absolute", by: 100), zoom,
            twin("Brightness", .brightness, "Brightness", by: 1000), twin("Contrast", .contrast, "Contrast", by: 1000),
            twin("Saturation", .saturation, "Saturation", by: 1000),
            twin("Sharpness", .sharpness, "Sharpness", by: 1000),
            twin("Gamma", .gamma, "Gamma", by: 1000), twin("Hue", .hue, "Hue", by: 1),
            raw["AwbEnable"].map { MappedControl.switched($0, .autoWhiteBalance, "White Balance, Automatic") },
            twin("ColourTemperature", .whiteBalanceTemperature, "White Balance Temperature", by: 1),
            powerLine, exposureBias,
        ].compactMap { $0 }.sorted { $0.description.id < $1.description.id }
        let used = Set(twins.flatMap(\.parts))
        return twins + others(without: used)
    }

    private func twin(_ name: String, _ id: ControlID, _ title: String, by scale: Double) -> MappedControl? {
        raw[name].flatMap { MappedControl.scaled($0, id, title, by: scale) }.map { control in
            guard name == "ExposureTime" else { return control }
            // 0 means automatic to some pipelines.
            var control = control
            control.description.minimum = max(1, control.description.minimum)
            control.description.isConverted = true
            return control
        }
    }

    private var automaticExposure: MappedControl? {
        let isOld = raw["AeEnable"] != nil
        let switches = isOld ? [raw["AeEnable"]] : [raw["ExposureTimeMode"], raw["AnalogueGainMode"]]
        let parts = switches.compactMap { $0 }
        guard let first = parts.first else { return nil }
        let released = fixedExposureStays ? [raw["ExposureTime"], raw["AnalogueGain"]].compactMap { $0 } : []
        return MappedControl(
            description: ControlDescription(
                id: .autoExposure, name: "Auto Exposure", kind: .menu, minimum: 1, maximum: 3, defaultValue: 3,
                flags: .update,
                menu: [
                    ControlMenuItem(index: 1, label: "Manual Mode"),
                    ControlMenuItem(index: 3, label: "Aperture Priority Mode"),
                ]),
            parts: parts.map(\.id),
            encode: { value in
                // AeEnable is true for automatic; the modes are 0 for automatic and 1 for manual.
                let isManual = value == 1
                return parts.map { RawValue($0, [isManual == isOld ? 0 : 1]) }
                    + (isManual ? [] : released.map { RawValue($0, [0]) })
            },
            decode: { numbers in numbers(first.id)?.first.map { ($0 == 0) == isOld ? 1 : 3 } })
    }

    /// Modes of `AfMode`: 0 manual, 1 on request, 2 continuous, in all versions.
    private var automaticFocus: MappedControl? {
        guard let mode = raw["AfMode"] else { return nil }
        let offered = mode.choices.isEmpty ? (mode.maximum.first ?? 0) >= 2 : mode.choices.contains { $0.value == 2 }
        guard offered else { return nil }
        return MappedControl(
            description: ControlDescription(
                id: .focusAutomaticContinuous, name: "Focus, Automatic Continuous", kind: .boolean, minimum: 0,
                maximum: 1,
                defaultValue: mode.standard.first == 2 ? 1 : 0, flags: .update),
            parts: [mode.id],
            encode: { [RawValue(mode, [$0 == 0 ? 0 : 2])] },
            decode: { numbers in numbers(mode.id)?.first.map { $0 == 0 ? 0 : 1 } })
    }

    /// The middle part of the sensor, in hundredths of the magnification.
    private var zoom: MappedControl? {
        guard let crop = raw["ScalerCrop"], crop.maximum.count == 4 else { return nil }
        // What the stream shows of the sensor without a crop, which may be less than all of it.
        let whole = crop.standard.count == 4 && crop.standard[2] > 0 ? crop.standard : crop.maximum
        let least = crop.minimum.count == 4 && crop.minimum[2] > 0 ? crop.minimum[2] : whole[2] / 16
        guard whole[2] > 0, whole[3] > 0, least < whole[2] else { return nil }
        let most = Int64(min(16, whole[2] / least) * 100)
        return MappedControl(
            description: ControlDescription(
                id: .zoomAbsolute, name: "Zoom, Absolute", kind: .integer, minimum: 100, maximum: most,
                defaultValue: 100),
            parts: [crop.id],
            encode: { value in
                let magnification = max(1, Double(value) / 100)
                // Even numbers, so that the pattern of the sensor's colours stays in place.
                let (width, height) = (even(whole[2] / magnification), even(whole[3] / magnification))
                let (left, top) = (whole[0] + even((whole[2] - width) / 2), whole[1] + even((whole[3] - height) / 2))
                return [RawValue(crop, [left, top, width, height])]
            },
            decode: { numbers in
                guard let now = numbers(crop.id), now.count == 4, now[2] > 0 else { return nil }
                return max(100, min(most, Int64((100 * whole[2] / now[2]).rounded())))
            })
    }

    /// `AeFlickerMode`: 0 off, 1 by the period, 2 automatic; the period is that of the flicker, half of the mains'.
    private var powerLine: MappedControl? {
        guard let mode = raw["AeFlickerMode"], let period = raw["AeFlickerPeriod"] else { return nil }
        let values =
            mode.choices.isEmpty
            ? [0, 1, 2].filter { Double($0) <= mode.maximum.first ?? 0 } : mode.choices.map(\.value)
        let items: [(Int64, String, Int64)] = [(0, "Disabled", 0), (1, "50 Hz", 1), (2, "60 Hz", 1), (3, "Auto", 2)]
        let menu = items.filter { values.contains($0.2) }
        return MappedControl(
            description: ControlDescription(
                id: .powerLineFrequency, name: "Power Line Frequency", kind: .menu, minimum: 0, maximum: 3,
                defaultValue: 0,
                menu: menu.map { ControlMenuItem(index: $0.0, label: $0.1) }),
            parts: [mode.id, period.id],
            encode: { value in
                switch value {
                case 1: [RawValue(period, [10_000]), RawValue(mode, [1])]
                case 2: [RawValue(period, [8_333]), RawValue(mode, [1])]
                case 3: [RawValue(mode, [2])]
                default: [RawValue(mode, [0])]
                }
            },
            decode: { numbers in
                switch numbers(mode.id)?.first {
                case 0: 0
                case 1: numbers(period.id)?.first.map { $0 < 9_000 ? 2 : 1 }
                case 2: 3
                default: nil
                }
            })
    }

    /// Steps of half an EV, as V4L2 has them: a menu of thousandths.
    private var exposureBias: MappedControl? {
        guard let bias = raw["ExposureValue"], let low = bias.minimum.first, let high = bias.maximum.first, low < high
        else {
            return nil
        }
        let steps = (Int64((max(low, -4) * 2).rounded(.up))...Int64((min(high, 4) * 2).rounded(.down)))
        return MappedControl(
            description: ControlDescription(
                id: .exposureBias, name: "Auto Exposure, Bias", kind: .integerMenu, minimum: 0,
                maximum: Int64(steps.count - 1),
                defaultValue: -steps.lowerBound,
                menu: steps.enumerated().map { ControlMenuItem(index: Int64($0.offset), label: "\($0.element * 500)") }),
            parts: [bias.id],
            encode: { [RawValue(bias, [Double($0 + steps.lowerBound) / 2])] },
            decode: { numbers in numbers(bias.id)?.first.map { Int64(($0 * 2).rounded()) - steps.lowerBound } })
    }

    /// Values that are set with others, or are no single number.
    private static let unlisted: Set = [
        "FrameDurationLimits", "AfTrigger", "AfPause", "ColourGains", "AfWindows", "ScalerCrops",
        "ColourCorrectionMatrix", "SensorBlackLevels", "AeEnable", "ExposureTimeMode", "AnalogueGainMode",
    ]

    private func others(without used: Set<UInt32>) -> [MappedControl] {
        var ids: Set<ControlID> = []
        return raw.values.filter { !used.contains($0.id) && !Self.unlisted.contains($0.name) }.sorted {
            $0.name < $1.name
        }
        .compactMap { control in
            let id = Self.ownID(control.name)
            guard ids.insert(id).inserted else { return nil }
            let name = MappedControl.spaced(control.name)
            switch control.type {
            case .bool: return MappedControl.switched(control, id, name)
            case .byte, .integer32, .integer64:
                let isChoice = !control.choices.isEmpty || control.name.hasSuffix("Mode")
                return isChoice
                    ? MappedControl.chosen(control, id) : MappedControl.scaled(control, id, name, by: 1)
            case .float: return MappedControl.scaled(control, id, name, by: 1000)
            case .rectangle: return nil
            }
        }
    }

    /// An id for a control without a twin: beyond the kernel's classes, and made of the name, since libcamera's numbers change
    /// from version to version. The hash is FNV-1a.
    package static func ownID(_ name: String) -> ControlID {
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return ControlID(rawValue: 0x7c00_0000 | hash & 0xff_ffff)
    }
}

private func even(_ number: Double) -> Double { (number / 2).rounded(.down) * 2 }
