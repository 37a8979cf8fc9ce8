// SPDX-License-Identifier: Apache-2.0

package import Calibration

/// What the governor may set, and what it knows before the first frame.
package struct LightAbilities: Hashable, Sendable {
    package var exposure: ControlRange
    /// `nil` for a camera without gain.
    package var gain: ControlRange?
    /// Seconds between frames if exposure does not lengthen them.
    package var interval: Double
    package var response: LightResponse
    package var safe = FlickerSafeTimes(.unknown)
    /// The exposure that a calibration for a moving code allows, seconds; infinite for a code at rest.
    package var longest = Double.infinity
    /// The light that a code needs: log₂ of exposure (in units of the control) × light, at which a calibration found that it
    /// reads; `nil` if it is not known.
    package var needed: Double?
    /// Whether the governor may switch a lamp.
    package var hasLamp = false
    /// The lamp stays off in more light than this: as `LightKnowledge.darkest`; `nil` if it may go on whenever the camera is
    /// starved of light.
    package var lampBelow: Double?

    package init(exposure: ControlRange, gain: ControlRange?, interval: Double, response: LightResponse) {
        (self.exposure, self.gain, self.response) = (exposure, gain, response)
        self.interval = interval > 0.0005 && interval < 2 ? interval : 1.0 / 30
    }
}
