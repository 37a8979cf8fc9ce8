// SPDX-License-Identifier: Apache-2.0

internal import CAravis
package import CameraControls

/// Exposure, gain and trigger of a GenICam camera, under V4L2's ids where there are any: exposure in 100 µs, gain in hundredths of
/// the camera's unit, which is decibel on most. They stay until the camera loses power.
package final class GenICamControls: ControlSurface {
    private let camera: GenICamCamera

    /// Beyond the kernel's classes and libcamera's.
    static let triggerMode = ControlID(rawValue: 0x7d00_0001)

    package init(_ camera: GenICamCamera) { self.camera = camera }

    private static let gainScale = 100.0

    package func controls() throws(ControlError) -> [ControlDescription] {
        var all: [ControlDescription] = []
        let gain = camera.read(CARAVIS_GAIN)
        let exposure = camera.read(CARAVIS_EXPOSURE_US)
        if gain.is_there != 0 {
            if gain.has_automatic != 0 {
                all.append(
                    ControlDescription(
                        id: .autogain, name: "Gain, Automatic", kind: .boolean, minimum: 0, maximum: 1, flags: .update))
            }
            all.append(number(gain, .gain, "Gain", by: Self.gainScale))
        }
        if exposure.is_there != 0 {
            if exposure.has_automatic != 0 {
                all.append(
                    ControlDescription(
                        id: .autoExposure, name: "Auto Exposure", kind: .menu, minimum: 1, maximum: 3, defaultValue: 1,
                        flags: .update,
                        menu: [
                            ControlMenuItem(index: 1, label: "Manual Mode"),
                            ControlMenuItem(index: 3, label: "Aperture Priority Mode"),
                        ]))
            }
            var description = number(exposure, .exposureTimeAbsolute, "Exposure Time, Absolute", by: 0.01)
            description.minimum = max(1, description.minimum)
            description.isConverted = true
            all.append(description)
        }
        if word("TriggerMode") != nil {
            all.append(
                ControlDescription(
                    id: Self.triggerMode, name: "Trigger Mode", kind: .menu, minimum: 0, maximum: 1,
                    menu: [ControlMenuItem(index: 0, label: "Off"), ControlMenuItem(index: 1, label: "On")]))
        }
        return all.sorted { $0.id < $1.id }
    }

    private func number(
        _ number: caravis_number, _ id: ControlID, _ name: String, by scale: Double
    ) -> ControlDescription {
        func whole(_ value: Double) -> Int64 {
            guard value.isFinite else { return 0 }
            return Int64(max(Double(Int32.min), min(Double(Int32.max), (value * scale).rounded())))
        }
        let low = whole(number.minimum)
        var description = ControlDescription(
            id: id, name: name, kind: .integer, minimum: low, maximum: max(low, whole(number.maximum)),
            defaultValue: low)
        // GenICam has no defaults, so that a reset changes nothing.
        description.defaultValue = max(description.minimum, min(description.maximum, whole(number.value)))
        if number.is_automatic != 0 { description.flags = [.inactive, .volatile] }
        return description
    }

    private func word(_ feature: String) -> String? {
        unsafe caravis_word(camera.handle.pointer, feature).map { unsafe String(cString: $0) }
    }

    package func value(of id: ControlID) throws(ControlError) -> ControlValue {
        switch id {
        case .exposureTimeAbsolute: return try integer(id, CARAVIS_EXPOSURE_US) { ($0.value * 0.01).rounded() }
        case .gain: return try integer(id, CARAVIS_GAIN) { ($0.value * Self.gainScale).rounded() }
        case .autoExposure: return try integer(id, CARAVIS_EXPOSURE_US) { $0.is_automatic != 0 ? 3 : 1 }
        case .autogain: return try integer(id, CARAVIS_GAIN) { $0.is_automatic != 0 ? 1 : 0 }
        case Self.triggerMode:
            guard let word = word("TriggerMode") else { throw unknown(id) }
            return .integer(word == "On" ? 1 : 0)
        default: throw unknown(id)
        }
    }

    private func integer(
        _ id: ControlID, _ which: Int, _ value: (caravis_number) -> Double
    ) throws(ControlError) -> ControlValue {
        let number = camera.read(which)
        guard number.is_there != 0 else { throw unknown(id) }
        let result = value(number)
        guard result.isFinite, abs(result) < 1e15 else {
            throw ControlError(.failed, id: id, "cannot read control \(id) of \(camera.name): it reports no number")
        }
        return .integer(Int64(result))
    }

    package func set(_ settings: [ControlSetting]) throws(ControlError) {
        let known = try controls()
        for setting in settings {
            guard let control = known.first(where: { $0.id == setting.id }) else { throw unknown(setting.id) }
            guard case .integer(let value) = setting.value else {
                throw ControlError(
                    .invalidValue, id: setting.id, "cannot set \(control.key) of \(camera.name): it takes a number")
            }
            try set(control, min(max(value, control.minimum), control.maximum))
        }
    }

    private func set(_ control: ControlDescription, _ value: Int64) throws(ControlError) {
        var failure = [CChar](repeating: 0, count: Int(CARAVIS_FAILURE))
        let handle = camera.handle
        let result: Int32 =
            switch control.id {
            case .exposureTimeAbsolute:
                unsafe caravis_write(handle.pointer, Int32(CARAVIS_EXPOSURE_US), Double(value) * 100, &failure)
            case .gain:
                unsafe caravis_write(handle.pointer, Int32(CARAVIS_GAIN), Double(value) / Self.gainScale, &failure)
            case .autoExposure:
                unsafe caravis_set_automatic(handle.pointer, Int32(CARAVIS_EXPOSURE_US), value == 1 ? 0 : 1, &failure)
            case .autogain: unsafe caravis_set_automatic(handle.pointer, Int32(CARAVIS_GAIN), Int32(value), &failure)
            default: unsafe caravis_set_word(handle.pointer, "TriggerMode", value == 1 ? "On" : "Off", &failure)
            }
        guard result == 0 else {
            throw ControlError(
                .failed, id: control.id,
                "cannot set \(control.key) of \(camera.name): \(GenICamCamera.text(failure)); another program may control it"
            )
        }
    }

    private func unknown(_ id: ControlID) -> ControlError {
        ControlError(.unknownControl, id: id, "cannot find control \(id): \(camera.name) has none with this number")
    }
}
