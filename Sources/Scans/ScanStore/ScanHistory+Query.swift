// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Output
internal import SQLite
package import Scanning

/// Numbers of scans.
package struct HistorySummary: Hashable, Sendable {
    package var scans = 0
    /// The number of different codes, by symbology and content.
    package var codes = 0
    /// The most frequent first.
    package var bySymbology: [Count] = []
    package var first: WallTime?
    package var last: WallTime?

    /// An empty summary.
    package init() {}

    package struct Count: Hashable, Sendable {
        package var symbology: Symbology
        package var scans: Int
    }
}

extension ScanHistory {
    /// Calls `body` with scans, the newest first, until it returns false. Other calls wait meanwhile, on other threads,
    /// too.
    package func scans(
        _ filter: HistoryFilter = HistoryFilter(), limit: Int? = nil, each body: (ScanEvent.Scan) -> Bool
    ) throws(HistoryError) {
        let (condition, values) = filter.condition
        try withDatabase { (database) throws(SQLiteError) in
            try database.query(
                "SELECT \(ScanRecord.columns) FROM \(ScanRecord.tables) WHERE \(condition) "
                    + "ORDER BY scan.sequence DESC LIMIT ?",
                values + [.integer(limit ?? -1)]
            ) { row in
                guard let scan = ScanRecord.scan(row)?.scan else { return true }
                return body(scan)
            }
        }
    }

    package func summary(_ filter: HistoryFilter = HistoryFilter()) throws(HistoryError) -> HistorySummary {
        let (condition, values) = filter.condition
        return try withDatabase { (database) throws(SQLiteError) in
            var summary = HistorySummary()
            try database.query(
                "SELECT count(*), min(time_ms), max(time_ms) FROM \(ScanRecord.tables) WHERE \(condition)", values
            ) { row in
                summary.scans = Int(row.integer(0) ?? 0)
                summary.first = row.integer(1).map { WallTime(milliseconds: $0) }
                summary.last = row.integer(2).map { WallTime(milliseconds: $0) }
                return false
            }
            summary.codes = Int(
                try database.first(
                    "SELECT count(*) FROM (SELECT DISTINCT symbology, text, bytes FROM \(ScanRecord.tables) "
                        + "WHERE \(condition))", values
                ) { $0.integer(0) ?? 0 } ?? 0)
            summary.bySymbology = try database.rows(
                "SELECT symbology, count(*) FROM \(ScanRecord.tables) WHERE \(condition) "
                    + "GROUP BY symbology ORDER BY count(*) DESC, symbology", values
            ) { row -> HistorySummary.Count? in
                Symbology(rawValue: row.text(0) ?? "").map {
                    HistorySummary.Count(symbology: $0, scans: Int(row.integer(1) ?? 0))
                }
            }.compactMap { $0 }
            return summary
        }
    }
}
