// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Bands that a rolling shutter makes of a swinging light: rows are exposed one after the other, so each sees another
/// moment of it.
public struct Banding: Hashable, Sendable, Codable {
    /// The swing of the row means about their mean, as a share of it: 0.1 is ± 10 %.
    public var amplitude: Double
    /// Bands from the top of the picture to its bottom.
    public var bandsPerFrame: Double
    /// How far the bands move on from one frame to the next, in bands, 0 to 1: the light's swings in a frame's time,
    /// less whole ones.
    public var advance: Double
    /// How steadily they do so, 0 (at random: something moves in the picture) to 1.
    public var steadiness: Double

    public init(amplitude: Double, bandsPerFrame: Double, advance: Double, steadiness: Double) {
        self.amplitude = amplitude
        self.bandsPerFrame = bandsPerFrame
        self.advance = advance
        self.steadiness = steadiness
    }

    /// Looks for bands in what changes from frame to frame, where the scene cancels.
    ///
    /// Bands that stand still, as those of a 60 Hz lamp do at exactly 30 frames a second, cannot be told from the scene
    /// and are not found.
    ///
    /// - Parameter rows: `LumaImage.rowMeans()` of frames in order, at least four of them, all as long.
    /// - Returns: the strongest bands, however weak; `nil` with too few frames or rows.
    public init?(rows: [[Double]]) {
        guard rows.count >= 4, let count = rows.first?.count, count >= 24, rows.allSatisfy({ $0.count == count })
        else { return nil }
        let height = min(count, 96)
        let rows = rows.map { Self.binned($0, height) }
        let mean = rows.joined().reduce(0, +) / Double(rows.count * height)
        guard mean > 1 else { return nil }
        let changes = zip(rows, rows.dropFirst()).map { before, after in
            // The light of both frames falls on the same row; a common change of all rows is not a band.
            let difference = zip(after, before).map { $0 - $1 }
            let common = difference.reduce(0, +) / Double(height)
            return difference.map { $0 - common }
        }
        var best: (energy: Double, bands: Double, waves: [(Double, Double)]) = (0, 0, [])
        for bands in stride(from: 1.0, through: 14, by: 0.125) {
            let waves = changes.map { Self.wave($0, bands) }
            let energy = waves.reduce(0) { $0 + $1.0 * $1.0 + $1.1 * $1.1 }
            if energy > best.energy { best = (energy, bands, waves) }
        }
        guard best.energy > 0 else { return nil }
        // The mean turn from one change to the next, weighted by their strength.
        var (real, imaginary, weight) = (0.0, 0.0, 0.0)
        for (a, b) in zip(best.waves, best.waves.dropFirst()) {
            real += a.0 * b.0 + a.1 * b.1
            imaginary += a.0 * b.1 - a.1 * b.0
            weight += hypot(a.0, a.1) * hypot(b.0, b.1)
        }
        let turn = atan2(imaginary, real) / (2 * .pi)
        let advance = turn < 0 ? turn + 1 : turn
        // The difference of two sines a turn apart is a sine 2 sin(π turn) as high.
        let gain = max(0.2, 2 * abs(sin(.pi * advance)))
        self.init(
            amplitude: (best.energy / Double(changes.count)).squareRoot() / gain / mean, bandsPerFrame: best.bands,
            advance: advance, steadiness: weight > 0 ? hypot(real, imaginary) / weight : 0)
    }

    /// The means of so many even stretches.
    private static func binned(_ values: [Double], _ bins: Int) -> [Double] {
        (0..<bins).map { bin in
            let span = bin * values.count / bins..<(bin + 1) * values.count / bins
            return values[span].reduce(0, +) / Double(span.count)
        }
    }

    /// The part of the values that swings so many times from first to last: its cosine and sine amplitudes.
    private static func wave(_ values: [Double], _ bands: Double) -> (Double, Double) {
        let step = 2 * Double.pi * bands / Double(values.count)
        var (real, imaginary) = (0.0, 0.0)
        // The turn is carried on from value to value: hundreds of thousands of sines would be most of the work.
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
