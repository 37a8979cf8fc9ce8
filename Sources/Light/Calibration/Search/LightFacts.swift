// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import Glibc

/// What was measured of light and camera before the search, and the settings computed from it.
package struct LightFacts: Hashable, Sendable {
    package var response: ResponseModel
    /// The linear value of the paper divided by the mean around the code.
    package var whiteRatio = 1.6
    package var exposure: ControlRange
    /// `nil` for a camera without gain.
    package var gain: ControlRange?
    /// Seconds between frames if exposure does not lengthen them.
    package var interval: Double
    /// The longest exposure at which a moving code is not blurred, seconds; infinite for a code at rest.
    package var longest = Double.infinity
    package var safe: FlickerSafeTimes
    /// The camera's original exposure if the code was read with it, else `nil`.
    package var own: CameraSetting?
    /// Whether the picture moves.
    package var isMoving = false

    /// The target linear value of the paper: light grey, so that nothing clips and dark bars stay distinct.
    package static let white = 0.42

    package init(
        response: ResponseModel, exposure: ControlRange, gain: ControlRange?, interval: Double, safe: FlickerSafeTimes
    ) {
        self.response = response
        self.exposure = exposure
        self.gain = gain
        self.interval = interval
        self.safe = safe
    }

    /// The longest possible exposure for this code, seconds.
    package var limit: Double { min(longest, Double(exposure.maximum) * 1e-4) }

    /// The setting with about this exposure, flicker-safe if possible, and the smallest gain that brings the paper to
    /// light grey.
    ///
    /// - Parameters:
    ///   - extraStops: light added since the response was measured, for example by a torch.
    ///   - white: the target linear value of the paper.
    package func setting(
        seconds: Double, extraStops: Double = 0, white: Double = LightFacts.white
    ) -> CameraSetting {
        let longest = max(Double(exposure.minimum) * 1e-4, min(seconds, limit))
        var units = self.units(safe.atMost(longest), limit: longest)
        let level = white / whiteRatio / exp2(extraStops)
        guard let gain else {
            return CameraSetting(exposure: tamed(units, level, gain: 0))
        }
        units = tamed(units, level, gain: gain.minimum)
        return CameraSetting(exposure: units, gain: response.gain(for: level, exposure: units, in: gain))
    }

    /// The control's value nearest to `seconds` but not above the limit.
    private func units(_ seconds: Double, limit: Double) -> Int64 {
        let nearest = exposure.nearest(seconds * 1e4)
        return Double(nearest) * 1e-4 > limit * 1.004 ? exposure.atMost(limit * 1e4) : nearest
    }

    /// A shorter exposure if even the least gain would clip; a flicker-safe one if it is short enough.
    private func tamed(_ units: Int64, _ level: Double, gain: Int64) -> Int64 {
        // The paper does not clip up to half a stop above light grey.
        guard let least = response.level(exposure: units, gain: gain), least > level * 1.5,
            let fitting = response.exposure(for: level * 1.2, gain: gain)
        else { return units }
        return self.units(safe.atMost(fitting * 1e-4), limit: fitting * 1e-4)
    }

    /// Whether the paper stays below light grey even at the largest gain: the picture is dark with any setting.
    package func isStarved(seconds: Double, extraStops: Double = 0) -> Bool {
        let units = exposure.nearest(seconds * 1e4)
        let level = response.level(exposure: units, gain: gain?.maximum ?? 0) ?? 1
        return level * exp2(extraStops) * whiteRatio < 0.22
    }
}
