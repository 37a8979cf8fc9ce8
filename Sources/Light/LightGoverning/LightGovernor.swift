// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import Glibc

/// Decides from each frame which exposure, gain and lamp the next ones need, so that a code stays readable while the light
/// changes. Makes no calls and reads no clock.
///
/// A frame's level and the setting that it was exposed with give the light: `light = log₂ level − stops(setting)`. The light
/// and the wanted level give the setting. So a lamp that is switched costs one decision and not a search. It acts at once
/// on a large change, that two frames show or that clips, and after a while on a small one. Changes within a dead
/// band are left alone, because a code reads over several stops.
public struct LightGovernor: Sendable {
    /// What to set.
    public struct Order: Hashable, Sendable {
        public var setting: LightSetting
        /// `nil` to leave the lamp as it is.
        public var lamp: Bool?
    }

    /// The linear light that the paper is brought to.
    static let white = LightFacts.white
    /// If no code is known: the mean that cameras aim at, and the limit for the brightest tone.
    private static let grey = (mean: 0.18, white: 0.6)
    /// The dead band, stops below and above the wanted level.
    private static let band = (below: 0.6, above: 0.5)
    /// A change of this size is acted upon after two frames.
    private static let large = 1.1
    /// Seconds until a smaller change outside of the dead band is acted upon.
    private static let calm = 0.35
    /// Below this level the picture is black: noise.
    private static let black = 0.0018
    /// The stops that are tried if a picture is all clipped or black.
    private static let leap = 4.0
    /// How often the needed light is raised without a read, and the seconds until that is taken back.
    private static let raises = (most: 4, patience: 3.0)
    /// Seconds for which a light is remembered.
    private static let memory = 900.0

    public private(set) var plan: LightPlan
    private var history: SettingHistory
    private var shape: LightShape?
    /// Whether `shape` is that of a code.
    private var isShapeOfCode = false
    /// log₂ of the level at one unit of exposure without gain: of the last frame, and smoothed.
    private(set) public var light: Double?
    private var lastLight: Double?
    /// 1 if `light` is the least that is possible, −1 if it is the most, 0 if it was measured.
    private var bound = 0.0
    private var steadyLight: Double?
    /// When the level left the dead band, and on which side.
    private var astray: (since: Double, isBright: Bool)?
    /// Lights before the last large changes, with their times.
    private var remembered: [(light: Double, time: Double)] = []
    private var trial: Trial?
    private var reads = ReadTally()
    private var lamp: LampSwitch
    /// How often the needed light was raised since the last read, and what it was before, with the time.
    private var raises = 0
    private var raised: (before: Double?, at: Double)?
    private var lastAdjustment = -1e9
    private var lastSequence = Int.min

    /// A change that is being watched, to learn the response.
    private struct Trial: Sendable {
        var old: LightSetting
        var new: LightSetting
        var before: Double
        var sequence: Int
        var seen: [Double] = []
    }

    /// - Parameter setting: the camera's present setting.
    public init(_ abilities: LightAbilities, start setting: LightSetting) {
        plan = LightPlan(abilities)
        history = SettingHistory(setting)
        lamp = LampSwitch(isThere: abilities.hasLamp)
    }

    /// The setting ordered last.
    public var setting: LightSetting { history.latest }
    /// Frames until a setting shows; `nil` until it is known.
    public var delay: Int? { history.delay }
    /// Whether there is too little light even at the longest exposure and the largest gain.
    public private(set) var isStarved = false

    /// The setting for a light that is known from elsewhere, before the first frame. The caller sets it.
    public mutating func expect(light: Double) -> Order? {
        self.light = light
        return order(wanted(for: light), light: light, after: lastSequence == .min ? 0 : lastSequence, at: 0)
    }

    // MARK: Frames

    /// Takes the light of a frame.
    public mutating func observe(_ sight: LightSight) -> Order? {
        guard sight.sequence > lastSequence else { return nil }
        lastSequence = sight.sequence
        let estimate = estimate(sight)
        let (reference, bound) = (lastLight ?? light, bound)
        let response = plan.response
        let setting = history.setting(of: sight.sequence) { setting in
            guard case .level(let level) = estimate, let reference else { return nil }
            let apart = log2(level) - response.stops(setting) - reference
            // A clipped or black picture has told only on which side the light is.
            return bound != 0 && apart * bound > 0 ? 0.1 * abs(apart) : abs(apart)
        }
        var order: Order?
        switch estimate {
        case .level(let level): order = follow(log2(level) - response.stops(setting), sight, setting)
        case .clipped: order = leap(-1, from: setting, sight)
        case .black: order = leap(1, from: setting, sight)
        }
        if let change = lamp.observe(
            isStarved: isStarved && reads.isPoor, light: light, need: starvingLight, at: sight.time)
        {
            order = Order(setting: order?.setting ?? history.latest, lamp: change)
        }
        return order
    }

