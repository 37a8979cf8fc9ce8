// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import SQLite
internal import Scanning

/// The scans that could not be stored at once, because another program kept the history locked. They are on disk, in a
/// database of the same form beside it, until they are moved into it.
///
/// Several processes may share it. It stays open while scans are stored in it: to open and close it for each would take
/// some ten writes to the disk instead of one, with every other writer waiting.
struct WaitingScans {
    let path: String
    private var opened: HistoryFile?

    /// - Parameter history: the path of the history.
    init(of history: String) {
        path = (history.hasSuffix(".sqlite") ? String(history.dropLast(7)) : history) + "-waiting.sqlite"
    }

    /// Whether the file exists; it may be empty.
    var isThere: Bool { unsafe access(path, F_OK) == 0 }

    /// How many scans wait.
    func count() throws(HistoryError) -> Int {
        guard isThere else { return 0 }
        let file = try open()
        return Int(
            try storing { () throws(SQLiteError) in try HistorySchema.number("SELECT count(*) FROM scan", file.database)
            })
    }

    /// Stores a scan that has its id. When it returns, it is on disk.
    ///
    /// It waits for other processes that use the file: each holds it only for one scan, or while it moves them. There is no
    /// other place for the scan.
    mutating func keep(_ scan: ScanEvent.Scan, for targets: [String]) throws(HistoryError) {
        let file = try usable()
        do throws(HistoryError) {
            try storing { () throws(SQLiteError) in try ScanHistory.insert(scan, for: targets, into: file.database) }
        } catch {
            // Damage is found when it is opened.
            close()
            throw error
        }
    }

    mutating func close() { opened = nil }

    /// Moves all of them into the history, in their order.
    ///
    /// The two files are not changed in one step: after a power failure, scans can be in both. Their ids keep them from
    /// being stored twice.
    ///
    /// - Throws: `.busy` while the history is locked.
    func move(into database: Database) throws(SQLiteError) {
        try database.run("ATTACH DATABASE ? AS waiting", [.text(path)])
        defer { try? database.execute("DETACH DATABASE waiting") }
        try database.transaction { () throws(SQLiteError) in
            for step in Self.steps { try database.execute(step) }
        }
    }

    private mutating func usable() throws(HistoryError) -> HistoryFile {
        if let opened, opened.isInPlace { return opened }
        let file = try open()
        opened = file
        return file
    }

    private func open() throws(HistoryError) -> HistoryFile {
        let file = try HistoryFile.open(path, clock: { .now }).file
        file.database.patience = ScanHistory.patience
        return file
    }

    private static let columns =
        "id, time_ms, source, camera, frame, symbology, text, bytes, rule_text, gs1, corners, reader, quality, decode_us, "
        + "age_us, catalogue, catalogue_row"

    private static let steps = [
        "INSERT OR IGNORE INTO main.session (name, begun_ms) SELECT name, begun_ms FROM waiting.session ORDER BY id",
        "INSERT OR IGNORE INTO main.scan (\(columns), session) SELECT \(columns), "
            + "(SELECT id FROM main.session WHERE name = (SELECT name FROM waiting.session AS old WHERE old.id = "
            + "waiting.scan.session)) FROM waiting.scan ORDER BY sequence",
        "INSERT OR IGNORE INTO main.delivery (target, scan) SELECT target, (SELECT sequence FROM main.scan WHERE id = "
            + "(SELECT id FROM waiting.scan AS old WHERE old.sequence = waiting.delivery.scan)) FROM waiting.delivery "
            + "ORDER BY sequence",
        "DELETE FROM waiting.delivery", "DELETE FROM waiting.scan", "DELETE FROM waiting.session",
    ]
}
