// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The figures of a setting over the frames that were read with it.
package struct ProbeResult: Hashable, Sendable {
    /// Frames tried, and frames in which the code that counts was read.
    package var frames = 0
    package var reads = 0
    /// The decode time of each frame, milliseconds, ascending.
    package var decodeTimes: [Double] = []
    /// Milliseconds between frames.
    package var frameDuration = 0.0
    /// The mean of the whole frame, luma.
    package var mean = 0.0
    /// The 5th and 95th percentile around the code, luma.
    package var dark = 0.0
    package var light = 0.0
    package var clipped = 0.0
    /// Mean linear light around the code, 0 to 1.
    package var level = 0.0
    /// The noise to use, luma: `temporalNoise`, or `grain` at most if the picture moves.
    package var noise: Double?
    /// Noise from frame to frame, and from pixel to pixel, luma.
    package var temporalNoise: Double?
    package var grain: Double?
    /// Pixels.
    package var edgeWidth: Double?
    package var modulePixels: Double?
    /// The narrowest module width in any setting so far, pixels: smoothing and blur only widen it.
    package var narrowestModule: Double?
    package var sharpness = 0.0
    /// The least time from a frame's timestamp until it is here as luma, milliseconds: transfer and decompression. `nil`
    /// with a simulated clock.
    package var delivery: Double?
    /// Whether the change was visible before frames were counted.
    package var tookEffect = true

    package init() {}

    /// 0 to 1; 0 without frames.
    package var rate: Double { frames > 0 ? Double(reads) / Double(frames) : 0 }

    /// Whether contrast to noise is so low that a dozen frames may all decode by chance. Wide edges need more: they leave
    /// narrow bars less than the full contrast, and smoothing, which widens edges, spreads noise instead of removing it.
    var isScarce: Bool {
        guard let contrastToNoise else { return false }
        return contrastToNoise < 1.3 * SearchPlan.neededContrast * narrowLoss
    }

    /// The contrast that alternating narrow bars and gaps lose, relative to edges of 0.55 modules, which are usual. With a
    /// Gaussian blur whose edges rise from 10 to 90 % in w, waves of two modules m keep exp(−2π²σ²/4m²), σ = w/2.56.
    private var narrowLoss: Double {
        guard let edgeWidth, let module = [modulePixels, narrowestModule].compactMap({ $0 }).min(), module > 0 else {
            return 1
        }
        func exponent(_ edges: Double) -> Double { 0.5 * (Double.pi * edges / 2.56) * (Double.pi * edges / 2.56) }
        return min(3, max(1, exp(exponent(edgeWidth / module) - exponent(0.55))))
    }

    /// The rate with a reserve: if contrast to noise is low, one failed frame is added.
    var provenRate: Double { isScarce && frames > 0 ? Double(reads) / Double(frames + 1) : rate }

    /// The shortest decode time: longer ones include other work of the machine.
    var typicalDecodeTime: Double { decodeTimes.first ?? 0 }

    /// The 95th percentile of the decode times, milliseconds.
    package var decodeP95: Double? {
        decodeTimes.isEmpty ? nil : decodeTimes[min(decodeTimes.count - 1, (decodeTimes.count * 95 + 99) / 100 - 1)]
    }

    /// From the start of a frame to its text, milliseconds: the frame duration plus the 95th percentile of decoding.
    package var latencyP95: Double { frameDuration + (decodeP95 ?? 0) }

    /// Contrast divided by noise, in luma as it is. Noise alone puts the percentiles 3.3 deviations apart; that is
    /// subtracted.
    package var contrastToNoise: Double? {
        noise.map { noise in
            let (apart, own) = (max(0, light - dark), 3.3 * noise)
            return max(0, apart * apart - own * own).squareRoot() / max(0.5, noise)
        }
    }

    /// The reserve of contrast to noise and of sharpness, in doublings. It decides between settings with equal rate and
    /// latency.
    package var margin: Double {
        // More than 32 gains nothing. Modules are equally wide in every setting, so only the edges are compared.
        let noise = min(5, doublings(contrastToNoise ?? 1))
        let edges = edgeWidth.map { doublings(1 / max(0.5, $0)) } ?? -2
        // Clipped paper shows no noise and has no headroom.
        return noise + max(-4, edges) - 4 * clipped
    }

    /// Milliseconds from the start of a frame to its text, typically.
    var timeToText: Double { frameDuration + typicalDecodeTime + (delivery ?? 0) }

    /// The margin with edges measured in modules, for comparing frame sizes.
    var relativeMargin: Double {
        var result = self
        if let edgeWidth, let modulePixels, modulePixels > 0 { result.edgeWidth = edgeWidth / modulePixels * 3 }
        return result.margin
    }

    private func doublings(_ value: Double) -> Double {
        var (rest, count) = (max(value, 1e-3), 0.0)
        while rest >= 2 { (rest, count) = (rest / 2, count + 1) }
        while rest < 1 { (rest, count) = (rest * 2, count - 1) }
        return count + rest - 1
    }

    /// This result with the frames of another one added; the figures are those of `other`.
    package func joined(_ other: ProbeResult) -> ProbeResult {
        var result = other
        result.frames += frames
        result.reads += reads
        result.decodeTimes = (decodeTimes + other.decodeTimes).sorted()
        return result
    }
}

extension ProbeResult {
    /// Whether this is better by more than a small margin: a fixed setting is preferred to an automatic one.
    func isClearlyBetter(than other: ProbeResult) -> Bool {
        guard isBetter(than: other) else { return false }
        var lesser = self
        // A doubling of contrast to noise, and of sharpness.
        lesser.noise = noise.map { max(1, 2 * $0) }
        lesser.edgeWidth = edgeWidth.map { 1.4 * $0 }
        return abs(rate - other.rate) > 0.05 || lesser.isBetter(than: other)
    }

    /// Whether it reads more frames, by more than twice what chance makes of so few.
    func readsMore(than other: ProbeResult) -> Bool {
        let (mine, theirs) = (Double(max(1, frames)), Double(max(1, other.frames)))
        let share = Double(reads + other.reads) / (mine + theirs)
        let chance = (share * (1 - share) * (1 / mine + 1 / theirs)).squareRoot()
        return provenRate - other.provenRate > max(0.01, 2 * chance)
    }

    /// Whether this is better: by decode rate, then latency, then margin. Differences within chance do not count.
    package func isBetter(than other: ProbeResult) -> Bool {
        let chance = 0.25 / Double(max(1, min(frames, other.frames)))
        if abs(provenRate - other.provenRate) > max(0.01, chance) { return provenRate > other.provenRate }
        // Nothing decodes: contrast matters, not speed.
        if rate == 0, other.rate == 0 { return margin > other.margin + 0.05 }
        // Decode times vary by a few milliseconds on any machine; frame durations do not.
        let (mine, theirs) = (frameDuration + typicalDecodeTime, other.frameDuration + other.typicalDecodeTime)
        if abs(mine - theirs) > max(8, 0.2 * min(mine, theirs)) { return mine < theirs }
        return margin > other.margin
    }
}
