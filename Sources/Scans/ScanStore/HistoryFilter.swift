// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Output
internal import SQLite

/// Which scans are meant: those to which all of it applies.
public struct HistoryFilter: Hashable, Sendable {
    /// Not before this moment.
    public var since: WallTime?
    /// Before this moment.
    public var until: WallTime?
    public var symbologies: Set<Symbology>?
    /// The name of the session they belong to.
    public var session: String?
    /// A part of the camera's identity, or of the source's name; capitals make no difference.
    public var camera: String?

    public init(
        since: WallTime? = nil, until: WallTime? = nil, symbologies: Set<Symbology>? = nil, session: String? = nil,
        camera: String? = nil
    ) {
        self.since = since
        self.until = until
        self.symbologies = symbologies
        self.session = session
        self.camera = camera
    }

    /// Whether every scan is meant.
    public var isEverything: Bool { self == HistoryFilter() }

    /// A condition over `ScanRecord.tables`, and the values of its places.
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
