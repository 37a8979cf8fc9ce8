// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Bands that a rolling shutter makes of a flickering light: rows are exposed one after another, so each sees the light
/// at a different moment.
package struct Banding: Hashable, Sendable, Codable {
    /// The amplitude of the row means around their mean, as a share of it: 0.1 is ± 10 %.
    package var amplitude: Double
    /// Bands from the top of the picture to its bottom.
    package var bandsPerFrame: Double
    /// How far the bands move from one frame to the next, in bands, 0 to 1: the light's periods in a frame interval,
    /// modulo 1.
    package var advance: Double
    /// How steady that movement is, from 0 (random: something moves in the picture; or too slow to be told from a scene
    /// that changes) to 1.
    package var steadiness: Double

    package init(amplitude: Double, bandsPerFrame: Double, advance: Double, steadiness: Double) {
        self.amplitude = amplitude
        self.bandsPerFrame = bandsPerFrame
        self.advance = advance
        self.steadiness = steadiness
    }

    /// Bands must move by half of one over all frames: what changes in one direction does not turn round.
    private static let leastTravel = 0.5

    /// Looks for bands in the difference between frames, where the scene cancels out.
    ///
    /// Bands that stand still or hardly move, such as those of a 60 Hz lamp at 30 frames a second, cannot be
    /// distinguished from the scene and its slow changes: they have no steadiness.
    ///
    /// - Parameter rows: `LumaImage.rowMeans()` of at least four consecutive frames, all of the same length.
    /// - Returns: the strongest bands, however weak; `nil` for too few frames or rows.
    package init?(rows: [[Double]]) {
        guard rows.count >= 4, let count = rows.first?.count, count >= 24, rows.allSatisfy({ $0.count == count })
        else { return nil }
        let height = min(count, 96)
        // As shares of each frame's mean: an exposure that still settles changes all rows by one factor, which is no band.
        let shares = rows.compactMap { Self.shares(Self.binned($0, height)) }
        guard shares.count == rows.count else { return nil }
        // Differences of the same row in both frames.
        let changes = zip(shares, shares.dropFirst()).map { before, after in zip(after, before).map { $0 - $1 } }
        var best: (energy: Double, bands: Double, waves: [(Double, Double)]) = (0, 0, [])
        for bands in stride(from: 1.0, through: 14, by: 0.125) {
            let waves = changes.map { Self.wave($0, bands) }
            let energy = waves.reduce(0) { $0 + $1.0 * $1.0 + $1.1 * $1.1 }
            if energy > best.energy { best = (energy, bands, waves) }
        }
        guard best.energy > 0 else { return nil }
        // The mean phase shift from one difference to the next, weighted by their strength.
        var (real, imaginary, weight) = (0.0, 0.0, 0.0)
        for (a, b) in zip(best.waves, best.waves.dropFirst()) {
            real += a.0 * b.0 + a.1 * b.1
            imaginary += a.0 * b.1 - a.1 * b.0
            weight += hypot(a.0, a.1) * hypot(b.0, b.1)
        }
        let turn = atan2(imaginary, real) / (2 * .pi)
        let advance = turn < 0 ? turn + 1 : turn
        // A scene that changes in one direction, such as a picture whose exposure or focus settles, gives differences that
        // all have the same phase: "bands" that hardly move, steadily.
        let travel = abs(turn) * Double(changes.count)
        let moves = travel >= Self.leastTravel && weight > 0
        // The difference of two sines that are `turn` apart is a sine of amplitude 2 sin(π turn).
        let gain = max(0.2, 2 * abs(sin(.pi * advance)))
        self.init(
            amplitude: (best.energy / Double(changes.count)).squareRoot() / gain, bandsPerFrame: best.bands,
            advance: advance, steadiness: moves ? hypot(real, imaginary) / weight : 0)
    }

    /// The values divided by their mean; `nil` in the dark.
    private static func shares(_ values: [Double]) -> [Double]? {
        let mean = values.reduce(0, +) / Double(values.count)
        return mean > 1 ? values.map { $0 / mean } : nil
    }

    /// The means of `bins` equal sections.
    private static func binned(_ values: [Double], _ bins: Int) -> [Double] {
        (0..<bins).map { bin in
            let span = bin * values.count / bins..<(bin + 1) * values.count / bins
            return values[span].reduce(0, +) / Double(span.count)
        }
    }

    /// The part of the values that oscillates `bands` times from first to last: its cosine and sine amplitudes.
    private static func wave(_ values: [Double], _ bands: Double) -> (Double, Double) {
        let step = 2 * Double.pi * bands / Double(values.count)
        var (real, imaginary) = (0.0, 0.0)
        // The rotation is accumulated from value to value: computing hundreds of thousands of sines would take most of
        // the time.
        let turn = (real: cos(step), imaginary: sin(step))
        var now = (real: 1.0, imaginary: 0.0)
        for value in values {
            real += value * now.real
            imaginary -= value * now.imaginary
            now = (
                now.real * turn.real - now.imaginary * turn.imaginary,
                now.real * turn.imaginary + now.imaginary * turn.real
            )
        }
        let scale = 2 / Double(values.count)
        return (real * scale, imaginary * scale)
    }
}
