// SPDX-License-Identifier: Apache-2.0

/// Controls that belong to the people in front of the camera: the privacy shutter, and the light that shows that the camera
/// records. No reset, profile or torch changes them; a person may, by name.
extension ControlDescription {
    package var isPersonal: Bool {
        if id == .privacy || Self.activityLights.contains(id) { return true }
        // Controls of the flash class are lamps.
        guard id.controlClass != 0x009c_0000 else { return false }
        let words = key.split(separator: "_")
        return words.contains { word in
            // LED1 Mode, as libwebcam names it.
            let stem = word.prefix { !$0.isNumber }
            return ["led", "leds", "tally", "privacy", "indicator"].contains(stem)
        }
    }

    /// A clause for a person who changes one.
    package var personalNote: String? {
        guard isPersonal else { return nil }
        return id == .privacy || key.contains("privacy")
            ? "it is the privacy shutter of the people in front of the camera"
            : "it is the light that shows people that they are being filmed"
    }

    /// LED1 Mode and LED1 Frequency, as libwebcam and uvcdynctrl map them from Logitech's extension unit.
    private static let activityLights: Set<ControlID> = [
        ControlID(rawValue: 0x0a04_6d05), ControlID(rawValue: 0x0a04_6d06),
    ]
}

extension ControlID {
    /// The class that the number is from, `0x00980000` for the user class.
    var controlClass: UInt32 { rawValue & 0x0fff_0000 }
}
