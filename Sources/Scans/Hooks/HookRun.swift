// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Output
package import ScanStore
package import Scanning
internal import Threads

/// All hooks of a run. Each has its own thread, so that an unreachable target delays neither scanning nor other hooks.
///
/// Thread-safe.
package final class HookRun: Sendable {
    private let couriers: [Courier]
    private let memory = MemoryOutbox()
    private let ids = ConditionLock(ScanIDMaker())
    private let threads = ConditionLock<[WorkerThread]>([])
    private let history = ConditionLock<ScanHistory?>(nil)

    /// - Parameter report: receives what users should know; called on the hooks' threads.
    package convenience init(_ targets: [any HookTarget], report: @escaping @Sendable (HookReport) -> Void) {
        self.init(targets, backoff: Backoff(), report: report)
    }

    package init(
        _ targets: [any HookTarget], backoff: Backoff, report: @escaping @Sendable (HookReport) -> Void
    ) {
        couriers = targets.map { [memory] in Courier($0, outboxes: [memory], backoff: backoff, report: report) }
    }

    /// The names under which the outbox stores deliveries.
    package var names: [String] { couriers.map(\.target.name) }

    /// Starts to deliver: first what earlier runs left in the history, then new scans.
    ///
    /// - Parameter history: `nil` if scans are not stored. Call this again if that changes.
    package func begin(_ history: ScanHistory?) {
        if let history {
            self.history.withLock { $0 = history }
            for courier in couriers { courier.take(from: [history, memory]) }
            // What waited beside a locked history can be delivered now.
            // Weak: the couriers hold the history, which would hold them.
            history.whenMoved { [weak self] in self?.look() }
        }
        threads.withLock { threads in
            guard threads.isEmpty else { return }
            threads = couriers.map { courier in WorkerThread { courier.run() } }
        }
    }

    private func look() { for courier in couriers { courier.look() } }

    /// Delivers a scan that `keep` saves in the history, with deliveries for `names`.
    package func passOn(
        keptBy keep: () throws(HistoryError) -> ScanHistory.Kept
    ) throws(HistoryError) -> ScanHistory.Kept {
        for courier in couriers { courier.expect() }
        var id: String?
        defer { for courier in couriers { courier.wake(id) } }
        let kept = try keep()
        id = kept.scan.id
        return kept
    }

    /// Delivers a scan that is not stored, from memory.
    ///
    /// - Parameter show: is called with its id before the hooks hear of it.
    /// - Returns: the scan, with an id; and the number of hooks that lose it, as too many scans already wait.
    package func passOn(
        notKept scan: ScanEvent.Scan, show: (ScanEvent.Scan) -> Void = { _ in }
    ) -> (scan: ScanEvent.Scan, lost: Int) {
        var scan = scan
        if scan.id == nil { scan.id = ids.withLock { $0.next(at: scan.time) } }
        show(scan)
        var lost = 0
        for courier in couriers {
            courier.expect()
            if !memory.add(scan, for: courier.target.name) { lost += 1 }
            courier.wake(scan.id)
        }
        return (scan, lost)
    }

    /// The scans of a target that remain at the end.
    package struct Remainder: Hashable, Sendable {
        package var hook: String
        /// Those that a later run delivers.
        package var waiting: Int
        /// Those that are only in memory, and now lost.
        package var lost: Int
        package var reason: String?
    }

    /// Waits until everything is delivered, or `grace` has passed; then ends the threads.
    ///
    /// - Returns: the targets that have scans left.
    package func finish(within grace: Duration) -> [Remainder] {
        for courier in couriers { courier.finish() }
        let began = FrameTimestamp.now
        let hasBegun = threads.withLock { !$0.isEmpty }
        if hasBegun {
            for courier in couriers { _ = courier.waitForEnd(max(.zero, grace - FrameTimestamp.now.since(began))) }
            for courier in couriers { courier.stop() }
            // A thread that does not stop is left behind: the process exits, and its scan is tried again later.
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

    /// The number of scans that wait for each hook, in the history and in memory.
    package func waiting() -> [String: Int] {
        let kept = history.withLock { $0 }.flatMap { try? $0.waitingDeliveries() } ?? []
        return Dictionary((kept + memory.waitingDeliveries()).map { ($0.target, $0.count) }) { $0 + $1 }
            .filter { names.contains($0.key) }
    }

    /// Ends the wait of `finish` at once. Thread-safe.
    package func hurry() { for courier in couriers { courier.stop() } }
}
