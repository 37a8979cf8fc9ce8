// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import Glibc

/// Finds the mains frequency at which a lamp flickers. It compares frames with a short exposure to frames with an exposure
/// that is safe for both 50 Hz and 60 Hz (50 ms): their quotient, row by row, holds only the bands.
///
/// The bands of a lamp with exactly four periods per frame (60 Hz at 30 fps) stand still, so differences from frame to
/// frame do not show them; the quotient does. How far the bands move between two frames tells 100 from 120 periods per
/// second.
package struct FlickerFinder: Hashable, Sendable {
    package struct Finding: Hashable, Sendable {
        /// The amplitude of the rows' light about its mean at the short exposure: 0.1 is ± 10 %.
        package var amplitude: Double
        /// Mains frequency, hertz; `nil` if neither fits.
        package var mains: Int?
    }

    /// Smaller amplitudes are not bands but row noise and the paper's edge.
    static let least = 0.02

    /// - Parameters:
    ///   - short: row means (0 to 255) of frames with the short exposure, in order.
    ///   - safe: the same of frames with the safe exposure. If empty, the mean of the short ones replaces it: moving bands
    ///     cancel in it, and bands that stand still are not found.
    ///   - times: when the short frames were taken, seconds.
    /// - Returns: `nil` if there is too little data.
    package static func find(short: [[Double]], safe: [[Double]], times: [Double]) -> Finding? {
        guard short.count >= 3, short.count == times.count, let height = short.first?.count, height >= 24,
            (short + safe).allSatisfy({ $0.count == height })
        else { return nil }
        let bins = 48
        func light(_ rows: [Double]) -> [Double] {
            (0..<bins).map { bin in
                let span = bin * height / bins..<max(bin * height / bins + 1, (bin + 1) * height / bins)
                return rows[span].reduce(0) { $0 + LumaHistogram.linear(Int(min(255, max(0, $1)).rounded())) }
                    / Double(span.count)
            }
        }
        var reference = [Double](repeating: 0, count: bins)
        for rows in safe.isEmpty ? short : safe {
            for (index, value) in light(rows).enumerated() { reference[index] += value }
        }
        let floor = (reference.max() ?? 0) * 0.02
        guard floor > 0 else { return nil }
        let quotients = short.map { rows -> [Double] in
            let values = zip(light(rows), reference).map { $1 > floor ? $0 / $1 : 0 }
            let mean = values.reduce(0, +) / Double(bins)
            return values.map { mean > 0 ? $0 / mean - 1 : 0 }
        }
        // One number of bands per frame for all frames: rolling shutters of 15 to 40 ms make two to eight.
        var best = (energy: 0.0, waves: [(Double, Double)]())
        for bands in stride(from: 1.5, through: 8, by: 0.25) {
            let waves = quotients.map { wave($0, bands) }
            let energy = waves.reduce(0) { $0 + $1.0 * $1.0 + $1.1 * $1.1 }
            if energy > best.energy { best = (energy, waves) }
        }
        let amplitude = (best.energy / Double(quotients.count)).squareRoot()
        guard amplitude >= least else { return Finding(amplitude: amplitude, mains: nil) }
        return Finding(amplitude: amplitude, mains: mains(best.waves, times))
    }

    /// The mains frequency that explains how the bands moved: with it, the waves of all frames are in phase.
    private static func mains(_ waves: [(Double, Double)], _ times: [Double]) -> Int? {
        let weight = waves.reduce(0) { $0 + hypot($1.0, $1.1) }
        let agreement = [50, 60].map { hertz -> (hertz: Int, share: Double) in
            var (real, imaginary) = (0.0, 0.0)
            for (wave, time) in zip(waves, times) {
                // Bands move up the frame over time; the direction only changes the sign of the angle.
                let angle = 2 * Double.pi * Double(2 * hertz) * (time - times[0])
                real += wave.0 * cos(angle) + wave.1 * sin(angle)
                imaginary += wave.1 * cos(angle) - wave.0 * sin(angle)
            }
            return (hertz, weight > 0 ? hypot(real, imaginary) / weight : 0)
        }
        let best = agreement.max { $0.share < $1.share }
        let other = agreement.min { $0.share < $1.share }
        guard let best, let other, best.share > 0.7, best.share - other.share > 0.1 else { return nil }
        return best.hertz
    }

    private static func wave(_ values: [Double], _ bands: Double) -> (Double, Double) {
        let step = 2 * Double.pi * bands / Double(values.count)
        var (real, imaginary) = (0.0, 0.0)
        for (index, value) in values.enumerated() {
            real += value * cos(step * Double(index))
            imaginary += value * sin(step * Double(index))
        }
        return (real * 2 / Double(values.count), -imaginary * 2 / Double(values.count))
    }
}
