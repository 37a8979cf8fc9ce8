// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// Decides which formats, sizes and rates to try with a calibrated camera, and which is best. It makes no calls.
///
/// Every trial restarts the stream, so it makes few, and only those with a chance in a simple model: JPEG costs edges and
/// decode time; uncompressed frames cost bus bandwidth and so frame rate; a lower rate allows longer exposures; fewer
/// pixels decode faster and, if the camera bins them, have less noise; more pixels show narrower modules. Modes without
/// a chance are skipped, with the reason.
package struct StreamComparison: Sendable {
    package struct Facts: Hashable, Sendable {
        /// The exposure that each frame needs, milliseconds; 0 if it may be shorter or is not known.
        package var exposure = 0.0
        /// The narrowest module width measured, pixels.
        package var module: Double?
        /// Whether the camera cut exposures to the frame interval: longer ones were set, but frames did not take longer.
        package var isClippedByRate = false
        /// The longest exposure at which a moving code is not blurred, milliseconds.
        package var longestExposure = Double.infinity

        package init() {}
    }

    package struct Trial: Hashable, Sendable {
        package var mode: StreamMode
        package var reason: Reason
    }

    package enum Reason: String, Hashable, Sendable {
        case uncompressed = "no compression losses"
        case quicker = "a higher frame rate"
        case smaller = "fewer pixels, which decode faster"
        case binned = "larger pixels, against noise"
        case larger = "more pixels per module"
        case slower = "a lower frame rate, for longer exposures"
    }

    package struct Outcome: Hashable, Sendable {
        package var mode: StreamMode
        /// `nil` for the mode that was calibrated.
        package var reason: Reason?
        package var result: ProbeResult
    }

    /// A mode that was skipped or did not start.
    package struct PassedOver: Hashable, Sendable {
        package var mode: StreamMode
        /// A clause: "would take 100 ms per frame instead of 33 ms".
        package var reason: String
    }

    /// The modes tried; the first is the calibrated one.
    package private(set) var outcomes: [Outcome]
    private var bestIndex = 0
    private let offered: [StreamMode]
    package var facts: Facts
    private var failed: [PassedOver] = []

    /// The most modes to try.
    static let bound = 4
    /// The module width to keep with smaller frames, pixels: the next code may be a little farther away.
    static let roomyModule = 3.0
    /// Below this module width most readers become unreliable; see `LimitJudge`.
    static let leastModule = 2.2

    package init(current: StreamMode, result: ProbeResult, offered: [StreamMode], facts: Facts) {
        outcomes = [Outcome(mode: current, reason: nil, result: result)]
        self.offered = offered
        self.facts = facts
    }

    package var best: Outcome { outcomes[bestIndex] }

    /// The next mode to try; `nil` if none is likely to be better.
    package func next() -> Trial? {
        guard outcomes.count + failed.count <= Self.bound else { return nil }
        return (codings + sizes + rates).first { trial in
            !outcomes.contains { $0.mode == trial.mode } && !failed.contains { $0.mode == trial.mode }
        }
    }

    package mutating func take(_ result: ProbeResult, of trial: Trial) {
        outcomes.append(Outcome(mode: trial.mode, reason: trial.reason, result: result))
        if Self.verdict(outcomes[outcomes.count - 1], against: best).isBetter { bestIndex = outcomes.count - 1 }
    }

    /// Records that the mode did not start.
    package mutating func refuse(_ trial: Trial, because reason: String) {
        failed.append(PassedOver(mode: trial.mode, reason: reason))
    }

    /// Adds more frames to the best mode; another may be best afterwards.
    package mutating func prove(_ result: ProbeResult) {
        outcomes[bestIndex].result = best.result.joined(result)
        bestIndex = outcomes.indices.reduce(bestIndex) {
            Self.verdict(outcomes[$1], against: outcomes[$0]).isBetter ? $1 : $0
        }
    }

    /// The modes that were tried and are not the best, in order, with what each lacks.
    package var losers: [(outcome: Outcome, words: String)] {
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

    /// Milliseconds per frame of a mode, if the bus has the bandwidth.
    private func frame(_ mode: StreamMode) -> Double { max(mode.rate.map { 1000 / $0 } ?? 0, facts.exposure) }

    private static func isLess(_ time: Double, than other: Double) -> Bool { other - time > max(8, 0.2 * time) }

    /// The same size in other formats.
    private var codings: [Trial] {
        let same = others { $0.size == best.mode.size }.sorted { $0.load < $1.load }
        return same.compactMap { mode in
            guard doubt(mode) == nil else { return nil }
            return Trial(mode: mode, reason: isSpared(mode) ? .uncompressed : .quicker)
        }
    }

    /// Whether a mode is without the best mode's compression losses.
    private func isSpared(_ mode: StreamMode) -> Bool { best.mode.coding != .exact && mode.coding == .exact }

    /// Why another format of the same size has no chance; `nil` if it may have one.
    private func doubt(_ mode: StreamMode) -> String? {
        let (now, then) = (best.result.frameDuration, frame(mode))
        let figures = "\(Self.whole(then)) ms per frame instead of \(Self.whole(now)) ms"
        if isSpared(mode) {
            let isSlower = Self.isLess(now, than: then)
            return isSlower && best.result.rate > 0.999 ? "would take \(figures), and every frame decodes already" : nil
        }
        if mode.coding == .converted { return "would need conversion first" }
        // Frames that are as short as their exposure cannot be shorter.
        guard Self.isLess(then, than: now) else {
            return mode.coding == .compressed && best.mode.coding == .exact
                ? "is no faster, and compression removes detail" : "shows the same and is no faster"
        }
        let isLighter = mode.load < 0.9 * best.mode.load || (mode.rate ?? 0) > 1.2 * (best.mode.rate ?? .infinity)
        return isLighter ? nil : "needs as much bus bandwidth"
    }

    /// The best format for a size: the exact one unless it is slower.
    private func coded(_ size: FrameSize) -> StreamMode? {
        let modes = offered.filter { $0.size == size && $0.coding != .converted }
        guard let quickest = modes.map(frame).min() else { return nil }
        return modes.filter { !Self.isLess(quickest, than: frame($0)) }
            .min { ($0.coding == .exact ? 0 : 1, $0.load) < ($1.coding == .exact ? 0 : 1, $1.load) }
    }

    private var sizes: [Trial] {
        guard let module = facts.module, module > 0 else { return [] }
        // The module width in another size, assuming the same field of view.
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
            // Frames were lengthened because light is short: larger pixels need less of it.
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

    /// The same mode at a lower rate, if frames are too short for the exposure needed.
    private var rates: [Trial] {
        guard facts.isClippedByRate, best.result.isScarce || best.result.rate < 0.999, let rate = best.mode.rate else {
            return []
        }
        let least = max(best.mode.slowest ?? rate, 1000 / facts.longestExposure)
        // Two stops at most: longer frames are not worth the wait.
        let wanted = max(least, rate / 4)
        guard wanted < 0.8 * rate else { return [] }
        var mode = best.mode
        mode.wantedRate = wanted
        return [Trial(mode: mode, reason: .slower)]
    }

    /// Modes that did not start, and formats of the best size that were skipped, with the reason.
    package var passedOver: [PassedOver] {
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
    /// Whether `one` is better than `other`, and a clause that says what the other lacks. The order is that of settings:
    /// decode rate, then latency, then margin. JPEG smooths noise and widens edges, so margins are not compared between
    /// exact and compressed; modules of another size are measured by their own width.
    static func verdict(_ one: Outcome, against other: Outcome) -> (isBetter: Bool, words: String) {
        let (mine, theirs) = (one.result, other.result)
        let chance = max(0.02, 0.75 / Double(max(1, min(mine.frames, theirs.frames))))
        let words = "reads \(percent(theirs.rate)) of the frames against \(percent(mine.rate))"
        if abs(mine.rate - theirs.rate) > chance { return (mine.rate > theirs.rate, words) }
        let (soon, late) = (mine.timeToText, theirs.timeToText)
        if abs(soon - late) > max(8, 0.2 * min(soon, late)) {
            return (soon < late, "takes \(whole(late)) ms to read a code against \(whole(soon)) ms")
        }
        let same = "reads as reliably and as fast, "
        if one.mode.coding != other.mode.coding, one.mode.coding == .exact || other.mode.coding == .exact {
            return (one.mode.coding == .exact, same + "but compression removes detail")
        }
        let (spare, rest) = (mine.relativeMargin, theirs.relativeMargin)
        // Another stream must be worth the change.
        let isBetter = spare > rest + (one.reason == nil ? 0 : 0.5)
        return (
            isBetter,
            same + (spare > rest ? "with less contrast and sharpness to spare" : "but is not the calibrated format")
        )
    }

    private static func percent(_ rate: Double) -> String { "\(whole(100 * rate)) %" }
    private static func whole(_ value: Double) -> String { value.isFinite ? "\(Int(value.rounded()))" : "?" }
}