    /// Takes what was read in the frame observed last.
    ///
    /// - Parameters:
    ///   - isRead: whether a code was read.
    ///   - smear: the longest exposure for its motion, seconds; `nil` if it is not known.
    public mutating func note(isRead: Bool, smear: Double?, sight: LightSight) {
        if let smear { plan.smear = smear }
        reads.add(isRead, at: sight.time)
        if isRead, LightShape(sight) != nil {
            if isShapeOfCode { shape?.add(sight) } else { shape = LightShape(sight) }
            isShapeOfCode = shape != nil
        }
        learnNeed(at: sight.time)
    }

    /// The code is gone from its place: the next frames show another one.
    public mutating func loseSight() {
        isShapeOfCode = false
        shape = nil
        lastLight = nil
        astray = nil
    }

    private enum Estimate {
        case level(Double)
        case clipped
        case black
    }

    private func estimate(_ sight: LightSight) -> Estimate {
        if sight.level < Self.black { return .black }
        guard sight.clipped > 0.03 else { return .level(sight.level) }
        if let level = shape?.level(of: sight) { return .level(max(level, sight.level)) }
        // Without a known shape, a picture that is clipped in a part only is still a measure.
        return sight.clipped < 0.3 ? .level(sight.level * (1 + sight.clipped)) : .clipped
    }

    /// The level to reach.
    private func wantedLevel(_ sight: LightSight?) -> Double {
        if isShapeOfCode, let shape { return Self.white / shape.white }
        guard let sight, sight.clipped < 0.03, sight.level > 0.02 else { return Self.grey.mean }
        return min(Self.grey.mean, Self.grey.white * sight.level / max(sight.white, 0.01))
    }

    private func wanted(for light: Double, _ sight: LightSight? = nil) -> Double {
        min(plan.mostStops, max(plan.leastStops, log2(wantedLevel(sight)) - light))
    }

    /// The light below which the camera is starved.
    private var starvingLight: Double { log2(wantedLevel(nil)) - plan.mostStops - 0.3 }

    private mutating func follow(_ light: Double, _ sight: LightSight, _ setting: LightSetting) -> Order? {
        defer { lastLight = light }
        learn(light, sight, setting)
        let agrees = lastLight.map { abs($0 - light) < 0.4 } ?? false
        self.light = light
        bound = 0
        let steady = steadyLight.map { abs($0 - light) < 1 ? $0 + 0.15 * (light - $0) : light } ?? light
        if let old = steadyLight, abs(old - light) > 1.5 { remember(old, at: sight.time) }
        steadyLight = steady
        let stops = wanted(for: light, sight)
        let ordered = plan.response.stops(history.latest)
        isStarved = plan.mostStops < log2(wantedLevel(sight)) - light - 0.3
        // Positive: the picture is too bright.
        let error = ordered - stops
        guard error > Self.band.above || error < -Self.band.below else {
            astray = nil
            return refine(steady, sight)
        }
        let isBright = error > 0
        let since = astray.flatMap { $0.isBright == isBright ? $0.since : nil } ?? sight.time
        astray = (since, isBright)
        if abs(error) > Self.large, agrees || abs(error) > 2.5 {
            return order(stops, light: light, after: sight.sequence, at: sight.time)
        }
        guard sight.time - since >= Self.calm else { return nil }
        return order(wanted(for: steady, sight), light: steady, after: sight.sequence, at: sight.time)
    }

    /// All is clipped or black: a large step, to a light that was seen before if there is one.
    private mutating func leap(_ direction: Double, from setting: LightSetting, _ sight: LightSight) -> Order? {
        let at = plan.response.stops(setting)
        // The least light that clips, or the most that is black.
        let bound = direction < 0 ? log2(0.5) - at : log2(Self.black) - at
        if let old = steadyLight, (bound - old) * -direction > 1.5 { remember(old, at: sight.time) }
        steadyLight = nil
        lastLight = nil
        astray = nil
        let known = remembered.filter { memory in
            let beyond = (memory.light - bound) * -direction
            return beyond > -0.5 && beyond < 8 && sight.time - memory.time < Self.memory
        }.max { $0.time < $1.time }
        let stops =
            known.map { wanted(for: $0.light) }
            ?? min(plan.mostStops, max(plan.leastStops, at + direction * Self.leap))
        // The remembered light was wrong if the picture is still clipped or black with its setting.
        let isInVain = known != nil && (stops - at) * direction < 0.5
        let goal = isInVain ? min(plan.mostStops, max(plan.leastStops, at + direction * Self.leap)) : stops
        isStarved = direction > 0 && goal >= plan.mostStops - 0.1
        let isBounded = self.bound == -direction
        light =
            direction < 0
            ? max(isBounded ? light ?? bound : bound, bound) : min(isBounded ? light ?? bound : bound, bound)
        self.bound = -direction
        // An order on its way that goes as far is enough.
        guard (goal - plan.response.stops(history.latest)) * direction > 0.3 else { return nil }
        return order(goal, light: log2(wantedLevel(nil)) - goal, after: sight.sequence, at: sight.time)
    }

