// SPDX-License-Identifier: Apache-2.0

import Glibc
public import Output
public import Scanning
internal import SQLite
internal import Threads

/// The scans on disk: each is stored before it is announced, and kept until the user deletes it.
///
/// An SQLite file with a write-ahead log. A call that changes something returns when the change is on disk. Several
/// processes can share the file. Thread-safe; calls wait for each other, and up to ten seconds for another process.
public final class ScanHistory: Sendable {
    /// The path of the file.
    public let path: String
    /// A message for the user if a damaged file was moved aside. Contains paths, not escaped.
    public let note: String?
    private let clock: @Sendable () -> WallTime
    private let state: ConditionLock<State>

    /// Use only with the lock held.
    struct State {
        var file: HistoryFile
        var ids = ScanIDMaker()
        var database: Database { file.database }
    }

    /// Opens the history, or makes one. A damaged file is kept under another name.
    ///
    /// - Parameter path: absolute, or relative to the working folder. Missing folders are made, accessible only to this
    ///   user.
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

    /// Opens the history at a path if there is one. Makes nothing.
    ///
    /// - Parameter isOnlyRead: opens it also if it cannot be written, such as on a read-only medium or in another
    ///   user's folder. Calls that change it then fail.
    public static func existing(_ path: String, isOnlyRead: Bool = false) throws(HistoryError) -> ScanHistory? {
        guard unsafe access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR else { return nil }
        guard isOnlyRead else { return try ScanHistory(path) }
        let (file, note) = try HistoryFile.openForReading(path)
        return ScanHistory(path, file, note: note)
    }

    /// A scan that is on disk.
    public struct Kept: Sendable {
        /// With its id.
        public var scan: ScanEvent.Scan
        /// A message for the user if a new file had to be made. Contains paths, not escaped.
        public var note: String?
    }

    /// Stores a scan and its deliveries in one transaction. When it returns, both are on disk.
    ///
    /// - Parameters:
        ///   - scan: its session is made if there is none of that name.
        ///   - targets: the hooks to deliver it to.
    public func keep(_ scan: ScanEvent.Scan, for targets: [String] = []) throws(HistoryError) -> Kept {
        try state.withLock { (state) throws(HistoryError) in
            var kept = Kept(scan: scan)
            kept.scan.id = state.ids.next(at: scan.time)
            if !state.file.isInPlace {
                // A file without a name would vanish with everything written to it.
                (state.file, kept.note) = try HistoryFile.open(path, clock: clock)
                kept.note =
                    kept.note ?? "the history was moved or deleted while scanning; a new one was made in \(path)"
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

    /// Runs `body` with exclusive use of the connection.
    func withDatabase<R: Sendable>(_ body: (Database) throws(SQLiteError) -> R) throws(HistoryError) -> R {
        try state.withLock { (state) throws(HistoryError) in
            let database = state.database
            return try storing { () throws(SQLiteError) in try body(database) }
        }
    }

    var now: WallTime { clock() }
}
