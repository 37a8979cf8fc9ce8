// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Output
internal import SQLite
package import Scanning
internal import Threads

/// The scans on disk: each is stored before it is announced, and kept until the user deletes it.
///
/// An SQLite file with a write-ahead log. A call that changes something returns when the change is on disk. Several
/// processes can share the file. Thread-safe; calls wait for each other, and up to ten seconds for another process. Only
/// `keep` does not: while another process has the file locked, it stores the scan beside it, see `WaitingScans`.
package final class ScanHistory: Sendable {
    /// The path of the file.
    package let path: String
    /// A message for the user if a damaged file was moved aside. Contains paths, not escaped.
    package let note: String?
    private let clock: @Sendable () -> WallTime
    private let state: ConditionLock<State>

    /// How long one attempt waits for another process. The lock of this object is free between attempts.
    static let shortPatience = Duration.milliseconds(100)
    /// How long a call waits in all.
    static let patience = Duration.seconds(10)
    /// How often to try to move the scans that wait beside a locked file.
    private static let glance = Duration.milliseconds(250)

    /// Use only with the lock held.
    struct State {
        var file: HistoryFile
        var ids = ScanIDMaker()
        var waiting: WaitingScans
        /// Whether scans may wait beside the file: then later ones wait too, so that their order is kept.
        var areWaiting = false
        /// Whether a thread tries to move them.
        var isMoving = false
        /// Why they could not be moved, for the next scan's note.
        var trouble: String?
        var whenMoved: @Sendable () -> Void = {}
        var database: Database { file.database }
    }

    /// Opens the history, or makes one. A damaged file is kept under another name.
    ///
    /// - Parameter path: absolute, or relative to the working folder. Missing folders are made, accessible only to this
    ///   user.
    package init(_ path: String, clock: @escaping @Sendable () -> WallTime = { .now }) throws(HistoryError) {
        let (file, note) = try HistoryFile.open(path, clock: clock)
        self.path = path
        self.note = note
        self.clock = clock
        var state = State(file: file, waiting: WaitingScans(of: path))
        state.areWaiting = state.waiting.isThere
        self.state = ConditionLock(state)
        self.state.withLock { state in
            state.trouble = moveWaiting(&state)
            if state.areWaiting { moveLater(&state) }
        }
    }

    private init(_ path: String, _ file: HistoryFile, note: String?) {
        self.path = path
        self.note = note
        clock = { .now }
        state = ConditionLock(State(file: file, waiting: WaitingScans(of: path)))
    }

    /// Opens the history at a path if there is one. Makes nothing.
    ///
    /// - Parameter isOnlyRead: opens it also if it cannot be written, such as on a read-only medium or in another
    ///   user's folder. Calls that change it then fail.
    package static func existing(_ path: String, isOnlyRead: Bool = false) throws(HistoryError) -> ScanHistory? {
        guard unsafe access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR else { return nil }
        guard isOnlyRead else { return try ScanHistory(path) }
        let (file, note) = try HistoryFile.openForReading(path)
        return ScanHistory(path, file, note: note)
    }

    /// A scan that is on disk.
    package struct Kept: Sendable {
        /// With its id.
        package var scan: ScanEvent.Scan
        /// A message for the user if a new file had to be made. Contains paths, not escaped.
        package var note: String?
    }

    /// Stores a scan and its deliveries in one transaction. When it returns, both are on disk: in this file, or beside it
    /// while another process has it locked.
    ///
    /// - Parameters:
    ///   - scan: its session is made if there is none of that name. It gets an id, unless it has one.
    ///   - targets: the hooks to deliver it to.
    package func keep(_ scan: ScanEvent.Scan, for targets: [String] = []) throws(HistoryError) -> Kept {
        try state.withLock { (state) throws(HistoryError) in
            var kept = Kept(scan: scan)
            kept.scan.id = scan.id ?? state.ids.next(at: scan.time)
            if !state.file.isInPlace {
                // A file without a name would vanish with everything written to it.
                (state.file, kept.note) = try HistoryFile.open(path, clock: clock)
                kept.note =
                    kept.note ?? "the history was moved or deleted while scanning; a new one was made in \(path)"
            }
            // A thread tries to move them. This scan does not wait for the lock.
            guard !state.areWaiting else { return try keepBeside(kept, targets, &state) }
            kept.note = kept.note ?? state.trouble.take()
            do throws(SQLiteError) {
                try Self.insert(kept.scan, for: targets, into: state.database)
            } catch {
                switch error.kind {
                case .damaged:
                    (state.file, kept.note) = try HistoryFile.anew(
                        path, clock: clock, because: error, broken: state.file)
                    let (scan, database) = (kept.scan, state.database)
                    try storing { () throws(SQLiteError) in try Self.insert(scan, for: targets, into: database) }
                case .busy: return try keepBeside(kept, targets, &state)
                default: throw HistoryError(error)
                }
            }
            return kept
        }
    }

    // MARK: Scans that wait beside a locked file

    /// The number of scans that wait beside the file, because another process has it locked.
    package func scansBeside() throws(HistoryError) -> Int { try WaitingScans(of: path).count() }

    /// Calls `handler` after such scans were moved into the file, on another thread; deliveries may be among them.
    package func whenMoved(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.whenMoved = handler } }

    private func keepBeside(_ kept: Kept, _ targets: [String], _ state: inout State) throws(HistoryError) -> Kept {
        var kept = kept
        try state.waiting.keep(kept.scan, for: targets)
        if !state.areWaiting {
            kept.note =
                kept.note
                ?? "another program has the history locked; scans wait in \(state.waiting.path) until it is free"
        }
        state.areWaiting = true
        moveLater(&state)
        return kept
    }

    /// Starts a thread that moves them when the file is free, unless it runs. Call it with the lock held.
    private func moveLater(_ state: inout State) {
        guard !state.isMoving else { return }
        state.isMoving = true
        _ = WorkerThread { [weak self] in
            while self?.moveWaiting() == false { usleep(useconds_t(Self.glance / .microseconds(1))) }
        }
    }

    /// - Returns: whether nothing is left to do.
    private func moveWaiting() -> Bool {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            // Why they cannot be moved is reported with the next scan.
            state.trouble = moveWaiting(&state) ?? state.trouble
            guard !state.areWaiting else { return nil }
            state.isMoving = false
            return state.whenMoved
        }
        handler?()
        return handler != nil
    }

    /// Moves them, unless the file is locked.
    ///
    /// - Returns: why they cannot be moved at all.
    private func moveWaiting(_ state: inout State) -> String? {
        guard state.areWaiting else { return nil }
        do throws(SQLiteError) {
            // Not even a moment: the next scan may come in it.
            state.database.patience = .zero
            defer { state.database.patience = Self.shortPatience }
            if state.waiting.isThere { try state.waiting.move(into: state.database) }
            state.areWaiting = false
            state.waiting.close()
        } catch {
            guard error.kind != .busy else { return nil }
            // Scans are stored in the history again; those beside it stay there for the next start.
            state.areWaiting = false
            return "cannot move the scans in \(state.waiting.path) into the history: \(error)"
        }
        return nil
    }

    static func insert(
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

    /// Runs `body` with exclusive use of the connection. While another process has the file locked, it is tried again, and
    /// the connection is free in between: no scan waits for it.
    func withDatabase<R: Sendable>(
        patience: Duration = patience, _ body: (Database) throws(SQLiteError) -> R
    ) throws(HistoryError) -> R {
        var left = patience
        while true {
            do throws(HistoryError) {
                return try state.withLock { (state) throws(HistoryError) in
                    let database = state.database
                    return try storing { () throws(SQLiteError) in try body(database) }
                }
            } catch {
                left -= Self.shortPatience
                guard error.isBusy, left > .zero else { throw error }
                usleep(1000)
            }
        }
    }

    var now: WallTime { clock() }
}
