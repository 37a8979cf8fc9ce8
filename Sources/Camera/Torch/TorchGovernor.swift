// SPDX-License-Identifier: Apache-2.0

public import Frames

/// Decides when a torch goes on and off, from how light each frame is. Makes no call and knows no clock.
///
/// Light is linear here, in any unit: twice the number is twice the light. So what the torch itself adds can be taken
/// off again, and its own light does not put it out. That holds while the camera looks at the same thing; where it did
/// not, and the torch went out although it was needed, it is put out more reluctantly the next time.
public struct TorchGovernor: Sendable {
    public struct Limits: Hashable, Sendable {
        /// Below this it is dim.
        public var dim: Double
        /// Above this, without the torch, it is bright; well above `dim`, or it flaps.
        public var bright: Double
        /// How long it must have been dim: a hand before the lens is none.
        public var dimDwell = Duration.milliseconds(600)
        /// How long it must have been bright.
        public var brightDwell = Duration.seconds(2)
        /// How long a camera takes, at least, to show a light that was switched: automatic exposure follows.
        public var settling = Duration.milliseconds(1200)
        /// How long at most.
        public var patience = Duration.seconds(5)

        /// `bright` is raised to at least twice `dim`.
        public init(dim: Double, bright: Double) {
            self.dim = max(dim, .leastNormalMagnitude)
            self.bright = max(bright, 2 * self.dim)
        }
    }

    /// What to do after a frame.
    public enum Action: Hashable, Sendable {
        case nothing
        /// The first word on the light, where there is enough of it.
        case reportBright
        /// It is dim: switch the torch on and call `switchedOn`; where that cannot be, call `declined`.
        case switchOn
        /// It is bright without the torch.
        case switchOff
        /// The torch makes no difference to the picture: it shines elsewhere, or the lens is covered.
        case switchOffUseless
    }

    private enum State: Hashable {
        /// The torch is off. `since` is when it became dim, `until` when looking begins again.
        case off(since: FrameTimestamp?, until: FrameTimestamp?)
        /// It was to be switched on, and nobody could.
        case declined(since: FrameTimestamp?)
        case settling(begun: FrameTimestamp, before: Double, last: Double)
        case lit(added: Double, since: FrameTimestamp?)
        /// It was of no use: not before `until`, unless it was bright in between.
        case useless(until: FrameTimestamp, since: FrameTimestamp?)
    }

    public let limits: Limits
    private var state = State.off(since: nil, until: nil)
    private var hasReported = false
    /// The light before the torch was switched on: the mean over the dwell.
    private var before = (sum: 0.0, count: 0)
    /// How much more light than `bright` it takes to put the torch out.
    private var reluctance = 1.0
    private var lastOff: FrameTimestamp?
    private var uselessPause = Duration.seconds(30)

    public init(_ limits: Limits) { self.limits = limits }

    /// Whether the torch is on, as far as the governor was told.
    public var isOn: Bool {
        switch state {
        case .settling, .lit: true
        case .off, .declined, .useless: false
        }
    }

    /// A frame of `light` that was taken at `time`. What is no amount of light is not looked at.
    public mutating func observe(_ light: Double, at time: FrameTimestamp) -> Action {
        guard light.isFinite, light >= 0 else { return .nothing }
        switch state {
        case .off(let since, let until):
            if let until, time < until { return .nothing }
            return observeOff(light, time, since)
        case .declined(let since): return observeDeclined(light, time, since)
        case .settling(let begun, let before, let last): return observeSettling(light, time, begun, before, last)
        case .lit(let added, let since): return observeLit(light, time, added, since)
        case .useless(let until, let since): return observeUseless(light, time, until, since)
        }
    }

    /// The torch was switched on at `time`.
    public mutating func switchedOn(at time: FrameTimestamp) {
        let mean = before.count > 0 ? before.sum / Double(before.count) : 0
        before = (0, 0)
        state = .settling(begun: time, before: mean, last: -1)
    }

    /// There is no torch, or it could not be switched: `switchOn` comes again only after it was bright.
    public mutating func declined() {
        before = (0, 0)
        state = .declined(since: nil)
    }

    // MARK: States

    private mutating func observeOff(_ light: Double, _ time: FrameTimestamp, _ since: FrameTimestamp?) -> Action {
        guard light < limits.dim else {
            before = (0, 0)
            state = .off(since: nil, until: nil)
            guard !hasReported else { return .nothing }
            hasReported = true
            return .reportBright
        }
        before = (before.sum + light, before.count + 1)
        guard let since else {
            state = .off(since: time, until: nil)
            return .nothing
        }
        state = .off(since: since, until: nil)
        guard time.since(since) >= limits.dimDwell else { return .nothing }
        hasReported = true
        learnFromDusk(time)
        return .switchOn
    }

    /// It went out and is dim again at once: it was put out wrongly, for light of its own.
    private mutating func learnFromDusk(_ time: FrameTimestamp) {
        guard let lastOff else { return }
        if time.since(lastOff) < limits.patience + limits.dimDwell {
            reluctance = min(reluctance * 2, 16)
        } else if time.since(lastOff) > .seconds(60) {
            reluctance = 1
        }
    }

    private mutating func observeDeclined(_ light: Double, _ time: FrameTimestamp, _ since: FrameTimestamp?) -> Action {
        if isBright(light, time, since, { .declined(since: $0) }) { state = .off(since: nil, until: nil) }
        return .nothing
    }

    private mutating func observeUseless(
        _ light: Double, _ time: FrameTimestamp, _ until: FrameTimestamp, _ since: FrameTimestamp?
    ) -> Action {
        if time >= until || isBright(light, time, since, { .useless(until: until, since: $0) }) {
            state = .off(since: nil, until: nil)
        }
        return .nothing
    }

    /// Whether it has been bright for the dwell; else the state goes on with the time it became so.
    private mutating func isBright(
        _ light: Double, _ time: FrameTimestamp, _ since: FrameTimestamp?, _ next: (FrameTimestamp?) -> State
    ) -> Bool {
        guard light >= limits.bright else {
            state = next(nil)
            return false
        }
        let since = since ?? time
        state = next(since)
        return time.since(since) >= limits.brightDwell
    }

    private mutating func observeSettling(
        _ light: Double, _ time: FrameTimestamp, _ begun: FrameTimestamp, _ before: Double, _ last: Double
    ) -> Action {
        let waited = time.since(begun)
        let isSteady = last >= 0 && abs(light - last) <= 0.03 * max(light, last)
        guard waited >= limits.patience || waited >= limits.settling && isSteady else {
            state = .settling(begun: begun, before: before, last: light)
            return .nothing
        }
        // A torch that is worth its light adds more than noise and rounding do.
        guard light > before * 1.15, light > 0 else {
            state = .useless(until: time + uselessPause, since: nil)
            uselessPause = min(uselessPause * 2, .seconds(600))
            return .switchOffUseless
        }
        uselessPause = .seconds(30)
        state = .lit(added: light - before, since: nil)
        return .nothing
    }

    private mutating func observeLit(
        _ light: Double, _ time: FrameTimestamp, _ added: Double, _ since: FrameTimestamp?
    ) -> Action {
        guard light - added >= limits.bright * reluctance else {
            state = .lit(added: added, since: nil)
            return .nothing
        }
        let since = since ?? time
        guard time.since(since) >= limits.brightDwell else {
            state = .lit(added: added, since: since)
            return .nothing
        }
        lastOff = time
        state = .off(since: nil, until: time + limits.settling)
        return .switchOff
    }
}
