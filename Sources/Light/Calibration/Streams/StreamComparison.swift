// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// Decides in which formats, sizes and rates a calibrated camera is tried, and which is best. It makes no call.
///
/// Every trial ends one stream and begins another, so few are made, and only those that a simple model gives a chance:
/// JPEG costs edges, and decoding; frames that are not compressed cost the bus, and with it the rate; a lower rate leaves
/// longer exposures; fewer pixels are read sooner and, where the camera adds them up, have less noise; more pixels show
/// narrower modules. What no trial can change is passed over, with the reason.
public struct StreamComparison: Sendable {
    public struct Facts: Hashable, Sendable {
        /// Milliseconds each frame must be exposed; 0 where it may be shorter, or is not known.
        public var exposure = 0.0
        /// The narrowest width of a module that was measured, pixels.
        public var module: Double?
        /// Whether longer exposures than a frame's interval were asked for, and not made: neither the frame took longer
        /// nor was it as light as it should be.
        public var isClippedByRate = false
        /// Milliseconds beyond which a moving code smears.
        public var longestExposure = Double.infinity

        public init() {}
    }

    public struct Trial: Hashable, Sendable {
        public var mode: StreamMode
        public var reason: Reason
    }

    public enum Reason: String, Hashable, Sendable {
        case uncompressed = "without the losses of compression"
        case quicker = "more frames a second"
        case smaller = "fewer pixels, which are read sooner"
        case binned = "larger pixels, against noise"
        case larger = "more pixels for each module"
        case slower = "a lower rate, for longer exposures"
    }

    public struct Outcome: Hashable, Sendable {
        public var mode: StreamMode
        /// `nil` for the mode in which the camera was calibrated.
        public var reason: Reason?
        public var result: ProbeResult
    }

    /// A mode that was not tried, or would not start.
    public struct PassedOver: Hashable, Sendable {
        public var mode: StreamMode
        /// A clause: "would take 100 ms a frame against 33 ms".
        public var reason: String
    }

    /// Looked at, the first as calibrated.
    public private(set) var outcomes: [Outcome]
    private var bestIndex = 0
    private let offered: [StreamMode]
    public var facts: Facts
    private var failed: [PassedOver] = []

    /// Openings of another mode at most.
    static let bound = 4
    /// Pixels a module should have left when frames are made smaller: the next code is held a little farther away.
    static let roomyModule = 3.0
    /// Below so many most readers fail sooner or later; see `LimitJudge`.
    static let leastModule = 2.2

    public init(current: StreamMode, result: ProbeResult, offered: [StreamMode], facts: Facts) {
        outcomes = [Outcome(mode: current, reason: nil, result: result)]
        self.offered = offered
        self.facts = facts
    }

    public var best: Outcome { outcomes[bestIndex] }

    /// The next to look at; `nil` when none is likely to be better.
    public func next() -> Trial? {
        guard outcomes.count + failed.count <= Self.bound else { return nil }
        return (codings + sizes + rates).first { trial in
            !outcomes.contains { $0.mode == trial.mode } && !failed.contains { $0.mode == trial.mode }
        }
    }

    public mutating func take(_ result: ProbeResult, of trial: Trial) {
        outcomes.append(Outcome(mode: trial.mode, reason: trial.reason, result: result))
        if Self.verdict(outcomes[outcomes.count - 1], against: best).isBetter { bestIndex = outcomes.count - 1 }
    }

    /// It could not be started.
    public mutating func refuse(_ trial: Trial, because reason: String) {
        failed.append(PassedOver(mode: trial.mode, reason: reason))
    }

    /// The best, looked at for longer; another may be best then.
    public mutating func prove(_ result: ProbeResult) {
        outcomes[bestIndex].result = best.result.joined(result)
        bestIndex = outcomes.indices.reduce(bestIndex) {
            Self.verdict(outcomes[$1], against: outcomes[$0]).isBetter ? $1 : $0
        }
    }

