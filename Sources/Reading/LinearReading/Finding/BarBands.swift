// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Glibc

/// The profiles of a patch of bars: several bands along the bars, each the mean of many lines, and the aligned mean of
/// all bands that show the same bars.
///
/// Bands follow the bars: between two bands, tilt, perspective and a round surface shift a bar slightly, and correlation
/// finds that shift. Bands across a reflection, a finger or print do not correlate and are left out; if such bands agree
/// with each other, they form a separate profile.
struct BarBands {
    struct Profile {
        var values: [Float]
        /// The means of its even and odd bands; empty if there is only one band.
        var halves: [[Float]]
        /// The number of bands in the mean.
        var bands: Int
        /// From the start of the first band to the end of the last, along the bars.
        var from: Double
        var to: Double
    }

    var view: BarView
    /// The position of sample 0 across the bars, and the distance between samples, in pixels.
    var origin: Double
    var step: Double
    var profiles: [Profile] = []

    private static let mostBands = 12
    /// More lines than this do not make a band's mean better, and take long where bars are thousands of pixels high.
    private static let linesPerBand = 64.0
    private static let leastLikeness: Float = 0.75

    init(_ patch: BarPatch, in image: LumaImage) {
        view = BarView(x: patch.x, y: patch.y, angle: patch.angle, fan: patch.fan)
        let reach = patch.length * 0.62 + 14
        step = max(1.0 / 3, 2 * reach / 2400)
        origin = -reach
        let count = Int(2 * reach / step)
        let bandCount = min(Self.mostBands, max(1, Int(patch.height / 5)))
        let bandHeight = patch.height / Double(bandCount)
        var bands: [(values: [Float], from: Double, to: Double)] = []
        for index in 0..<bandCount {
            let from = -patch.height / 2 + Double(index) * bandHeight
            bands.append(
                (
                    view.mean(
                        of: image, v: from...from + bandHeight, from: origin, step: step, count: count,
                        skip: max(1, Int(bandHeight / Self.linesPerBand))), from, from + bandHeight
                ))
        }
        // Only the patch itself is compared, not what lies next to it.
        let margin = Int((reach - patch.length / 2) / step)
        let core = margin..<max(margin + 1, count - margin)
        var rest = Array(bands.indices)
        while !rest.isEmpty, profiles.count < 3 {
            let group = Self.group(rest.map { bands[$0].values }, core: core, step: step)
            let members = group.members.map { rest[$0] }
            // The bars must continue for at least a quarter of the patch, unless it is too low to judge.
            guard members.count >= (bandCount + 3) / 4, members.count >= 2 || bandCount < 2 else { break }
            let values = Self.mean(group.aligned)
            var halves: [[Float]] = []
            if members.count >= 2 {
                for parity in 0..<2 {
                    halves.append(
                        Self.mean(group.aligned.enumerated().filter { $0.offset % 2 == parity }.map(\.element)))
                }
            }
            profiles.append(
                Profile(
                    values: values, halves: halves, bands: members.count,
                    from: members.map { bands[$0].from }.min() ?? 0, to: members.map { bands[$0].to }.max() ?? 0))
            let taken = Set(members)
            rest.removeAll { taken.contains($0) }
        }
    }

    private static func mean(_ lines: [[Float]]) -> [Float] {
        guard var sum = lines.first else { return [] }
        for line in lines.dropFirst() { for index in sum.indices { sum[index] += line[index] } }
        let share = 1 / Float(lines.count)
        for index in sum.indices { sum[index] *= share }
        return sum
    }

    /// The bands that show the same bars as the band most similar to the others, aligned to that band.
    private static func group(
        _ bands: [[Float]], core: Range<Int>, step: Double
    ) -> (members: [Int], aligned: [[Float]]) {
        guard bands.count > 1 else { return ([0], bands) }
        var sums = [Float](repeating: 0, count: bands.count)
        for a in bands.indices {
            for b in bands.indices where b != a && abs(b - a) <= 2 {
                sums[a] += likeness(bands[a], bands[b], core, shift: 0)
            }
        }
        // Bands at the edge have fewer neighbours.
        let reference = sums.indices.max { sums[$0] < sums[$1] } ?? 0
        var members = [reference]
        var aligned = [bands[reference]]
        for order in [Array(reference + 1..<bands.count), Array((0..<reference).reversed())] {
            var shifts = SIMD4<Double>.zero
            for band in order {
                let found = Self.shifts(of: bands[band], to: bands[reference], core, near: shifts, step: step)
                guard let found else { continue }
                let moved = shifted(bands[band], by: found, core)
                guard likeness(moved, bands[reference], core, shift: 0) >= leastLikeness else { continue }
                shifts = found
                members.append(band)
                aligned.append(moved)
            }
        }
        return (members, aligned)
    }

