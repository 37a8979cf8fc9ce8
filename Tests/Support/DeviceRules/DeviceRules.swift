// SPDX-License-Identifier: Apache-2.0

import CameraControls
import CameraListings
package import PublishedCameras

/// Rules that hold for every camera. Each gives the contradictions that it finds, as sentences.
package struct DeviceRules {
    let camera: PublishedCamera
    let controls: [ControlDescription]

    package init(_ camera: PublishedCamera) {
        self.camera = camera
        // As the program sees them: with what is known about the model.
        let quirks = CameraQuirks.of(model: camera.listing.usbID, name: nil)
        controls = camera.controls.map { quirks?.applied(to: $0.description) ?? $0.description }
    }

    /// All rules but that about the doctor's commands, which needs its judges.
    package var contradictions: [String] { units + plans + resets + profiles + modes + nodes }

    func control(_ id: ControlID) -> ControlDescription? {
        controls.first { $0.id == id && !$0.flags.contains(.disabled) }
    }
}

extension DeviceRules {
    /// Every text with a unit is physically possible, and leads back to its number.
    package var units: [String] {
        controls.flatMap { control -> [String] in
            guard let unit = ControlUnit(control) else { return [] }
            var values = [control.minimum, control.maximum]
            if (control.minimum...max(control.minimum, control.maximum)).contains(control.defaultValue) {
                values.append(control.defaultValue)
            }
            return values.compactMap { value in
                guard let text = unit.text(of: value), let number = unit.number(of: value) else { return nil }
                let isDefault = value == control.defaultValue
                if let wrong = Self.impossible(number, unit.kind, isDefault: isDefault, control) {
                    return "\(control.key)=\(value) is shown as \(text): \(wrong)"
                }
                if let raw = unit.raw(of: number), abs(raw - Double(value)) > 1e-3 * max(1, abs(Double(value))) {
                    return "\(control.key)=\(value) is shown as \(text), which is \(raw)"
                }
                return nil
            }
        }
    }

    /// Why a control cannot have this number; `nil` if it can.
    private static func impossible(
        _ number: Double, _ kind: ControlUnit.Kind, isDefault: Bool, _ control: ControlDescription
    ) -> String? {
        switch kind {
        case .milliseconds:
            if !(0...100_000).contains(number) { return "no picture is exposed that long" }
            if isDefault, number > 1000 { return "no camera is delivered with that" }
            return control.maximum <= 20 ? "a range that short is an index" : nil
        case .kelvin: return (1000...40_000).contains(number) ? nil : "no light has that temperature"
        case .degrees: return abs(number) <= 180 ? nil : "no motor turns that far"
        case .magnification:
            return number >= 1 && number <= 100 && control.minimum >= 10 ? nil : "the range counts steps"
        case .percent: return (-0.01...100.01).contains(number) ? nil : "it is no share"
        case .hertz: return number == 50 || number == 60 ? nil : "no mains has it"
        case .milliamperes: return number >= 0 && number < 100_000 ? nil : "no lamp takes it"
        case .exposureValue: return abs(number) <= 20 ? nil : "no bias is that large"
        case .iso: return number >= 0 && number < 10_000_000 ? nil : "no film has it"
        }
    }
}
