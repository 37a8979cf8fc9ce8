// SPDX-License-Identifier: Apache-2.0

package import Output
internal import SQLite
package import Scanning

/// A scan to deliver to a target: a hook with its address.
package struct Delivery: Sendable {
    /// Its number in the order.
    package var number: Int64
    package var target: String
    /// The number of failed attempts.
    package var attempts: Int
    package var lastError: String?
    package var scan: ScanEvent.Scan

    package init(
        number: Int64, target: String, attempts: Int = 0, lastError: String? = nil, scan: ScanEvent.Scan
    ) {
        self.number = number
        self.target = target
        self.attempts = attempts
        self.lastError = lastError
        self.scan = scan
    }
}

/// The next thing to do for a target.
package enum NextDelivery: Sendable {
    case now(Delivery)
    /// The next delivery may not be tried before this time: it failed recently, or another process has it.
    case later(WallTime)
    case nothing
}

/// The deliveries that wait for a target.
package struct WaitingDeliveries: Hashable, Sendable {
    package var target: String
    package var count: Int
    package var oldest: WallTime
    /// Why the first of them failed.
    package var lastError: String?

    package init(target: String, count: Int, oldest: WallTime, lastError: String? = nil) {
        self.target = target
        self.count = count
        self.oldest = oldest
        self.lastError = lastError
    }
}

/// The outbox: scans to deliver, in order for each target, at least once. Receivers drop duplicates by `Scan.id`.
extension ScanHistory {
    /// Adds a delivery of a stored scan to a target. Does nothing if there is one already.
    package func enqueue(_ id: String, for target: String) throws(HistoryError) {
        try withDatabase { (database) throws(SQLiteError) in
            try database.run(
                "INSERT INTO delivery (target, scan) SELECT ?, sequence FROM scan WHERE id = ? "
                    + "ON CONFLICT (scan, target) DO NOTHING", [.text(target), .text(id)])
            return
        }
    }

    /// The next scan for a target. The caller has it until it reports the result, or until the lease ends. Of several
    /// processes with the same target, one delivers at a time, so the order is kept.
    package func next(for target: String, lease: Duration = .seconds(60)) throws(HistoryError) -> NextDelivery {
        let now = now.milliseconds
        let end = now + milliseconds(lease)
        return try withDatabase { (database) throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                var found: NextDelivery = .nothing
                try database.query(
                    "SELECT \(ScanRecord.columns), delivery.sequence, attempts, last_error, not_before_ms "
                        + "FROM delivery JOIN (\(ScanRecord.tables)) ON scan.sequence = delivery.scan "
                        + "WHERE target = ? AND \(Self.isWaiting) ORDER BY delivery.sequence LIMIT 1",
                    [.text(target)]
                ) { row in
                    let notBefore = row.integer(22) ?? 0
                    // Further away than any lease or pause: the clock has been set back since.
                    let isFromLater = notBefore - now > max(2 * (end - now), Self.longestPause)
                    if notBefore > now, !isFromLater {
                        found = .later(WallTime(milliseconds: notBefore))
                    } else if let scan = ScanRecord.scan(row)?.scan {
                        found = .now(
                            Delivery(
                                number: row.integer(19) ?? 0, target: target, attempts: Int(row.integer(20) ?? 0),
                                lastError: row.text(21), scan: scan))
                    }
                    return false
                }
                guard case .now(let delivery) = found else { return found }
                try database.run(
                    "UPDATE delivery SET not_before_ms = ? WHERE sequence = ?",
                    [.integer(end), .integer(delivery.number)])
                return found
            }
        }
    }

    /// The longest pause that `failed` is asked for, or a lease of a target with a usual limit, milliseconds.
    private static let longestPause: Int64 = 600_000

    /// Records that it arrived.
    package func delivered(_ delivery: Delivery) throws(HistoryError) {
        let now = now.milliseconds
        try withDatabase { (database) throws(SQLiteError) in
            try database.run(
                "UPDATE delivery SET delivered_ms = ?, last_error = NULL WHERE sequence = ?",
                [.integer(now), .integer(delivery.number)])
            return
        }
    }

    /// Records that it did not arrive. It and all after it are tried again after a pause.
    package func failed(_ delivery: Delivery, _ error: String, retryAfter pause: Duration) throws(HistoryError) {
        let end = now.milliseconds + milliseconds(pause)
        try withDatabase { (database) throws(SQLiteError) in
            try database.run(
                "UPDATE delivery SET attempts = attempts + 1, last_error = ?, not_before_ms = ? "
                    + "WHERE sequence = ? AND \(Self.isWaiting)",
                [.text(error), .integer(end), .integer(delivery.number)])
            return
        }
    }

    /// Records that the target will never accept it. It is kept with the reason but not tried again; the next one
    /// follows.
    package func refused(_ delivery: Delivery, _ reason: String) throws(HistoryError) {
        let now = now.milliseconds
        try withDatabase { (database) throws(SQLiteError) in
            try database.run(
                "UPDATE delivery SET attempts = attempts + 1, last_error = ?, refused_ms = ? "
                    + "WHERE sequence = ? AND \(Self.isWaiting)",
                [.text(reason), .integer(now), .integer(delivery.number)])
            return
        }
    }

    /// Gives up the lease without an attempt: another caller may try at once.
    package func release(_ delivery: Delivery) throws(HistoryError) {
        try withDatabase { (database) throws(SQLiteError) in
            try database.run(
                "UPDATE delivery SET not_before_ms = 0 WHERE sequence = ? AND \(Self.isWaiting)",
                [.integer(delivery.number)])
            return
        }
    }

    /// Makes the refused deliveries of a target wait again, in their old order.
    package func offerAgain(_ target: String) throws(HistoryError) {
        try withDatabase { (database) throws(SQLiteError) in
            try database.run(
                "UPDATE delivery SET refused_ms = NULL, attempts = 0, not_before_ms = 0 "
                    + "WHERE target = ? AND refused_ms IS NOT NULL", [.text(target)])
            return
        }
    }

    /// The refused deliveries, by target; `oldest` and `lastError` are of the first.
    package func refusedDeliveries() throws(HistoryError) -> [WaitingDeliveries] {
        try deliveries("refused_ms IS NOT NULL")
    }

    /// The condition for deliveries that wait.
    static let isWaiting = "delivered_ms IS NULL AND refused_ms IS NULL"

    /// The waiting deliveries, by target.
    package func waitingDeliveries() throws(HistoryError) -> [WaitingDeliveries] { try deliveries(Self.isWaiting) }

    private func deliveries(_ condition: String) throws(HistoryError) -> [WaitingDeliveries] {
        try withDatabase { (database) throws(SQLiteError) in
            // SQLite takes the bare columns from the row that has the minimum.
            try database.rows(
                "SELECT target, count(*), time_ms, last_error, min(delivery.sequence) FROM delivery "
                    + "JOIN scan ON scan.sequence = delivery.scan WHERE \(condition) GROUP BY target "
                    + "ORDER BY target"
            ) { row in
                WaitingDeliveries(
                    target: row.text(0) ?? "", count: Int(row.integer(1) ?? 0),
                    oldest: WallTime(milliseconds: row.integer(2) ?? 0), lastError: row.text(3))
            }
        }
    }
}

private func milliseconds(_ span: Duration) -> Int64 {
    span.components.seconds * 1000 + span.components.attoseconds / 1_000_000_000_000_000
}
