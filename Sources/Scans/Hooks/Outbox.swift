// SPDX-License-Identifier: Apache-2.0

package import Scanning
package import ScanStore
internal import Threads

/// Where scans wait for a target, in order. Thread-safe.
package protocol Outbox: Sendable {
    func next(for target: String, lease: Duration) throws(HistoryError) -> NextDelivery
    func delivered(_ delivery: Delivery) throws(HistoryError)
    func failed(_ delivery: Delivery, _ error: String, retryAfter pause: Duration) throws(HistoryError)
    func refused(_ delivery: Delivery, _ reason: String) throws(HistoryError)
    func release(_ delivery: Delivery) throws(HistoryError)
    func waitingDeliveries() throws(HistoryError) -> [WaitingDeliveries]
}

extension ScanHistory: Outbox {}

/// An outbox in memory, for scans that are not stored. It lasts until the process exits.
package final class MemoryOutbox: Outbox {
    /// The limit: a server that is unreachable all day must not fill the memory.
    package static let capacity = 10_000

    private struct State {
        var number: Int64 = 0
        var waiting: [String: [Delivery]] = [:]
    }

    private let state = ConditionLock(State())

    package init() {}

    /// - Returns: false if it is full.
    package func add(_ scan: ScanEvent.Scan, for target: String) -> Bool {
        state.withLock { state in
            guard state.waiting[target, default: []].count < Self.capacity else { return false }
            // Negative, so that it is never the number of a delivery on disk.
            state.number -= 1
            state.waiting[target, default: []].append(Delivery(number: state.number, target: target, scan: scan))
            return true
        }
    }

    package func next(for target: String, lease: Duration) -> NextDelivery {
        state.withLock { $0.waiting[target]?.first.map { .now($0) } ?? .nothing }
    }

    package func delivered(_ delivery: Delivery) { remove(delivery) }
    package func refused(_ delivery: Delivery, _ reason: String) { remove(delivery) }
    package func release(_ delivery: Delivery) {}

    package func failed(_ delivery: Delivery, _ error: String, retryAfter pause: Duration) {
        state.withLock { state in
            guard let place = state.waiting[delivery.target]?.firstIndex(where: { $0.number == delivery.number })
            else { return }
            state.waiting[delivery.target]?[place].attempts += 1
            state.waiting[delivery.target]?[place].lastError = error
        }
    }

    package func waitingDeliveries() -> [WaitingDeliveries] {
        state.withLock { state in
            state.waiting.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { target, list in
                WaitingDeliveries(
                    target: target, count: list.count, oldest: list[0].scan.time, lastError: list[0].lastError)
            }
        }
    }

    private func remove(_ delivery: Delivery) {
        state.withLock { $0.waiting[delivery.target]?.removeAll { $0.number == delivery.number } }
    }
}
