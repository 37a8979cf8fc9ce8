// SPDX-License-Identifier: Apache-2.0

/// The purpose of an LED, by its name `device:colour:function`. Source: `Documentation/leds/leds-class.rst`.
package enum LightName: Hashable, Sendable {
    case torch
    /// It shows people that they are filmed. Switching it off would allow hidden filming, so it is never a torch.
    case privacy
    /// Not related to cameras.
    case other

    package init(_ name: String) {
        let words = name.lowercased()
        let function = words.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
        if words.contains("privacy") {
            self = .privacy
        } else if words.contains(":"), function == "flash" || function == "torch" {
            self = .torch
        } else if words.contains("camera") || words.contains("webcam") {
            // `*camera*`: how laptops name the light of the shutter key or of the camera's activity.
            self = .privacy
        } else {
            self = .other
        }
    }
}
