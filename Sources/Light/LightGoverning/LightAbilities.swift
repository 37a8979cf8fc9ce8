// SPDX-License-Identifier: Apache-2.0

public import Calibration

/// What the governor may set, and what it knows before the first frame.
public struct LightAbilities: Hashable, Sendable {
    public var exposure: ControlRange
    /// `nil` for a camera without gain.
    public var gain: ControlRange?
    /// Seconds between frames if exposure does not lengthen them.
    public var interval: Double
    public var response: LightResponse
    public var safe = FlickerSafeTimes(.unknown)
    /// The exposure that a calibration for a moving code allows, seconds; infinite for a code at rest.
    public var longest = Double.infinity
    /// The light that a code needs: log₂ of exposure (in units of the control) × light, at which a calibration found that it
    /// reads; `nil` if it is not known.
    public var needed: Double?
    /// Whether the governor may switch a lamp.
    public var hasLamp = false
    /// The lamp stays off in more light than this: as `LightKnowledge.darkest`; `nil` if it may go on whenever the camera is
    /// starved of light.
    public var lampBelow: Double?

    public init(exposure: ControlRange, gain: ControlRange?, interval: Double, response: LightResponse) {
        (self.exposure, self.gain, self.response) = (exposure, gain, response)
        self.interval = interval > 0.0005 && interval < 2 ? interval : 1.0 / 30
    }
}
