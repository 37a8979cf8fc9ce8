// SPDX-License-Identifier: Apache-2.0

package import CameraControls

/// Controls that only keep their value, in front of a surface whose controls act: together those of a usual webcam.
///
/// A control both have belongs to the surface. Used from one thread.
package final class RegisterBank: ControlSurface, @unchecked Sendable {
    // Unchecked: the device runs in one thread.
    private let surface: (any ControlSurface)?
    private let registers: [ControlDescription]
    private var values: [ControlID: Int64]

    package init(over surface: (any ControlSurface)?, registers: [ControlDescription]) throws(ControlError) {
        self.surface = surface
        let taken = Set(try surface?.controls().map(\.id) ?? [])
        self.registers = registers.filter { !taken.contains($0.id) }
        values = Dictionary(uniqueKeysWithValues: self.registers.map { ($0.id, $0.defaultValue) })
    }

    package func controls() throws(ControlError) -> [ControlDescription] {
        (try surface?.controls() ?? []) + registers
    }

    package func value(of id: ControlID) throws(ControlError) -> ControlValue {
        if let value = values[id] { return .integer(value) }
        guard let surface else { throw ControlError(.unknownControl, id: id, "cannot read \(id): no such control.") }
        return try surface.value(of: id)
    }

    package func set(_ settings: [ControlSetting]) throws(ControlError) {
        for setting in settings {
            guard let register = registers.first(where: { $0.id == setting.id }) else {
                guard let surface else {
                    throw ControlError(.unknownControl, id: setting.id, "cannot set \(setting.id): no such control.")
                }
                try surface.set([setting])
                continue
            }
            guard case .integer(let value) = setting.value, (register.minimum...register.maximum).contains(value) else {
                throw ControlError(.invalidValue, id: setting.id, "cannot set \(register.key): out of range.")
            }
            values[setting.id] = value
        }
    }

    /// What a webcam has beside the controls of light and focus.
    package static let webcam: [ControlDescription] = [
        ControlDescription(id: .brightness, name: "Brightness", kind: .integer, minimum: -64, maximum: 64),
        ControlDescription(
            id: .contrast, name: "Contrast", kind: .integer, minimum: 0, maximum: 100, defaultValue: 50),
        ControlDescription(
            id: .saturation, name: "Saturation", kind: .integer, minimum: 0, maximum: 100, defaultValue: 50),
        ControlDescription(
            id: .sharpness, name: "Sharpness", kind: .integer, minimum: 0, maximum: 15, defaultValue: 3),
        ControlDescription(id: .gain, name: "Gain", kind: .integer, minimum: 0, maximum: 255, defaultValue: 16),
        ControlDescription(
            id: .autoWhiteBalance, name: "White Balance, Automatic", kind: .boolean, maximum: 1, defaultValue: 1),
        ControlDescription(
            id: .whiteBalanceTemperature, name: "White Balance Temperature", kind: .integer, minimum: 2800,
            maximum: 6500, step: 10, defaultValue: 4600),
        ControlDescription(
            id: .backlightCompensation, name: "Backlight Compensation", kind: .integer, minimum: 0, maximum: 2,
            defaultValue: 1),
        ControlDescription(
            id: .powerLineFrequency, name: "Power Line Frequency", kind: .menu, maximum: 2, defaultValue: 1,
            menu: [
                ControlMenuItem(index: 0, label: "Disabled"), ControlMenuItem(index: 1, label: "50 Hz"),
                ControlMenuItem(index: 2, label: "60 Hz"),
            ]),
        ControlDescription(
            id: .autoExposure, name: "Auto Exposure", kind: .menu, maximum: 3, defaultValue: 3,
            menu: [
                ControlMenuItem(index: 1, label: "Manual Mode"),
                ControlMenuItem(index: 3, label: "Aperture Priority Mode"),
            ]),
        ControlDescription(
            id: .exposureTimeAbsolute, name: "Exposure Time, Absolute", kind: .integer, minimum: 1, maximum: 5000,
            defaultValue: 156),
        ControlDescription(
            id: .exposureDynamicFramerate, name: "Exposure, Dynamic Framerate", kind: .boolean, maximum: 1),
        ControlDescription(
            id: .focusAbsolute, name: "Focus, Absolute", kind: .integer, minimum: 0, maximum: 250, step: 5),
        ControlDescription(
            id: .focusAutomaticContinuous, name: "Focus, Automatic Continuous", kind: .boolean, maximum: 1,
            defaultValue: 1),
        ControlDescription(
            id: .zoomAbsolute, name: "Zoom, Absolute", kind: .integer, minimum: 100, maximum: 500, defaultValue: 100),
        ControlDescription(
            id: .panAbsolute, name: "Pan, Absolute", kind: .integer, minimum: -36000, maximum: 36000, step: 3600),
        ControlDescription(
            id: .tiltAbsolute, name: "Tilt, Absolute", kind: .integer, minimum: -36000, maximum: 36000, step: 3600),
        ControlDescription(id: .privacy, name: "Privacy", kind: .boolean, maximum: 1),
    ]
}
