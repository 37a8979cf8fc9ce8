// SPDX-License-Identifier: Apache-2.0

/// A setting to try, and why.
package struct Proposal: Hashable, Sendable {
    package var setting: CameraSetting
    package var reason: Reason
    /// The most frames to read.
    package var frames = 12

    package enum Reason: String, Hashable, Sendable {
        case frameRate = "the longest exposure at the full frame rate"
        case own = "the camera's own setting"
        case longer = "longer exposure, against noise"
        case shorter = "shorter exposure, against motion blur"
        case quicker = "shorter exposure, for a higher frame rate"
        case smoother = "less sharpening, against noise"
        case sharper = "more sharpening, against blur"
        case stretched = "more contrast, because ink and paper are close together"
        case harder = "maximum contrast, to suppress noise and shadows"
        case darker = "less light, because the paper clips"
        case gain = "less gain"
        case torch = "the torch"
        case again = "more frames of the same setting"
    }

    package init(_ setting: CameraSetting, _ reason: Reason) {
        self.setting = setting
        self.reason = reason
    }
}
