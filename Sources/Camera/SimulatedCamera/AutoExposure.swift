// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The exposure of a frame.
struct ExposureSetting: Hashable {
    /// Seconds.
    var time: Double
    /// 1 and up.
    var gain: Double
}

/// The control loop that holds the mean signal at its target, as a webcam's processor does.
///
/// It starts from the exposure of the measured frame, not from the last request: settings take effect two frames late,
/// and a loop that ignores this oscillates.
struct AutoExposure {
    /// The target mean of the linear signal: mid-grey, 18 % of full scale, code 118 after sRGB gamma.
    static let target = 0.18
    /// Backlight compensation lets bright surroundings clip.
    static let backlitTarget = 0.30
    /// The share of the distance to the target, in stops, that one step covers.
    private static let speed = 0.6
    /// The tolerance in stops.
    static let tolerance = 0.06
    /// The gain to reach before frames get longer.
    private static let gainBeforeSlower = 4.0

    struct Limits {
        /// The frame time in seconds at the requested rate.
        var interval: Double
        /// Whether frames may last longer: up to twice as long, the 15 frames a second to which webcams drop.
        var maySlowDown: Bool
        /// Light cycles per second of the lamp to suppress; 0 for none.
        var swings: Double
        var shortest = 0.0003
        var highestGain = GainControl.maximum
    }

    /// The next setting; `nil` if the measured one is good enough.
    static func next(
        mean: Double, of setting: ExposureSetting, target: Double, limits: Limits
    ) -> ExposureSetting? {
        let stops = log2(target / max(mean, 1e-5))
        guard abs(stops) > tolerance else {
            // The limits may have changed since.
            let same = split(setting.time * setting.gain, limits)
            return abs(same.time - setting.time) > 1e-4 ? same : nil
        }
        let product = setting.time * setting.gain * exp2(max(-3, min(3, stops)) * speed)
        let next = split(product, limits)
        return next == setting ? nil : next
    }

    /// Divides exposure time × gain: first time up to the frame's interval, then some gain, then more time if frames may
    /// last longer, then the rest of the gain. Against flicker, times are whole cycles of the light, unless even one cycle
    /// is too long.
    static func split(_ product: Double, _ limits: Limits) -> ExposureSetting {
        let longest = limits.maySlowDown ? 2 * limits.interval : limits.interval
        var time = min(product, limits.interval)
        if product > limits.interval * gainBeforeSlower {
            time = min(longest, product / gainBeforeSlower)
        }
        if limits.swings > 0, time * limits.swings >= 1 {
            time = (time * limits.swings + 1e-6).rounded(.down) / limits.swings
        }
        time = max(limits.shortest, time)
        return ExposureSetting(time: time, gain: min(limits.highestGain, max(1, product / time)))
    }
}
