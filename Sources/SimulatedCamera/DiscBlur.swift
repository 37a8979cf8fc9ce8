// SPDX-License-Identifier: Apache-2.0

/// The blur of a lens out of focus: convolution with an even disc, its edge area-weighted.
///
/// Each row of the disc is a run of pixels, and the sum over a run is a difference of two running sums, so the cost
/// grows with the diameter and not with the area. Pixels outside the picture repeat its edge.
struct DiscBlur {
    private struct Run {
        /// Rows below the centre.
        var offset: Int
        /// Whole pixels on either side of the centre, or −1 when the run is shorter than a pixel.
        var whole: Int
        /// The share of the pixels beyond those; of the centre pixel when `whole` is −1.
        var part: Float
    }
    private let runs: [Run]
    /// One over the sum of the weights.
    private let norm: Float

    /// `nil` when the disc is too small to matter: under 0.6 pixels across, where its standard deviation is 0.15 px.
    init?(diameter: Double) {
        guard diameter > 0.6 else { return nil }
        let radius = diameter / 2
        var runs: [Run] = []
        var total = 0.0
        let reach = Int((radius + 0.5).rounded(.down))
        for offset in -reach...reach {
            // The mean chord over the row's height.
            let samples = 16
            var half = 0.0
            for sample in 0..<samples {
                let y = Double(offset) - 0.5 + (Double(sample) + 0.5) / Double(samples)
                half += max(0, radius * radius - y * y).squareRoot() / Double(samples)
            }
            guard half > 1e-6 else { continue }
            total += 2 * half
            if half < 0.5 {
                runs.append(Run(offset: offset, whole: -1, part: Float(2 * half)))
            } else {
                let whole = Int((half - 0.5).rounded(.down))
                runs.append(Run(offset: offset, whole: whole, part: Float(half - 0.5 - Double(whole))))
            }
        }
        self.runs = runs
        norm = Float(1 / total)
    }

    /// Blurs a picture of `height` rows of `width` values.
    func apply(to image: [Float], width: Int, height: Int) -> [Float] {
        guard width > 0, height > 0 else { return image }
        let margin = (runs.map(\.whole).max() ?? 0) + 2
        let stride = width + 2 * margin
        // Rows widened by their edge, and their running sums: in whole numbers, so that differences stay exact.
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
                                // Signed conversions: SSE2 has no other.
                                let inner = unsafe Float(Int32(truncatingIfNeeded: high[x] &- low[x]))
                                let outer = unsafe Float(Int32(truncatingIfNeeded: left[x] &+ right[x]))
                                unsafe target[x] += inner + run.part * outer
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
