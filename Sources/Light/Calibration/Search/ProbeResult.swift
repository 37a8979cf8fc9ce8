// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a setting was worth in the frames it was looked at.
public struct ProbeResult: Hashable, Sendable {
    /// Frames read, and those in which the code that counts was.
    public var frames = 0
    public var reads = 0
    /// Milliseconds of decoding, of each frame, ascending.
    public var decodeTimes: [Double] = []
    /// Milliseconds from a frame to the next.
    public var frameDuration = 0.0
    /// Luma of the whole frame.
    public var mean = 0.0
    /// The 5th and 95th percentile around the code, luma.
    public var dark = 0.0
    public var light = 0.0
    public var clipped = 0.0
    /// Linear light around the code, 0 to 1.
    public var level = 0.0
    /// Luma, from frame to frame.
    public var noise: Double?
    /// From frame to frame, and from pixel to pixel, luma: `noise` is the one that can be believed.
    public var temporalNoise: Double?
    public var grain: Double?
    /// Pixels.
    public var edgeWidth: Double?
    public var modulePixels: Double?
    /// The narrowest a module was measured in any setting so far: smoothing and blur only widen it.
    public var narrowestModule: Double?
    public var sharpness = 0.0
    /// Milliseconds from a frame's timestamp until it was here as luma, at the quickest: transfer and decompression.
    /// `nil` where the clock is a simulated one.
    public var delivery: Double?
    /// Whether the change showed in the frames before they were counted.
    public var tookEffect = true

    public init() {}

    /// 0 to 1; 0 without frames.
    public var rate: Double { frames > 0 ? Double(reads) / Double(frames) : 0 }

    /// Whether contrast over noise is so scarce that a dozen frames may all read by luck. Edges as wide as modules leave
    /// narrow bars less than the whole contrast, and smoothing, which makes them wide, spreads noise instead of taking
    /// it away: those need more.
    var isScarce: Bool {
        guard let contrastToNoise else { return false }
        return contrastToNoise < 1.3 * SearchPlan.neededContrast * narrowLoss
    }

    /// How many times more contrast narrow bars and gaps in turn have lost than behind edges of 0.55 modules, which are
    /// usual. Of a Gaussian blur whose edges rise from 10 to 90 % in w, waves of two modules m keep exp(−2π²σ²/4m²),
    /// σ = w/2.56.
    private var narrowLoss: Double {
        guard let edgeWidth, let module = [modulePixels, narrowestModule].compactMap({ $0 }).min(), module > 0 else {
            return 1
        }
        func exponent(_ edges: Double) -> Double { 0.5 * (Double.pi * edges / 2.56) * (Double.pi * edges / 2.56) }
        return min(3, max(1, exp(exponent(edgeWidth / module) - exponent(0.55))))
    }

    /// The rate as far as it is proved: where contrast over noise is scarce, a frame that did not read is added.
    var provenRate: Double { isScarce && frames > 0 ? Double(reads) / Double(frames + 1) : rate }

    /// The quickest: on a machine that does other things too, the rest tell of those.
    var typicalDecodeTime: Double { decodeTimes.first ?? 0 }

    /// The time that 95 of 100 decodes do not exceed, milliseconds.
    public var decodeP95: Double? {
        decodeTimes.isEmpty ? nil : decodeTimes[min(decodeTimes.count - 1, (decodeTimes.count * 95 + 99) / 100 - 1)]
    }

    /// From the beginning of a frame to its text, milliseconds: the frame itself, then 95 of 100 decodes.
    public var latencyP95: Double { frameDuration + (decodeP95 ?? 0) }

    /// Contrast over noise, of the values as they are. Of noise alone the percentiles lie 3.3 deviations apart: that
    /// much is taken off.
    public var contrastToNoise: Double? {
        noise.map { noise in
            let (apart, own) = (max(0, light - dark), 3.3 * noise)
            return max(0, apart * apart - own * own).squareRoot() / max(0.5, noise)
        }
    }

    /// How much contrast over noise and sharpness leave to spare, in doublings: what decides between settings that read
    /// as surely and as quickly.
    public var margin: Double {
        // Beyond 32 times nobody gains anything. The code's modules are as wide in every setting: edges alone compare.
        let noise = min(5, doublings(contrastToNoise ?? 1))
        let edges = edgeWidth.map { doublings(1 / max(0.5, $0)) } ?? -2
        // Clipped paper has no noise to show, and no room left.
        return noise + max(-4, edges) - 4 * clipped
    }

    /// Milliseconds from the beginning of a frame to its text, as they usually are.
    var timeToText: Double { frameDuration + typicalDecodeTime + (delivery ?? 0) }

    /// The margin with edges measured in modules, which pixels of another size leave as they are.
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

    /// The same looked at for longer.
    public func joined(_ other: ProbeResult) -> ProbeResult {
        var result = other
        result.frames += frames
        result.reads += reads
        result.decodeTimes = (decodeTimes + other.decodeTimes).sorted()
        return result
    }
}

extension ProbeResult {
    /// Better by more than a little to spare: a setting that stands still is worth that much.
    func isClearlyBetter(than other: ProbeResult) -> Bool {
        guard isBetter(than: other) else { return false }
        var lesser = self
        // A doubling of contrast over noise, and of sharpness.
        lesser.noise = noise.map { max(1, 2 * $0) }
        lesser.edgeWidth = edgeWidth.map { 1.4 * $0 }
        return abs(rate - other.rate) > 0.05 || lesser.isBetter(than: other)
    }

    /// Whether this is worth more: decode rate, then latency, then margin. Differences that chance makes do not count.
    public func isBetter(than other: ProbeResult) -> Bool {
        let chance = 0.25 / Double(max(1, min(frames, other.frames)))
        if abs(provenRate - other.provenRate) > max(0.01, chance) { return provenRate > other.provenRate }
        // Nothing reads: what it lacks is contrast, not speed.
        if rate == 0, other.rate == 0 { return margin > other.margin + 0.05 }
        // Decode times scatter by a few milliseconds on any machine; frames do not.
        let (mine, theirs) = (frameDuration + typicalDecodeTime, other.frameDuration + other.typicalDecodeTime)
        if abs(mine - theirs) > max(8, 0.2 * min(mine, theirs)) { return mine < theirs }
        return margin > other.margin
    }
}
