// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import Glibc

/// What was measured of light and camera before the search, and the settings that follow from it by arithmetic.
public struct LightFacts: Hashable, Sendable {
    public var response: ResponseModel
    /// The linear value of the paper over the mean around the code.
    public var whiteRatio = 1.6
    public var exposure: ControlRange
    /// `nil` for a camera without gain.
    public var gain: ControlRange?
    /// Seconds from a frame to the next, where exposure does not lengthen it.
    public var interval: Double
    /// Seconds beyond which nothing is gained or a moving code smears; infinite for a code at rest.
    public var longest = Double.infinity
    public var safe: FlickerSafeTimes
    /// Where the camera's own exposure stood, if the code read there; `nil` if it did not.
    public var own: CameraSetting?
    /// Whether things move in the picture.
    public var isMoving = false

    /// The linear value the paper is brought to: light grey, so that nothing clips and dark bars keep their distance.
    public static let white = 0.42

    public init(
        response: ResponseModel, exposure: ControlRange, gain: ControlRange?, interval: Double, safe: FlickerSafeTimes
    ) {
        self.response = response
        self.exposure = exposure
        self.gain = gain
        self.interval = interval
        self.safe = safe
    }

    /// The longest exposure there is for this code, seconds.
    public var limit: Double { min(longest, Double(exposure.maximum) * 1e-4) }

    /// The setting with an exposure of about so long, a flicker-safe one where there is one, and the smallest gain that
    /// brings the paper to light grey.
    ///
    /// - Parameters:
    ///   - extraStops: light added since the response was measured, by a torch.
    ///   - white: the linear value the paper is to have.
    public func setting(
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

    /// The control's nearest value, as whole swings ask for, but not beyond the limit.
    private func units(_ seconds: Double, limit: Double) -> Int64 {
        let nearest = exposure.nearest(seconds * 1e4)
        return Double(nearest) * 1e-4 > limit * 1.004 ? exposure.atMost(limit * 1e4) : nearest
    }

    /// Shorter where even the least gain would clip: again a safe time if one is short enough.
    private func tamed(_ units: Int64, _ level: Double, gain: Int64) -> Int64 {
        // Up to half a stop above light grey the paper does not clip.
        guard let least = response.level(exposure: units, gain: gain), least > level * 1.5,
            let fitting = response.exposure(for: level * 1.2, gain: gain)
        else { return units }
        return self.units(safe.atMost(fitting * 1e-4), limit: fitting * 1e-4)
    }

    /// Whether the paper stays below light grey even at the largest gain: the picture is dark in any case.
    public func isStarved(seconds: Double, extraStops: Double = 0) -> Bool {
        let units = exposure.nearest(seconds * 1e4)
        let level = response.level(exposure: units, gain: gain?.maximum ?? 0) ?? 1
        return level * exp2(extraStops) * whiteRatio < 0.22
    }
}