    /// What is wrong with every mode that was tried and is not the best, in order.
    public var losers: [(outcome: Outcome, words: String)] {
        outcomes.indices.filter { $0 != bestIndex }.map {
            (outcomes[$0], Self.verdict(best, against: outcomes[$0]).words)
        }
    }
}

// MARK: What to try

extension StreamComparison {
    private func others(_ isFitting: (StreamMode) -> Bool) -> [StreamMode] {
        offered.filter { isFitting($0) && !($0.fourCC == best.mode.fourCC && $0.size == best.mode.size) }
    }

    /// Milliseconds a frame of a mode takes, if the bus carries it.
    private func frame(_ mode: StreamMode) -> Double { max(mode.rate.map { 1000 / $0 } ?? 0, facts.exposure) }

    private static func isLess(_ time: Double, than other: Double) -> Bool { other - time > max(8, 0.2 * time) }

    /// The same size, coded otherwise.
    private var codings: [Trial] {
        let same = others { $0.size == best.mode.size }.sorted { $0.load < $1.load }
        return same.compactMap { mode in
            guard doubt(mode) == nil else { return nil }
            return Trial(mode: mode, reason: isSpared(mode) ? .uncompressed : .quicker)
        }
    }

    /// Whether a mode has not the losses of the best.
    private func isSpared(_ mode: StreamMode) -> Bool { best.mode.coding != .exact && mode.coding == .exact }

    /// Why another coding of the same size has no chance; `nil` when it may have one.
    private func doubt(_ mode: StreamMode) -> String? {
        let (now, then) = (best.result.frameDuration, frame(mode))
        let figures = "\(Self.whole(then)) ms a frame against \(Self.whole(now)) ms"
        if isSpared(mode) {
            let isSlower = Self.isLess(now, than: then)
            return isSlower && best.result.rate > 0.999 ? "would take \(figures), and every frame reads" : nil
        }
        if mode.coding == .converted { return "would have to be converted first" }
        // What comes as fast as it is exposed comes no faster.
        guard Self.isLess(then, than: now) else {
            return mode.coding == .compressed && best.mode.coding == .exact
                ? "is no quicker, and compression takes detail away" : "shows the same and is no quicker"
        }
        let isLighter = mode.load < 0.9 * best.mode.load || (mode.rate ?? 0) > 1.2 * (best.mode.rate ?? .infinity)
        return isLighter ? nil : "asks as much of the bus"
    }

    /// The size in the coding that suits it: the exact one unless it is slower.
    private func coded(_ size: FrameSize) -> StreamMode? {
        let modes = offered.filter { $0.size == size && $0.coding != .converted }
        guard let quickest = modes.map(frame).min() else { return nil }
        return modes.filter { !Self.isLess(quickest, than: frame($0)) }
            .min { ($0.coding == .exact ? 0 : 1, $0.load) < ($1.coding == .exact ? 0 : 1, $1.load) }
    }

