// SPDX-License-Identifier: Apache-2.0

package import FrameMetrics

/// Flicker of the light, estimated from bands that move over the picture.
package struct FlickerEstimate: Hashable, Sendable {
    /// The amplitude of the rows about their mean, as a share of it: 0.1 is ± 10 %.
    package var amplitude: Double
    /// The flicker frequency, hertz, twice that of the mains; `nil` if the bands fit neither mains frequency: a screen or a
    /// dimmed lamp.
    package var frequency: Double?

    /// Weaker or less steady changes are noise or motion.
    package static let leastAmplitude = 0.005
    static let leastSteadiness = 0.8

    /// A light with flicker frequency F moves its bands by the fractional part of F × T each frame (T: frame interval), so
    /// F is known up to multiples of 1/T. The candidate nearest to twice 50 or 60 Hz is used if it is within 0.07 of a band
    /// and the resulting read-out time (bands per frame ÷ F) is between a seventh of the frame interval and all of it.
    ///
    /// - Parameter interval: seconds between frames.
    /// - Returns: `nil` if there are no steady bands.
    package init?(_ banding: Banding, interval: Double) {
        guard banding.amplitude >= Self.leastAmplitude, banding.steadiness >= Self.leastSteadiness, interval > 0 else {
            return nil
        }
        amplitude = banding.amplitude
        var best: (distance: Double, frequency: Double)?
        for mains in [100.0, 120.0] {
            let whole = (mains * interval - banding.advance).rounded()
            let swings = whole + banding.advance
            let distance = abs(swings - mains * interval)
            let readout = banding.bandsPerFrame / mains
            guard distance < 0.07, readout > interval / 7, readout < interval * 1.1 else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (distance, swings / interval) }
        }
        frequency = best?.frequency
    }
}
