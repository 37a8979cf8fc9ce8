// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Output
internal import SQLite

/// Selects scans: those that meet all conditions.
package struct HistoryFilter: Hashable, Sendable {
    /// Not before this moment.
    package var since: WallTime?
    /// Before this moment.
    package var until: WallTime?
    package var symbologies: Set<Symbology>?
    /// The name of their session.
    package var session: String?
    /// A part of the camera's identity, or of the source's name. Not case-sensitive.
    package var camera: String?

    package init(
        since: WallTime? = nil, until: WallTime? = nil, symbologies: Set<Symbology>? = nil, session: String? = nil,
        camera: String? = nil
    ) {
        self.since = since
        self.until = until
        self.symbologies = symbologies
        self.session = session
        self.camera = camera
    }

    /// Whether it selects all scans.
    package var isEverything: Bool { self == HistoryFilter() }

    /// An SQL condition over `ScanRecord.tables`, and the values of its parameters.
    var condition: (sql: String, values: [SQLValue]) {
        var parts: [String] = []
        var values: [SQLValue] = []
        if let since {
            parts.append("time_ms >= ?")
            values.append(.integer(since.milliseconds))
        }
        if let until {
            parts.append("time_ms < ?")
            values.append(.integer(until.milliseconds))
        }
        if let symbologies {
            parts.append("symbology IN (\(symbologies.map { _ in "?" }.joined(separator: ", ")))")
            values += symbologies.sorted().map { .text($0.rawValue) }
        }
        if let session {
            parts.append("scan.session = (SELECT id FROM session WHERE name = ?)")
            values.append(.text(session))
        }
        if let camera {
            parts.append("(instr(lower(coalesce(camera, '')), lower(?)) > 0 OR instr(lower(source), lower(?)) > 0)")
            values += [.text(camera), .text(camera)]
        }
        return (parts.isEmpty ? "TRUE" : parts.joined(separator: " AND "), values)
    }
}