    private var sizes: [Trial] {
        guard let module = facts.module, module > 0 else { return [] }
        // Modules as wide as here, in another size; the field of view is taken to be the same.
        let here = outcomes[0].mode.size
        func wide(_ size: FrameSize) -> Double { module * Double(size.width) / Double(max(1, here.width)) }
        let all = Set(offered.map(\.size)).filter { $0 != best.mode.size }.sorted { $0.area < $1.area }
        let result = best.result
        let (area, now) = (
            Double(best.mode.size.area), result.frameDuration + result.typicalDecodeTime + (result.delivery ?? 0)
        )
        var trials: [Trial] = []
        if result.rate > 0.999 {
            let smaller = all.filter { $0.area < best.mode.size.area && wide($0) >= Self.roomyModule }.compactMap(coded)
            let times = smaller.map { mode in
                let share = Double(mode.size.area) / area
                return frame(mode) + share * (result.typicalDecodeTime + (result.delivery ?? 0))
            }
            if let (mode, time) = zip(smaller, times).min(by: { $0.1 < $1.1 }), Self.isLess(time, than: now) {
                trials.append(Trial(mode: mode, reason: .smaller))
            }
            // Frames made longer for want of light: larger pixels want less of it.
            if let mode = smaller.last, let rate = mode.rate, facts.exposure > 1200 / rate {
                trials.append(Trial(mode: mode, reason: .binned))
            }
        } else if result.isScarce {
            let mode = all.last { $0.area < best.mode.size.area && wide($0) >= Self.leastModule }.flatMap(coded)
            if let mode { trials.append(Trial(mode: mode, reason: .binned)) }
        }
        if result.rate < 0.999, !result.isScarce, wide(best.mode.size) < Self.roomyModule {
            let larger = all.filter { $0.area > best.mode.size.area }.compactMap(coded).filter { ($0.rate ?? 30) >= 5 }
            if let mode = larger.first(where: { wide($0.size) >= Self.roomyModule }) ?? larger.last {
                trials.append(Trial(mode: mode, reason: .larger))
            }
        }
        return trials
    }

    /// The same at a lower rate, where frames are too short for the exposure that is needed.
    private var rates: [Trial] {
        guard facts.isClippedByRate, best.result.isScarce || best.result.rate < 0.999, let rate = best.mode.rate else {
            return []
        }
        let least = max(best.mode.slowest ?? rate, 1000 / facts.longestExposure)
        // Two stops are what a code is worth waiting for.
        let wanted = max(least, rate / 4)
        guard wanted < 0.8 * rate else { return [] }
        var mode = best.mode
        mode.wantedRate = wanted
        return [Trial(mode: mode, reason: .slower)]
    }

    /// Formats of the best one's size that were not tried, with the reason.
    public var passedOver: [PassedOver] {
        let same = others { mode in
            mode.size == best.mode.size
                && !outcomes.contains { $0.mode.fourCC == mode.fourCC && $0.mode.size == mode.size }
                && !failed.contains { $0.mode == mode }
        }
        return failed + same.compactMap { mode in doubt(mode).map { PassedOver(mode: mode, reason: $0) } }
    }
}

// MARK: What is better

extension StreamComparison {
    /// Whether `one` is worth more than `other`, and, in words for the other, what it lacks. As between settings: decode
    /// rate, then latency, then what is left to spare; but JPEG smooths noise and widens edges, so between codings its
    /// figures do not tell, and modules of another size are measured by their own width.
    static func verdict(_ one: Outcome, against other: Outcome) -> (isBetter: Bool, words: String) {
        let (mine, theirs) = (one.result, other.result)
        let chance = max(0.02, 0.75 / Double(max(1, min(mine.frames, theirs.frames))))
        let words = "reads \(percent(theirs.rate)) of the frames against \(percent(mine.rate))"
        if abs(mine.rate - theirs.rate) > chance { return (mine.rate > theirs.rate, words) }
        let (soon, late) = (mine.timeToText, theirs.timeToText)
        if abs(soon - late) > max(8, 0.2 * min(soon, late)) {
            return (soon < late, "takes \(whole(late)) ms to a text against \(whole(soon)) ms")
        }
        let same = "reads as surely and as soon, "
        if one.mode.coding != other.mode.coding, one.mode.coding == .exact || other.mode.coding == .exact {
            return (one.mode.coding == .exact, same + "but compression takes detail away")
        }
        let (spare, rest) = (mine.relativeMargin, theirs.relativeMargin)
        // Another stream must be worth the change.
        let isBetter = spare > rest + (one.reason == nil ? 0 : 0.5)
        return (
            isBetter,
            same + (spare > rest ? "with less contrast and sharpness to spare" : "and is not what it was calibrated in")
        )
    }

    private static func percent(_ rate: Double) -> String { "\(whole(100 * rate)) %" }
    private static func whole(_ value: Double) -> String { value.isFinite ? "\(Int(value.rounded()))" : "?" }
}
