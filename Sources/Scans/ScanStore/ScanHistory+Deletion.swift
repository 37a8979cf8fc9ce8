// SPDX-License-Identifier: Apache-2.0

package import Output
internal import SQLite

extension ScanHistory {
    /// How many of the scans have waiting deliveries.
    package func undelivered(_ filter: HistoryFilter = HistoryFilter()) throws(HistoryError) -> Int {
        let (condition, values) = filter.condition
        return try withDatabase { (database) throws(SQLiteError) in
            Int(
                try database.first(
                    "SELECT count(*) FROM \(ScanRecord.tables) WHERE \(condition) AND \(Self.waits)", values
                ) { $0.integer(0) ?? 0 } ?? 0)
        }
    }

    /// Deletes scans, including those with waiting deliveries, and sessions that have none left. Their bytes in the
    /// file are overwritten.
    ///
    /// - Returns: the number of scans.
    package func delete(_ filter: HistoryFilter) throws(HistoryError) -> Int {
        let (condition, values) = filter.condition
        return try withDatabase { (database) throws(SQLiteError) in
            try database.execute("PRAGMA secure_delete = ON")
            defer { try? database.execute("PRAGMA secure_delete = FAST") }
            let count = try database.transaction { () throws(SQLiteError) in
                let count = try database.run(
                    "DELETE FROM scan WHERE sequence IN "
                        + "(SELECT scan.sequence FROM \(ScanRecord.tables) WHERE \(condition))", values)
                try database.run(
                    "DELETE FROM session WHERE ended_ms IS NOT NULL "
                        + "AND NOT EXISTS (SELECT 1 FROM scan WHERE scan.session = session.id)")
                return count
            }
            // The log still has the deleted data until it is emptied. While others read, that happens later.
            try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return count
        }
    }

    /// Deletes the scans from before a moment, except those with waiting deliveries.
    ///
    /// - Parameter isHasty: fails at once while another process has the file locked.
    /// - Returns: the number of scans.
    @discardableResult
    package func forget(before moment: WallTime, isHasty: Bool = false) throws(HistoryError) -> Int {
        try withDatabase(patience: isHasty ? .zero : Self.patience) { (database) throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                try database.run(
                    "DELETE FROM scan WHERE time_ms < ? AND NOT \(Self.waits)", [.integer(moment.milliseconds)])
            }
        }
    }

    private static let waits =
        "EXISTS (SELECT 1 FROM delivery WHERE delivery.scan = scan.sequence AND \(isWaiting))"
}
