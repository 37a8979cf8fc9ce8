// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Decides from the brightness of each frame when to switch a torch. Makes no calls and reads no clock.
///
/// Light is linear here, in any unit: twice the number is twice the light. The torch's own contribution can therefore
/// be subtracted, so that its light does not switch it off. That is valid while the camera looks at the same scene. If
/// the scene changed and the torch was switched off although needed, the threshold rises for the next time.
package struct TorchGovernor: Sendable {
    package struct Limits: Hashable, Sendable {
        /// Below this value the scene is dim.
        package var dim: Double
        /// Above this value, without the torch, the scene is bright; well above `dim`, to avoid flapping.
        package var bright: Double
        /// How long it must be dim: a hand in front of the lens does not count.
        package var dimDwell = Duration.milliseconds(600)
        /// How long it must be bright.
        package var brightDwell = Duration.seconds(2)
        /// The minimum time until a switched light shows in the frames: automatic exposure has to follow.
        package var settling = Duration.milliseconds(1200)
        /// The maximum of that time.
        package var patience = Duration.seconds(5)

        /// `bright` is raised to at least twice `dim`.
        package init(dim: Double, bright: Double) {
            self.dim = max(dim, .leastNormalMagnitude)
            self.bright = max(bright, 2 * self.dim)
        }
    }

    /// The action after a frame.
    package enum Action: Hashable, Sendable {
        case nothing
        /// The first report, if there is enough light.
        case reportBright
        /// It is dim: switch on the torch and call `switchedOn`; if that fails, call `declined`.
        case switchOn
        /// It is bright without the torch.
        case switchOff
        /// The torch does not change the picture: it points elsewhere, or the lens is covered.
        case switchOffUseless
    }

    private enum State: Hashable {
        /// The torch is off. `since`: when it became dim; `until`: when observation starts again.
        case off(since: FrameTimestamp?, until: FrameTimestamp?)
        /// The torch could not be switched on.
        case declined(since: FrameTimestamp?)
        case settling(begun: FrameTimestamp, before: Double, last: Double)
        case lit(added: Double, since: FrameTimestamp?)
        /// The torch had no effect: not before `until`, unless it was bright in between.
        case useless(until: FrameTimestamp, since: FrameTimestamp?)
    }

    package let limits: Limits
    private var state = State.off(since: nil, until: nil)
    private var hasReported = false
    /// The light before the torch was switched on: the sum over the dwell.
    private var before = (sum: 0.0, count: 0)
    /// The factor on `bright` for switching off the torch.
    private var reluctance = 1.0
    private var lastOff: FrameTimestamp?
    private var uselessPause = Duration.seconds(30)

    package init(_ limits: Limits) { self.limits = limits }

    /// Whether the torch is on, as reported to the governor.
    package var isOn: Bool {
        switch state {
        case .settling, .lit: true
        case .off, .declined, .useless: false
        }
    }

    /// Takes a frame of brightness `light` from `time`. Ignores invalid values.
    package mutating func observe(_ light: Double, at time: FrameTimestamp) -> Action {
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
    package mutating func switchedOn(at time: FrameTimestamp) {
        let mean = before.count > 0 ? before.sum / Double(before.count) : 0
        before = (0, 0)
        state = .settling(begun: time, before: mean, last: -1)
    }

    /// There is no torch, or it could not be switched: `switchOn` is repeated only after it was bright.
    package mutating func declined() {
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

    /// If it is dim again soon after switching off, that was a mistake, caused by the torch's own light.
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

    /// Whether it has been bright for the dwell; if not, updates the state with the start time.
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
        // A useful torch adds more than noise and rounding.
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
