// SPDX-License-Identifier: Apache-2.0

public import FrameMetrics

/// What bands that run over the picture tell of the light.
public struct FlickerEstimate: Hashable, Sendable {
    /// The swing of the rows about their mean, as a share of it: 0.1 is ± 10 %.
    public var amplitude: Double
    /// Swings a second of the light, twice the mains'; `nil` where the bands fit neither mains frequency: a screen, or
    /// a dimmed lamp.
    public var frequency: Double?

    /// Under this, or less steady, what changes is noise or motion.
    public static let leastAmplitude = 0.005
    static let leastSteadiness = 0.8

    /// A light of F swings a second moves its bands on by the fraction of F × T each frame, so F is known up to whole
    /// multiples of 1/T. Of these the one nearest to twice 50 or 60 Hz is taken, if it is within a fourteenth of a band
    /// and the read-out time that follows (bands a frame ÷ F) lies between a seventh of the frame's time and all of it.
    ///
    /// - Parameter interval: seconds from a frame to the next.
    /// - Returns: `nil` where there are no steady bands.
    public init?(_ banding: Banding, interval: Double) {
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
