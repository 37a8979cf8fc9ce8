// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The exposure of a frame.
struct ExposureSetting: Hashable {
    /// Seconds.
    var time: Double
    /// 1 and up.
    var gain: Double
}

/// The loop that holds the mean signal at its target, as a webcam's processor does.
///
/// It works from the exposure the measured frame was taken with, not from the one last asked for: settings arrive two
/// frames late, and a loop that forgets this swings.
struct AutoExposure {
    /// The mean of the linear signal it aims at: mid-grey, 18 % of full scale, code 118 after sRGB gamma.
    static let target = 0.18
    /// Backlight compensation lets bright surroundings clip.
    static let backlitTarget = 0.30
    /// Of the distance to the target, in stops, what is covered at a time.
    private static let speed = 0.6
    /// Stops within which nothing is changed.
    static let tolerance = 0.06
    /// The gain that is preferred to a longer frame.
    private static let gainBeforeSlower = 4.0

    struct Limits {
        /// Seconds a frame lasts at the rate asked for.
        var interval: Double
        /// Whether frames may last longer: up to twice as long, the 15 frames a second that webcams sink to.
        var maySlowDown: Bool
        /// Light swings a second of the lamp to be suppressed; 0 for none.
        var swings: Double
        var shortest = 0.0003
        var highestGain = GainControl.maximum
    }

    /// The next setting, or `nil` when the measured one will do.
    static func next(
        mean: Double, of setting: ExposureSetting, target: Double, limits: Limits
    ) -> ExposureSetting? {
        let stops = log2(target / max(mean, 1e-5))
        guard abs(stops) > tolerance else {
            // Still within the limits, which may have changed?
            let same = split(setting.time * setting.gain, limits)
            return abs(same.time - setting.time) > 1e-4 ? same : nil
        }
        let product = setting.time * setting.gain * exp2(max(-3, min(3, stops)) * speed)
        let next = split(product, limits)
        return next == setting ? nil : next
    }

    /// Divides exposure time × gain: time up to the frame's interval, then some gain, then time again where frames may
    /// last longer, then the rest of the gain. Against flicker, times are whole swings of the light, unless it is so
    /// bright that one is too long.
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