    /// The correlation of two bands over a range, the second one read `shift` samples further on.
    private static func likeness(_ a: [Float], _ b: [Float], _ range: Range<Int>, shift: Int) -> Float {
        let from = max(range.lowerBound, -shift)
        let to = min(range.upperBound, min(a.count, b.count - shift))
        guard to - from >= 8 else { return 0 }
        var (sa, sb, aa, bb, ab): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        for index in from..<to {
            let (x, y) = (a[index], b[index &+ shift])
            sa += x
            sb += y
            aa += x * x
            bb += y * y
            ab += x * y
        }
        let n = Float(to - from)
        let (va, vb) = (aa - sa * sa / n, bb - sb * sb / n)
        guard va > n, vb > n else { return 0 }
        return (ab - sa * sb / n) / (va * vb).squareRoot()
    }

    /// The shift of a band relative to the reference, a parabola over the position, in samples; from the best correlation
    /// of five overlapping parts near the previous band's shift.
    private static func shifts(
        of band: [Float], to reference: [Float], _ core: Range<Int>, near: SIMD4<Double>, step: Double
    ) -> SIMD4<Double>? {
        let most = Int((3 / step).rounded(.up))
        let parts = 5
        let width = core.count / 3
        guard width > 4 * most else { return .zero }
        var (matrix, right) = ([Double](repeating: 0, count: 9), [Double](repeating: 0, count: 3))
        var good = 0
        for part in 0..<parts {
            let from = core.lowerBound + (core.count - width) * part / (parts - 1)
            let range = from..<from + width
            let x = place(Double(from + width / 2), core)
            let expected = Int((near[0] + x * (near[1] + x * near[2])).rounded())
            var (best, at) = (Float(0), 0)
            var all: [Float] = []
            for shift in expected - most...expected + most {
                let value = likeness(reference, band, range, shift: shift)
                all.append(value)
                if value > best { (best, at) = (value, all.count - 1) }
            }
            guard best > 0.6, at > 0, at < all.count - 1 else { continue }
            let (l, m, r) = (Double(all[at - 1]), Double(all[at]), Double(all[at + 1]))
            let bend = l - 2 * m + r
            let found = Double(expected - most + at) + (bend < 0 ? 0.5 * (l - r) / bend : 0)
            let weight = Double(best * best)
            let row = [1, x, x * x]
            for i in 0..<3 {
                right[i] += weight * row[i] * found
                for j in 0..<3 { matrix[i * 3 + j] += weight * row[i] * row[j] }
            }
            good += 1
        }
        guard good >= 2 else { return nil }
        // Parts without a match take the previous band's shift, with a deviation of one sample.
        let priors = [1e-4, 0.02, 0.05]
        for i in 0..<3 {
            matrix[i * 3 + i] += priors[i]
            right[i] += priors[i] * near[i]
        }
        return solved(matrix, right)
    }

    private static func solved(_ m: [Double], _ r: [Double]) -> SIMD4<Double>? {
        func determinant(_ a: [Double]) -> Double {
            a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6])
        }
        let all = determinant(m)
        guard abs(all) > 1e-9 else { return nil }
        var result = SIMD4<Double>.zero
        for column in 0..<3 {
            var other = m
            for row in 0..<3 { other[row * 3 + column] = r[row] }
            result[column] = determinant(other) / all
        }
        return result
    }

    private static func place(_ index: Double, _ core: Range<Int>) -> Double {
        2 * (index - Double(core.lowerBound)) / Double(core.count) - 1
    }

    private static func shifted(_ band: [Float], by shifts: SIMD4<Double>, _ core: Range<Int>) -> [Float] {
        let last = Double(band.count - 2)
        return band.indices.map { index in
            let x = min(max(place(Double(index), core), -1.3), 1.3)
            let at = min(max(Double(index) + shifts[0] + x * (shifts[1] + x * shifts[2]), 0), last)
            let f = Float(at - Double(Int(at)))
            return band[Int(at)] * (1 - f) + band[Int(at) + 1] * f
        }
    }
}
