// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import Glibc

/// Decides from each frame which exposure, gain and lamp the next ones need, so that a code stays readable while the light
/// changes. Makes no calls and reads no clock.
///
/// A frame's level and the setting that it was exposed with give the light: `light = log₂ level − stops(setting)`. The light
/// and the wanted level give the setting. So a lamp that is switched costs one decision and not a search.
///
/// A setting that reads is left only for a good cause, because a code reads over several stops: at once if the paper clips or
/// the picture is very dark, and after some time if it is a little too bright or too dark. So a shadow that passes is not
/// chased. What the code does not bear, smear or noise, only reading can tell: `DivisionSearch`.
package struct LightGovernor: Sendable {
    /// What to set.
    package struct Order: Hashable, Sendable {
        package var setting: LightSetting
        /// `nil` to leave the lamp as it is.
        package var lamp: Bool?
    }

    /// The linear light that the paper is brought to.
    static let white = LightFacts.white
    /// If no code is known: the mean that cameras aim at, and the limit for the brightest tone.
    private static let grey = (mean: 0.18, white: 0.6)
    /// The dead band, stops below and above the wanted level.
    private static let band = (below: 0.7, above: 0.6)
    /// So much too dark or too bright, two frames are enough to act upon, in stops. If codes are read, a dark picture is good.
    private static let large = (dark: 1.1, bright: 0.9, darkButRead: 2.5)
    /// Seconds until a smaller change outside of the dead band is acted upon: without a read, and while codes are read.
    private static let calm = (unread: 0.5, read: 2.5)
    /// Seconds since a read for which codes count as being read, and the frames.
    private static let reading = (seconds: 0.25, frames: 2)
    /// Below this level the picture is black: noise.
    private static let black = 0.0018
    /// The stops that are tried if a picture is all clipped or black.
    private static let leap = 4.0
    /// Seconds without a read after which the last setting that was read in this light is taken again, and for how long a
    /// read is worth that.
    private static let homing = (after: 1.0, until: 6.0)
    /// Seconds between two divisions of the same light, and without small changes after what was planned did not read.
    private static let dividing = (usual: 1.0, afterHoming: 15.0)
    /// How far below its limits the plan is told of the darkness, stops.
    static let depth = 6.0
    /// Seconds until the exposures of earlier runs are no longer tried, if nothing is read with them.
    private static let recalling = 4.0

    package private(set) var plan: LightPlan
    private var history: SettingHistory
    private var shape: LightShape?
    /// Whether `shape` is that of a code.
    private var isShapeOfCode = false
    /// log₂ of the level at one unit of exposure without gain: of the last frame, and smoothed.
    private(set) package var light: Double?
    private var lastLight: Double?
    /// 1 if `light` is the least that is possible, −1 if it is the most, 0 if it was measured.
    private var bound = 0.0
    private var steadyLight: Double?
    /// When the level left the dead band, and on which side.
    private var astray: (since: Double, isBright: Bool)?
    private var memory = LightMemory()
    private var trial: ResponseTrial?
    private var reads = ReadTally()
    private var search = DivisionSearch()
    /// The light for which `search` tries.
    private var searchedLight: Double?
    /// The last setting with which a code was read, and the light then.
    private var home: (setting: LightSetting, light: Double, time: Double)?
    /// The setting of the frame observed last.
    private var current: LightSetting
    private var lamp: LampSwitch
    private var lastAdjustment = -1e9
    /// Until then, the setting that was read stays, but for large changes of the light.
    private var mayDivide = -1e9
    private var lastSequence = Int.min
    /// What earlier runs learned, and this one adds to.
    private var past: LearnedLight
    /// Until then, before the first read, exposures are those of earlier runs; `nil` before the first frame.
    private var recallsUntil: Double?

    /// - Parameters:
    ///   - setting: the camera's present setting.
    ///   - past: what earlier runs learned.
    package init(_ abilities: LightAbilities, start setting: LightSetting, past: LearnedLight = LearnedLight()) {
        plan = LightPlan(abilities)
        if let response = past.response, !plan.response.isMeasured { plan.response = response }
        history = SettingHistory(setting)
        current = setting
        lamp = LampSwitch(isThere: abilities.hasLamp)
        self.past = past
    }

    /// The setting ordered last.
    package var setting: LightSetting { history.latest }
    /// Frames until a setting shows; `nil` until it is known.
    package var delay: Int? { history.delay }
    /// Whether there is too little light even at the longest exposure and the largest gain.
    package private(set) var isStarved = false

    /// Whether this run has added to what is known.
    package private(set) var hasLearned = false

    /// What this run and the earlier ones learned.
    package var learned: LearnedLight {
        var learned = past
        if !plan.response.isMeasured, plan.response != plan.abilities.response { learned.response = plan.response }
        if !lamp.isLit { learned.last = steadyLight ?? past.last }
        return learned
    }

    /// The setting for a light that is known from elsewhere, before the first frame. The caller sets it.
    package mutating func expect(light: Double) -> Order? {
        self.light = light
        return order(wanted(for: light), light: light, after: lastSequence == .min ? 0 : lastSequence, at: 0)
    }

    // MARK: Frames

    /// Takes the light of a frame.
    package mutating func observe(_ sight: LightSight) -> Order? {
        guard sight.sequence > lastSequence else { return nil }
        lastSequence = sight.sequence
        if recallsUntil == nil {
            recallsUntil = sight.time + Self.recalling
            memory.recall(past, at: sight.time)
        }
        let estimate = estimate(sight)
        let (reference, bound) = (lastLight ?? light, bound)
        let response = plan.response
        let setting = history.setting(of: sight.sequence) { setting in
            guard case .level(let level) = estimate, let reference else { return nil }
            let apart = log2(level) - response.stops(setting) - reference
            // A clipped or black picture has told only on which side the light is.
            return bound != 0 && apart * bound > 0 ? 0.1 * abs(apart) : abs(apart)
        }
        current = setting
        var order: Order?
        switch estimate {
        case .level(let level): order = follow(log2(level) - response.stops(setting), sight, setting)
        case .clipped: order = leap(-1, from: setting, sight)
        case .black: order = leap(1, from: setting, sight)
        }
        if let change = lamp.observe(
            isStarved: isStarved && isLampLight && reads.isPoor(at: sight.time), light: light,
            isMeasured: self.bound == 0,
            need: starvingLight, at: sight.time)
        {
            if change { past.last = light }
            order = Order(setting: order?.setting ?? history.latest, lamp: change)
        }
        return order
    }

    /// Takes what was read in the frame observed last.
    ///
    /// - Parameters:
    ///   - isRead: whether a code was read.
    ///   - smear: the longest exposure for its motion, seconds; `nil` if it is not known.
    /// - Returns: what to set because of that.
    package mutating func note(isRead: Bool, smear: Double?, sight: LightSight) -> Order? {
        if let smear { plan.smear = smear }
        if isRead, LightShape(sight) != nil {
            if isShapeOfCode { shape?.add(sight) } else { shape = LightShape(sight) }
            isShapeOfCode = shape != nil
        }
        // The light of the lamp is not there at the next start.
        if isRead, bound == 0, !lamp.isLit, let light = steadyLight {
            past.add(light, current)
            hasLearned = true
        }
        // Frames of the setting before tell nothing about this one.
        guard current == history.latest else { return nil }
        reads.add(isRead, at: sight.time)
        guard let light = steadyLight, bound == 0 else { return nil }
        if isRead {
            home = (current, light, sight.time)
        } else if let order = goHome(light, sight) {
            return order
        }
        return tryDivision(light, sight)
    }

    /// The light is measured at another place from the next frame on.
    mutating func lookElsewhere() { lamp.lookElsewhere() }

    /// The code is gone from its place: the next frames show another one.
    package mutating func loseSight() {
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
        min(plan.mostStops + Self.depth, max(plan.leastStops, log2(wantedLevel(sight)) - light))
    }

    /// Whether there is so little light that the lamp may go on.
    package var isLampLight: Bool {
        guard let below = plan.abilities.lampBelow else { return true }
        // As the calibration found it: at the longest exposure, with the largest gain.
        return light.map { $0 + plan.mostStops - plan.mostGainStops < below } ?? false
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
        if let old = steadyLight, abs(old - light) > 1.5 { memory.add(old, at: sight.time) }
        steadyLight = steady
        let stops = wanted(for: light, sight)
        let ordered = plan.response.stops(history.latest)
        isStarved = plan.mostStops < log2(wantedLevel(sight)) - light - 0.3
        // Positive: the picture is too bright.
        let error = ordered - plan.response.stops(plan.setting(stops: stops, light: light))
        guard error > Self.band.above || error < -Self.band.below else {
            astray = nil
            return refine(steady, sight)
        }
        let isBright = error > 0
        let since = astray.flatMap { $0.isBright == isBright ? $0.since : nil } ?? sight.time
        astray = (since, isBright)
        let isReading =
            reads.row <= Self.reading.frames || reads.seconds(sinceReadAt: sight.time) < Self.reading.seconds
        let large = isBright ? Self.large.bright : isReading ? Self.large.darkButRead : Self.large.dark
        if abs(error) > large, agrees || abs(error) > 2.5 {
            return order(stops, light: light, after: sight.sequence, at: sight.time)
        }
        guard sight.time - since >= (isReading ? Self.calm.read : Self.calm.unread), sight.time > mayDivide else {
            return nil
        }
        return order(wanted(for: steady, sight), light: steady, after: sight.sequence, at: sight.time)
    }

    /// All is clipped or black: a large step, to a light that was seen before if there is one.
    private mutating func leap(_ direction: Double, from setting: LightSetting, _ sight: LightSight) -> Order? {
        let at = plan.response.stops(setting)
        // The least light that clips, or the most that is black.
        let bound = direction < 0 ? log2(0.5) - at : log2(Self.black) - at
        if let old = steadyLight, (bound - old) * -direction > 1.5 { memory.add(old, at: sight.time) }
        steadyLight = nil
        lastLight = nil
        astray = nil
        let known = memory.light(beyond: bound, direction, at: sight.time)
        let stops =
            known.map { wanted(for: $0) }
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
        guard sight.time - lastAdjustment > Self.dividing.usual, sight.time > mayDivide else { return nil }
        // Only the division changes: the dead band is for the light.
        let now = history.latest
        // With all the gain, exposures are what the darkness makes them.
        let isLast = plan.abilities.gain.map { now.gain >= $0.maximum - $0.span / 50 } ?? true
        let stops = isLast ? wanted(for: light, sight) : plan.response.stops(now)
        let better = plan.setting(stops: stops, light: light)
        guard abs(log2(Double(max(1, better.exposure)) / Double(max(1, now.exposure)))) > 0.4 else { return nil }
        return order(stops, light: light, after: sight.sequence, at: sight.time)
    }

    private mutating func order(_ stops: Double, light: Double, after sequence: Int, at time: Double) -> Order? {
        let setting = recalled(stops, light: light, at: time) ?? plan.setting(stops: stops, light: light)
        return give(setting, light: light, after: sequence, at: time)
    }

    private mutating func give(_ setting: LightSetting, light: Double, after sequence: Int, at time: Double) -> Order? {
        let old = history.latest
        guard setting != old else { return nil }
        if plan.differs(setting, from: old) { reads.reset() }
        astray = nil
        lastAdjustment = time
        // Only a light that stood still tells what the change did.
        trial =
            lastLight.map { abs($0 - light) < 0.15 } == true && bound == 0
            ? ResponseTrial(old: old, new: setting, before: light, after: sequence) : nil
        history.order(setting, after: sequence)
        return Order(setting: setting, lamp: nil)
    }

    /// Before the first read: the exposure with which codes were read in this light; `nil` if none is known. A code that moves
    /// needs a short one, and only its reads tell that.
    private func recalled(_ stops: Double, light: Double, at time: Double) -> LightSetting? {
        guard reads.lastRead == nil, recallsUntil.map({ time < $0 }) ?? true, let gain = plan.abilities.gain,
            let known = past.nearest(to: light)
        else { return nil }
        let exposure = min(plan.longest, plan.abilities.exposure.nearest(Double(known.setting.exposure)))
        let setting = LightSetting(
            exposure: exposure, gain: plan.response.gain(stops: stops, exposure: exposure, in: gain))
        return abs(plan.response.stops(setting) - min(stops, plan.mostStops)) < Self.band.below ? setting : nil
    }

    // MARK: Learning

    /// Learns from the change that is being watched.
    private mutating func learn(_ light: Double, _ sight: LightSight, _ setting: LightSetting) {
        guard var trial, trial.new == history.latest else { return }
        let state = trial.observe(light, sight, setting)
        self.trial = state == .watching ? trial : nil
        guard case .learned(let error) = state else { return }
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

    // MARK: Reading decides

    /// Back to the setting that was read in this light.
    private mutating func goHome(_ light: Double, _ sight: LightSight) -> Order? {
        let unread = reads.seconds(sinceReadAt: sight.time)
        guard let home, unread > Self.homing.after, unread < Self.homing.until, abs(home.light - light) < 0.5,
            sight.time - lastAdjustment > Self.homing.after, plan.differs(home.setting, from: history.latest)
        else { return nil }
        self.home = nil
        mayDivide = sight.time + Self.dividing.afterHoming
        _ = search.lightChanged()
        plan.offset = search.offset
        return give(home.setting, light: light, after: sight.sequence, at: sight.time)
    }

    private mutating func tryDivision(_ light: Double, _ sight: LightSight) -> Order? {
        var hasChanged = false
        if let searched = searchedLight, abs(searched - light) > 0.7 {
            searchedLight = light
            hasChanged = search.lightChanged()
        }
        searchedLight = searchedLight ?? light
        let now = history.latest
        hasChanged = search.observe(reads, at: sight.time, room: plan.room(around: now)) || hasChanged
        guard hasChanged else { return nil }
        plan.offset = search.offset
        reads.reset()
        return order(plan.response.stops(now), light: light, after: sight.sequence, at: sight.time)
    }
}
