// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Output
public import Scanning
public import ScanStore
internal import Threads

/// All hooks of a run: each has its own thread, so that one that is away delays neither scanning nor another.
///
/// Safe from any thread.
public final class HookRun: Sendable {
    private let couriers: [Courier]
    private let memory = MemoryOutbox()
    private let ids = ConditionLock(ScanIDMaker())
    private let threads = ConditionLock<[WorkerThread]>([])
    private let history = ConditionLock<ScanHistory?>(nil)

    /// - Parameter report: what whoever scans should know; called on the hooks' threads.
    public convenience init(_ targets: [any HookTarget], report: @escaping @Sendable (HookReport) -> Void) {
        self.init(targets, backoff: Backoff(), report: report)
    }

    package init(
        _ targets: [any HookTarget], backoff: Backoff, report: @escaping @Sendable (HookReport) -> Void
    ) {
        couriers = targets.map { [memory] in Courier($0, outboxes: [memory], backoff: backoff, report: report) }
    }

    /// The names by which the outbox knows the targets.
    public var names: [String] { couriers.map(\.target.name) }

    /// Begins to pass on: what is in the history, left by earlier runs, and then what comes.
    ///
    /// - Parameter history: `nil` where scans are not kept; called again when there is one after all.
    public func begin(_ history: ScanHistory?) {
        if let history {
            self.history.withLock { $0 = history }
            for courier in couriers { courier.take(from: [history, memory]) }
        }
        threads.withLock { threads in
            guard threads.isEmpty else { return }
            threads = couriers.map { courier in WorkerThread { courier.run() } }
        }
    }

    /// A scan is in the history, with deliveries for `names`.
    public func passOn(kept scan: ScanEvent.Scan) { for courier in couriers { courier.wake(scan.id) } }

    /// A scan that is not kept is passed on from memory.
    ///
    /// - Returns: with an id, if it had none; and how many hooks it is lost to, as too many wait already.
    public func passOn(notKept scan: ScanEvent.Scan) -> (scan: ScanEvent.Scan, lost: Int) {
        var scan = scan
        if scan.id == nil { scan.id = ids.withLock { $0.next(at: scan.time) } }
        var lost = 0
        for courier in couriers {
            if !memory.add(scan, for: courier.target.name) { lost += 1 }
            courier.wake(scan.id)
        }
        return (scan, lost)
    }

    /// What is left of a target's scans at the end.
    public struct Remainder: Hashable, Sendable {
        public var hook: String
        /// Those that a later run passes on.
        public var waiting: Int
        /// Those that are in memory alone, and lost now.
        public var lost: Int
        public var reason: String?
    }

    /// Waits until everything has been passed on, or `grace` is over; then ends the threads.
    ///
    /// - Returns: for each target that has something left, what.
    public func finish(within grace: Duration) -> [Remainder] {
        for courier in couriers { courier.finish() }
        let began = FrameTimestamp.now
        let hasBegun = threads.withLock { !$0.isEmpty }
        if hasBegun {
            for courier in couriers { _ = courier.waitForEnd(max(.zero, grace - FrameTimestamp.now.since(began))) }
            for courier in couriers { courier.stop() }
            // One that does not heed is left behind: we end, and what it has is tried again later.
            for courier in couriers { _ = courier.waitForEnd(.seconds(1)) }
        }
        let lost = memory.waitingDeliveries()
        let waiting = history.withLock { $0 }.flatMap { try? $0.waitingDeliveries() } ?? []
        return names.compactMap { name in
            let kept = waiting.first { $0.target == name }
            let gone = lost.first { $0.target == name }
            guard kept != nil || gone != nil else { return nil }
            return Remainder(
                hook: name, waiting: kept?.count ?? 0, lost: gone?.count ?? 0,
                reason: kept?.lastError ?? gone?.lastError)
        }
    }

    /// Ends the wait of `finish` at once. From any thread.
    public func hurry() { for courier in couriers { courier.stop() } }
}
