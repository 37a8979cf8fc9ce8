// SPDX-License-Identifier: Apache-2.0

/// What the name of an LED says it is for: `device:colour:function`. Source: `Documentation/leds/leds-class.rst`.
public enum LightName: Hashable, Sendable {
    case torch
    /// It tells people that they are filmed. Whoever could switch it could film unseen, so it is never a torch.
    case privacy
    /// Nothing to do with cameras.
    case other

    public init(_ name: String) {
        let words = name.lowercased()
        let function = words.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
        if words.contains("privacy") {
            self = .privacy
        } else if words.contains(":"), function == "flash" || function == "torch" {
            self = .torch
        } else if words.contains("camera") || words.contains("webcam") {
            // `*camera*` as laptops name the light of the shutter key or of the camera's activity.
            self = .privacy
        } else {
            self = .other
        }
    }
}