    /// Another division of the same light between exposure and gain, when the limits have changed.
    private mutating func refine(_ light: Double, _ sight: LightSight) -> Order? {
        guard sight.time - lastAdjustment > 1 else { return nil }
        // Only the division changes: the dead band is for the light.
        let now = history.latest
        let stops = plan.response.stops(now)
        let better = plan.setting(stops: stops, light: light)
        guard abs(log2(Double(max(1, better.exposure)) / Double(max(1, now.exposure)))) > 0.4 else { return nil }
        return order(stops, light: light, after: sight.sequence, at: sight.time)
    }

    private mutating func order(_ stops: Double, light: Double, after sequence: Int, at time: Double) -> Order? {
        let setting = plan.setting(stops: stops, light: light)
        let old = history.latest
        guard setting != old else { return nil }
        astray = nil
        lastAdjustment = time
        // Only a light that stood still tells what the change did.
        trial =
            lastLight.map { abs($0 - light) < 0.15 } == true && bound == 0
            ? Trial(old: old, new: setting, before: light, sequence: sequence) : nil
        history.order(setting, after: sequence)
        return Order(setting: setting, lamp: nil)
    }

    private mutating func remember(_ light: Double, at time: Double) {
        remembered.removeAll { abs($0.light - light) < 1 }
        remembered.append((light, time))
        if remembered.count > 6 { remembered.removeFirst() }
    }

    // MARK: Learning

    /// Compares the light before and after a change of the setting: a difference is the response's error, if it is
    /// the same in several frames.
    private mutating func learn(_ light: Double, _ sight: LightSight, _ setting: LightSetting) {
        guard var trial, trial.new == history.latest else { return }
        let count = sight.sequence - trial.sequence
        guard count <= 2 * SettingHistory.most else {
            self.trial = nil
            return
        }
        guard setting == trial.new, sight.clipped < 0.03, sight.level > 0.01 else { return }
        trial.seen.append(light)
        self.trial = trial
        // The first frame may have only a part of the change.
        guard trial.seen.count >= 4 else { return }
        self.trial = nil
        let rest = trial.seen.dropFirst()
        guard let low = rest.min(), let high = rest.max(), high - low < 0.25 else { return }
        let error = rest.reduce(0, +) / Double(rest.count) - trial.before
        let expected = plan.response.stops(trial.new) - plan.response.stops(trial.old)
        guard abs(expected) > 0.7 else { return }
        let longer = Double(max(trial.new.exposure, trial.old.exposure)) * 1e-4
        if expected > 0, error < -0.5 * expected, trial.new.exposure > trial.old.exposure,
            longer > 1.2 * plan.abilities.interval
        {
            // The camera does not expose longer than a frame.
            plan.longestUseful = max(plan.abilities.interval, Double(trial.old.exposure) * 1e-4)
            return
        }
        plan.response.learn(from: trial.old, to: trial.new, seen: expected + error)
    }

    /// If codes are lost although the picture is bright enough, the code needs more light than gain can replace.
    private mutating func learnNeed(at time: Double) {
        guard let light = steadyLight, let gain = plan.abilities.gain else { return }
        let setting = history.latest
        let given = light + plan.response.slope * log2(Double(max(1, setting.exposure)))
        let isAmplified = setting.gain > gain.minimum + gain.span * 2 / 5
        if reads.hasRead { raises = 0 }
        if raises >= Self.raises.most, let begun = raised?.at, time - begun > Self.raises.patience {
            // That did not help: there is no code, or another reason.
            plan.needed = raised?.before
            raised = nil
        }
        if reads.hasFailed(at: time), isAmplified, raises < Self.raises.most {
            raised = (raises == 0 ? plan.needed : raised?.before, time)
            raises += 1
            plan.needed = max(plan.needed ?? -.infinity, given + 0.5)
            reads.reset()
        } else if let needed = plan.needed, reads.hasSucceeded(at: time), given <= needed + 0.3 {
            // Slowly back: a frame that is lost costs more than one that is a little slower.
            plan.needed = needed - 0.15
            reads.reset()
        }
    }
}
