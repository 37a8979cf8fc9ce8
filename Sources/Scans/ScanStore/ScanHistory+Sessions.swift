// SPDX-License-Identifier: Apache-2.0

package import Output
internal import SQLite

/// A session: scans that belong together, under a name that the user chose.
package struct HistorySession: Hashable, Sendable {
    package var name: String
    package var begun: WallTime
    /// `nil` while it runs, or if the process was killed.
    package var ended: WallTime?
    package var timesResumed: Int
    package var scans: Int
}

extension ScanHistory {
    /// Starts a session, or resumes the session of that name.
    ///
    /// - Returns: the session; `timesResumed` is 0 for a new one.
    package func beginSession(_ name: String) throws(HistoryError) -> HistorySession? {
        let now = now.milliseconds
        return try withDatabase { (database) throws(SQLiteError) in
            try database.run(
                "INSERT INTO session (name, begun_ms) VALUES (?, ?) ON CONFLICT (name) DO UPDATE "
                    + "SET ended_ms = NULL, times_resumed = times_resumed + 1",
                [.text(name), .integer(now)])
            return try Self.sessions("WHERE session.name = ?", [.text(name)], database).first
        }
    }

    /// Ends a session. It can be resumed later.
    package func endSession(_ name: String) throws(HistoryError) {
        let now = now.milliseconds
        try withDatabase { (database) throws(SQLiteError) in
            try database.run("UPDATE session SET ended_ms = ? WHERE name = ?", [.integer(now), .text(name)])
            return
        }
    }

    /// All sessions, the newest first.
    package func sessions() throws(HistoryError) -> [HistorySession] {
        try withDatabase { (database) throws(SQLiteError) in try Self.sessions("", [], database) }
    }

    private static func sessions(
        _ condition: String, _ values: [SQLValue], _ database: Database
    ) throws(SQLiteError) -> [HistorySession] {
        try database.rows(
            "SELECT name, begun_ms, ended_ms, times_resumed, (SELECT count(*) FROM scan WHERE scan.session = session.id) "
                + "FROM session \(condition) ORDER BY begun_ms DESC, session.id DESC", values
        ) { row in
            HistorySession(
                name: row.text(0) ?? "", begun: WallTime(milliseconds: row.integer(1) ?? 0),
                ended: row.integer(2).map { WallTime(milliseconds: $0) }, timesResumed: Int(row.integer(3) ?? 0),
                scans: Int(row.integer(4) ?? 0))
        }
    }
}
