// SPDX-License-Identifier: Apache-2.0

/// A setting to be looked at, and why.
public struct Proposal: Hashable, Sendable {
    public var setting: CameraSetting
    public var reason: Reason
    /// Frames to read at most.
    public var frames = 12

    public enum Reason: String, Hashable, Sendable {
        case frameRate = "the longest exposure at the full frame rate"
        case own = "what the camera had chosen by itself"
        case longer = "longer exposure against noise"
        case shorter = "shorter exposure against smear"
        case quicker = "shorter exposure, for more frames a second"
        case smoother = "less sharpening, against noise"
        case sharper = "more sharpening, against blur"
        case stretched = "more contrast, as the picture stays dark"
        case harder = "more contrast, against what is left"
        case darker = "less light, as the paper clips"
        case gain = "another gain"
        case torch = "the torch"
        case again = "looked at for longer"
    }

    public init(_ setting: CameraSetting, _ reason: Reason) {
        self.setting = setting
        self.reason = reason
    }
}
