// SPDX-License-Identifier: Apache-2.0

internal import ScanStore
package import Scanning
internal import Threads

/// What users should know about a hook.
package struct HookReport: Sendable {
    package enum Kind: Sendable {
        /// Scans do not arrive. They wait, and are tried again.
        case away(reason: String)
        /// Scans arrive again.
        case back
        /// The target will never accept this scan.
        case refused(ScanEvent.Scan, reason: String)
        /// An outbox itself cannot be used. `back` comes when it can, and the target takes scans.
        case stuck(reason: String)
    }

    /// The target's name.
    package var hook: String
    package var kind: Kind

    package init(hook: String, _ kind: Kind) {
        self.hook = hook
        self.kind = kind
    }
}

/// Takes scans from the outboxes in order and sends them to one target, on a thread of its own.
package final class Courier: Sendable {
    private struct State {
        var outboxes: [any Outbox]
        /// Counts new scans: a wait ends when it grows.
        var arrivals = 0
        /// No more scans come: end when none waits.
        var isEnding = false
        var isStopped = false
        var hasEnded = false
        /// Scans of this run that are not delivered yet, if the target needs to know.
        var fresh: Set<String> = []
        /// The number of scans of this run that are just being put into an outbox.
        var expected = 0
    }

    /// A new scan is tried at once, unless the target failed less than this ago.
    private static let shortestPause = Duration.seconds(1)
    /// How often to check for scans that another process has taken.
    private static let glance = Duration.milliseconds(500)

    let target: any HookTarget
    private let state: ConditionLock<State>
    private let report: @Sendable (HookReport) -> Void
    private let backoff: Backoff

    package init(
        _ target: any HookTarget, outboxes: [any Outbox], backoff: Backoff,
        report: @escaping @Sendable (HookReport) -> Void
    ) {
        self.target = target
        self.report = report
        self.backoff = backoff
        state = ConditionLock(State(outboxes: outboxes))
    }

    /// Delivers until it is told to end, on the caller's thread.
    package func run() {
        var journey = Journey(backoff: backoff)
        target.begin()
        while let outboxes = state.withLock({ $0.isStopped ? nil : $0.outboxes }) {
            let arrivals = state.withLock { $0.arrivals }
            guard step(outboxes, arrivals, &journey) else { break }
        }
        target.end()
        state.withLockSignalling { $0.hasEnded = true }
    }

    /// What is known about the target so far.
    private struct Journey {
        var backoff: Backoff
        var isAway = false
        /// The outboxes that could not be used when they were last tried, by their places. Another one's success says nothing
        /// about them.
        var stuck: Set<Int> = []
    }

    /// - Returns: whether to continue.
    private func step(_ outboxes: [any Outbox], _ arrivals: Int, _ journey: inout Journey) -> Bool {
        var wait: Duration?
        for (place, outbox) in outboxes.enumerated() {
            do throws(HistoryError) {
                switch try outbox.next(for: target.name, lease: target.limit + .seconds(5)) {
                case .now(let delivery):
                    let goesOn = try pass(delivery, outbox, arrivals, &journey)
                    works(place, &journey)
                    return goesOn
                case .later: wait = Self.glance
                case .nothing: break
                }
                works(place, &journey)
            } catch {
                if journey.stuck.isEmpty { report(HookReport(hook: target.name, .stuck(reason: error.description))) }
                journey.stuck.insert(place)
                wait = .seconds(5)
            }
        }
        if wait == nil, state.withLock({ $0.isEnding && $0.arrivals == arrivals }) { return false }
        pause(wait, since: arrivals)
        return true
    }

    /// An outbox could be used.
    private func works(_ place: Int, _ journey: inout Journey) {
        guard journey.stuck.remove(place) != nil, journey.stuck.isEmpty, !journey.isAway else { return }
        report(HookReport(hook: target.name, .back))
    }

    private func pass(
        _ delivery: Delivery, _ outbox: any Outbox, _ arrivals: Int, _ journey: inout Journey
    ) throws(HistoryError) -> Bool {
        let id = delivery.scan.id ?? ""
        // A scan of this run can be in the outbox before its id is known here.
        let isFresh =
            target.concernsNow
            && state.wait(timeout: nil) { $0.fresh.contains(id) ? true : $0.expected == 0 ? false : nil } == true
        let message = HookMessage(
            number: delivery.number, scan: delivery.scan, attempts: delivery.attempts, isFresh: isFresh)
        switch target.send(message) {
        case .accepted:
            try outbox.delivered(delivery)
            if journey.isAway, journey.stuck.isEmpty { report(HookReport(hook: target.name, .back)) }
            journey.isAway = false
            journey.backoff.reset()
        case .refused(let reason):
            try outbox.refused(delivery, reason)
            report(HookReport(hook: target.name, .refused(delivery.scan, reason: reason)))
        case .cancelled:
            try outbox.release(delivery)
            return false
        case .later(let reason, let asked):
            // The pause is ours, not the outbox's: a new scan ends it, and so does the next run.
            try outbox.failed(delivery, reason, retryAfter: .zero)
            if !journey.isAway { report(HookReport(hook: target.name, .away(reason: reason))) }
            journey.isAway = true
            let shortest = max(Self.shortestPause, min(asked ?? .zero, .seconds(600)))
            let longest = max(shortest, journey.backoff.next())
            pause(shortest, since: nil)
            pause(longest - shortest, since: arrivals)
            return true
        }
        state.withLock { _ = $0.fresh.remove(id) }
        return true
    }

    /// Waits this long, or without a limit. Ends early when told to end, or when more than `arrivals` scans have come.
    private func pause(_ time: Duration?, since arrivals: Int?) {
        let isShort = state.withLock { $0.isEnding }
        let time = isShort ? time.map { min($0, Self.shortestPause) } : time
        if let time, time <= .zero { return }
        _ = state.wait(timeout: time) { state in
            state.isStopped || (state.isEnding && !isShort) || arrivals.map { state.arrivals != $0 } == true
                ? true : nil
        }
    }

    /// Sets the outboxes to take from.
    package func take(from outboxes: [any Outbox]) {
        state.withLockSignalling { state in
            state.outboxes = outboxes
            state.arrivals += 1
        }
    }

    /// Looks into the outboxes again.
    package func look() { state.withLockSignalling { $0.arrivals += 1 } }

    /// Called before a new scan is put into an outbox.
    func expect() { state.withLock { $0.expected += 1 } }

    /// Called once after each `expect`, when the scan is in an outbox; without an id if that failed.
    func wake(_ id: String?) {
        state.withLockSignalling { state in
            state.expected -= 1
            if let id, target.concernsNow { state.fresh.insert(id) }
            state.arrivals += 1
        }
    }

    /// Ends it as soon as no scan waits.
    func finish() { state.withLockSignalling { $0.isEnding = true } }

    /// Ends it now.
    package func stop() {
        state.withLockSignalling { $0.isStopped = true }
        target.cancel()
    }

    /// - Returns: whether it has ended.
    func waitForEnd(_ limit: Duration) -> Bool {
        state.wait(timeout: limit) { $0.hasEnded ? true : nil } ?? false
    }
}
