// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The blur of a lens out of focus: convolution with a uniform disc.
///
/// A disc of diameter c has the variance c²/16 along either axis. The kernel has the same variance, in spite of its
/// pixelated edge. Each row of the kernel is a run of pixels, and the sum over a run is a difference of two running
/// sums, so the cost grows with the diameter, not with the area. Pixels outside the picture repeat its edge.
struct DiscBlur {
    struct Run {
        /// Rows below the centre; negative above.
        var offset: Int
        /// Whole pixels on either side of the centre; −1 if the run covers less than the centre pixel.
        var whole: Int
        /// The weight of the two pixels beyond those; of the centre pixel if `whole` is −1.
        var part: Float
        /// An additional weight of all pixels in the row.
        var weight: Float = 1
    }
    let runs: [Run]
    /// One over the sum of the weights.
    private let norm: Float

    /// `nil` if the disc is too small to matter: under a fifth of a pixel across.
    init?(diameter: Double) {
        guard diameter > 0.2 else { return nil }
        let variance = diameter * diameter / 16
        if diameter < 2 {
            // Too small for a disc of pixels: three by three of the right variance, σ²/2 on either side.
            let side = Float(variance / 2 / (1 - variance))
            runs = (-1...1).map { Run(offset: $0, whole: 0, part: side, weight: $0 == 0 ? 1 : side) }
            norm = 1 / ((1 + 2 * side) * (1 + 2 * side))
            return
        }
        // Pixels change a disc's variance. First its height, which determines the vertical variance, and then its
        // width are corrected until both variances are right.
        let radius = Self.solution(0.5...diameter) { Self.kernel(radius: $0, stretch: 1).down < variance }
        let stretch = Self.solution(0.25...4) { Self.kernel(radius: radius, stretch: $0).across < variance }
        let kernel = Self.kernel(radius: radius, stretch: stretch)
        runs = kernel.runs
        norm = Float(1 / kernel.total)
    }

    private static func solution(_ range: ClosedRange<Double>, isTooLow: (Double) -> Bool) -> Double {
        var (low, high) = (range.lowerBound, range.upperBound)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if isTooLow(middle) { low = middle } else { high = middle }
        }
        return high
    }

    /// The rows of an ellipse, `radius` high and `stretch` times that wide, and their variances across and down.
    private static func kernel(
        radius: Double, stretch: Double
    ) -> (runs: [Run], total: Double, across: Double, down: Double) {
        // The area right of the axis and under y, of a half disc.
        func area(_ y: Double) -> Double {
            let y = min(radius, max(-radius, y))
            return (y * max(0, radius * radius - y * y).squareRoot() + radius * radius * asin(y / radius)) / 2
        }
        var runs: [Run] = []
        var (total, across, down) = (0.0, 0.0, 0.0)
        let reach = Int((radius + 0.5).rounded(.down))
        for offset in -reach...reach {
            // The mean half chord over the row's height.
            let half = stretch * (area(Double(offset) + 0.5) - area(Double(offset) - 0.5))
            guard half > 1e-6 else { continue }
            total += 2 * half
            down += 2 * half * Double(offset * offset)
            if half < 0.5 {
                runs.append(Run(offset: offset, whole: -1, part: Float(2 * half)))
            } else {
                let whole = Int((half - 0.5).rounded(.down))
                let part = half - 0.5 - Double(whole)
                let n = Double(whole)
                across += n * (n + 1) * (2 * n + 1) / 3 + 2 * part * (n + 1) * (n + 1)
                runs.append(Run(offset: offset, whole: whole, part: Float(part)))
            }
        }
        return (runs, total, across / total, down / total)
    }

    /// Blurs a picture of `height` rows of `width` values.
    func apply(to image: [Float], width: Int, height: Int) -> [Float] {
        guard width > 0, height > 0 else { return image }
        let margin = (runs.map(\.whole).max() ?? 0) + 2
        let stride = width + 2 * margin
        // Rows extended by their edge values, and their running sums: integers, so that differences stay exact.
        let peak = image.max() ?? 0
        guard peak > 0 else { return image }
        let scale = 65_535 / peak
        var padded = [UInt32](repeating: 0, count: stride * height)
        var sums = [UInt32](repeating: 0, count: (stride + 1) * height)
        for y in 0..<height {
            var sum: UInt32 = 0
            for x in 0..<stride {
                let source = min(width - 1, max(0, x - margin))
                let value = UInt32(max(0, image[y &* width &+ source] * scale) + 0.5)
                padded[y &* stride &+ x] = value
                sum &+= value
                sums[y &* (stride &+ 1) &+ x &+ 1] = sum
            }
        }
        var result = [Float](repeating: 0, count: width * height)
        let back = norm / scale
        unsafe result.withUnsafeMutableBufferPointer { result in
            unsafe padded.withUnsafeBufferPointer { padded in
                unsafe sums.withUnsafeBufferPointer { sums in
                    for y in 0..<height {
                        let target = unsafe result.baseAddress! + y * width
                        for run in runs {
                            let line = min(height - 1, max(0, y + run.offset))
                            let pixels = unsafe padded.baseAddress! + line * stride + margin
                            if run.whole < 0 {
                                for x in 0..<width { unsafe target[x] += run.part * Float(pixels[x]) }
                                continue
                            }
                            let reach = run.whole
                            let low = unsafe sums.baseAddress! + line * (stride + 1) + margin - reach
                            let high = unsafe low + 2 * reach + 1
                            let left = unsafe pixels - reach - 1
                            let right = unsafe pixels + reach + 1
                            for x in 0..<width {
                                // Signed conversions, because SSE2 has no others.
                                let inner = unsafe Float(Int32(truncatingIfNeeded: high[x] &- low[x]))
                                let outer = unsafe Float(Int32(truncatingIfNeeded: left[x] &+ right[x]))
                                unsafe target[x] += run.weight * (inner + run.part * outer)
                            }
                        }
                        for x in 0..<width { unsafe target[x] *= back }
                    }
                }
            }
        }
        return result
    }
}
