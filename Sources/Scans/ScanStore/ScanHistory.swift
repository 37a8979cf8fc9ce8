// SPDX-License-Identifier: Apache-2.0

import Glibc
public import Output
public import Scanning
internal import SQLite
internal import Threads

/// What was scanned, on disk: each scan before it is announced, until its user deletes it.
///
/// An SQLite file with a write-ahead log; a call that changes something returns when it is on disk. Several processes
/// share the file. Any thread may call; calls wait for each other, and up to ten seconds for another process.
public final class ScanHistory: Sendable {
    /// The file.
    public let path: String
    /// What has to be said of opening it: that a damaged one was moved aside. Quotes paths raw.
    public let note: String?
    private let clock: @Sendable () -> WallTime
    private let state: ConditionLock<State>

    /// Only ever used with the lock held.
    struct State {
        var file: HistoryFile
        var ids = ScanIDMaker()
        var database: Database { file.database }
    }

    /// Opens the history, and makes it where there is none. A damaged one is kept beside it under another name.
    ///
    /// - Parameter path: absolute, or from the working folder; missing folders are made, for this user alone.
    public init(_ path: String, clock: @escaping @Sendable () -> WallTime = { .now }) throws(HistoryError) {
        let (file, note) = try HistoryFile.open(path, clock: clock)
        self.path = path
        self.note = note
        self.clock = clock
        state = ConditionLock(State(file: file))
    }

    private init(_ path: String, _ file: HistoryFile, note: String?) {
        self.path = path
        self.note = note
        clock = { .now }
        state = ConditionLock(State(file: file))
    }

    /// The history at a path, if there is one: nothing is made.
    ///
    /// - Parameter isOnlyRead: it is opened also where it cannot be written: on a read-only medium, in a folder of
    ///   somebody else's. Whatever would change it fails then.
    public static func existing(_ path: String, isOnlyRead: Bool = false) throws(HistoryError) -> ScanHistory? {
        guard unsafe access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR else { return nil }
        guard isOnlyRead else { return try ScanHistory(path) }
        let (file, note) = try HistoryFile.openForReading(path)
        return ScanHistory(path, file, note: note)
    }

    /// A scan that is on disk.
    public struct Kept: Sendable {
        /// With its name.
        public var scan: ScanEvent.Scan
        /// What has to be said of it: that a new file had to be begun. Quotes paths raw.
        public var note: String?
    }

    /// Writes a scan and what is to be passed on of it, in one step. When it returns, both are on disk.
    ///
    /// - Parameters:
    ///   - scan: its session is begun where there is none of that name.
    ///   - targets: the hooks it is to be passed on to.
    public func keep(_ scan: ScanEvent.Scan, for targets: [String] = []) throws(HistoryError) -> Kept {
        try state.withLock { (state) throws(HistoryError) in
            var kept = Kept(scan: scan)
            kept.scan.id = state.ids.next(at: scan.time)
            if !state.file.isInPlace {
                // Writing on into a file without a name would lose all that is written.
                (state.file, kept.note) = try HistoryFile.open(path, clock: clock)
                kept.note =
                    kept.note ?? "the history was moved or deleted while scanning; a new one is begun in \(path)"
            }
            do throws(SQLiteError) {
                try Self.insert(kept.scan, for: targets, into: state.database)
            } catch {
                guard error.kind == .damaged else { throw HistoryError(error) }
                (state.file, kept.note) = try HistoryFile.anew(
                    path, clock: clock, because: error, broken: state.file)
                let (scan, database) = (kept.scan, state.database)
                try storing { () throws(SQLiteError) in try Self.insert(scan, for: targets, into: database) }
            }
            return kept
        }
    }

    private static func insert(
        _ scan: ScanEvent.Scan, for targets: [String], into database: Database
    ) throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            if let session = scan.session {
                try database.run(
                    "INSERT INTO session (name, begun_ms) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                    [.text(session), .integer(scan.time.milliseconds)])
            }
            try database.run(ScanRecord.insertion, ScanRecord.values(scan))
            let sequence = database.lastRow
            for target in targets {
                try database.run(
                    "INSERT INTO delivery (target, scan) VALUES (?, ?)", [.text(target), .integer(sequence)])
            }
        }
    }

    /// Runs `body` with the connection, alone.
    func withDatabase<R: Sendable>(_ body: (Database) throws(SQLiteError) -> R) throws(HistoryError) -> R {
        try state.withLock { (state) throws(HistoryError) in
            let database = state.database
            return try storing { () throws(SQLiteError) in try body(database) }
        }
    }

    var now: WallTime { clock() }
}
