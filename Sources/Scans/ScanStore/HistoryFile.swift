// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import SQLite
internal import StoredFiles

/// The file of the history: opens and checks it. A damaged file is moved aside and replaced.
struct HistoryFile {
    let path: String
    /// The identity of the open file: another file may take its name while we run.
    private let place: Place

    private struct Place: Equatable {
        var device: UInt64
        var inode: UInt64
    }

    let database: Database

    /// Files up to this size are checked each time (some 50 ms on a slow disk), larger ones once a day.
    private static let alwaysChecked = 32 << 20

    /// - Returns: the file, and a message for the user, if any.
    static func open(_ path: String, clock: () -> WallTime) throws(HistoryError) -> (file: Self, note: String?) {
        do throws(SQLiteError) {
            return (try whole(path, clock: clock), nil)
        } catch {
            guard error.kind == .damaged else { throw HistoryError(error) }
            return try anew(path, clock: clock, because: error)
        }
    }

    /// Opens it normally. If it cannot be written, opens it unchecked, and reads an older version as it is.
    static func openForReading(_ path: String) throws(HistoryError) -> (file: Self, note: String?) {
        do throws(SQLiteError) {
            return (try whole(path, clock: { .now }), nil)
        } catch {
            guard error.kind == .notWritable else {
                guard error.kind == .damaged else { throw HistoryError(error) }
                return try anew(path, clock: { .now }, because: error)
            }
        }
        return (try storing { () throws(SQLiteError) in try unwritable(path) }, nil)
    }

    private static func unwritable(_ path: String) throws(SQLiteError) -> Self {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw SQLiteError(.other, "cannot open \(path): \(unsafe String(cString: strerror(errno)))")
        }
        let place = Place(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        func open(_ way: Database.Opening) throws(SQLiteError) -> Self {
            let database = try Database(path, way)
            try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            try HistorySchema.lookAt(database)
            return Self(path: path, place: place, database: database)
        }
        // If there is a log, SQLite needs its index, and makes one if it can. Without a log, everything is in the file.
        var log = stat()
        let hasLog = unsafe stat(path + "-wal", &log) == 0 && log.st_size > 0
        guard hasLog else { return try open(.fixed) }
        do throws(SQLiteError) {
            return try open(.reading)
        } catch {
            guard error.kind != .damaged else { throw error }
            throw SQLiteError(
                .other,
                "cannot read \(path) here: to read \(path)-wal, the folder must be writable; "
                    + "copy both files to a writable folder, and set XDG_DATA_HOME")
        }
    }

    /// Moves a damaged file aside and makes a new one. If several processes find the damage, one of them does it.
    ///
    /// - Parameter broken: the open file whose use showed the damage. A check may not find it.
    static func anew(
        _ path: String, clock: () -> WallTime, because reason: SQLiteError, broken: Self? = nil
    ) throws(HistoryError) -> (file: Self, note: String?) {
        let lock = try FileLock(path + ".lock")
        defer { lock.release() }
        if broken?.isInPlace != true, let file = try? whole(path, clock: clock) { return (file, nil) }
        let kept = try moveAside(path, at: clock())
        let file = try storing { () throws(SQLiteError) in try whole(path, clock: clock) }
        return (file, "the history was damaged (\(reason)); it was moved to \(kept), and a new one was made")
    }

    private static func whole(_ path: String, clock: () -> WallTime) throws(SQLiteError) -> Self {
        let place = try prepare(path)
        // `ScanHistory` waits longer where it may.
        let database = try Database(path, .writing, patience: ScanHistory.shortPatience)
        // Until the journal mode is WAL, readers and writers block each other. Where WAL is impossible (network file
        // systems), it stays a rollback journal: as safe, but slower.
        try waiting { () throws(SQLiteError) in try database.execute("PRAGMA journal_mode = WAL") }
        try database.execute(
            "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                + " PRAGMA journal_size_limit = 4194304")
        try waiting { () throws(SQLiteError) in try HistorySchema.migrate(database) }
        let file = Self(path: path, place: place, database: database)
        try file.check(now: clock())
        return file
    }

    /// Makes the folder and the file if missing, accessible only to this user: SQLite would use the umask.
    ///
    /// A file that is there is not opened here: closing it would release the locks of every other connection of this process to
    /// it, and the next process that closes the file would delete the log that they write. See:
    /// <https://sqlite.org/howtocorrupt.html>, 2.2.
    private static func prepare(_ path: String) throws(SQLiteError) -> Place {
        do throws(StoreError) {
            try StoredFile.makeFolders(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        } catch {
            throw SQLiteError([EROFS, EACCES, EPERM].contains(error.errno) ? .notWritable : .other, error.description)
        }
        let file = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 || errno == EEXIST else {
            let kind: SQLiteError.Kind =
                switch errno {
                case EROFS, EACCES, EPERM: .notWritable
                case ENOSPC, EDQUOT: .full
                default: .other
                }
            throw SQLiteError(kind, "cannot open \(path): \(unsafe String(cString: strerror(errno)))")
        }
        if file >= 0 { close(file) }
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SQLiteError(.other, "cannot open \(path): it is not a regular file")
        }
        // SQLite would open it read-only, and fail later.
        guard unsafe access(path, R_OK | W_OK) == 0 else {
            throw SQLiteError(.notWritable, "cannot open \(path): \(unsafe String(cString: strerror(errno)))")
        }
        return Place(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Whether the path still refers to the open file: it was not moved or deleted.
    var isInPlace: Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return Place(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) == place
    }

    private func check(now: WallTime) throws(SQLiteError) {
        let last = try database.first("SELECT value FROM fact WHERE name = 'checked_ms'") { $0.integer(0) ?? 0 } ?? 0
        let size =
            try HistorySchema.number("PRAGMA page_count", database)
            * HistorySchema.number("PRAGMA page_size", database)
        let age = now.milliseconds - last
        guard size <= Self.alwaysChecked || !(0..<86_400_000).contains(age) else { return }
        let answer = try database.first("PRAGMA quick_check(1)") { $0.text(0) ?? "" } ?? ""
        guard answer == "ok" else { throw SQLiteError(.damaged, "cannot use \(path): \(answer)") }
        guard size > Self.alwaysChecked else { return }
        try database.run(
            "INSERT INTO fact VALUES ('checked_ms', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [.integer(now.milliseconds)])
    }

    /// - Returns: the new name.
    private static func moveAside(_ path: String, at time: WallTime) throws(HistoryError) -> String {
        let date = time.text.prefix(19).map { $0 == ":" ? "-" : String($0) }.joined()
        let begin = path.hasSuffix(".sqlite") ? String(path.dropLast(7)) : path
        var kept = "\(begin)-damaged-\(date).sqlite"
        var number = 1
        while unsafe access(kept, F_OK) == 0 {
            number += 1
            kept = "\(begin)-damaged-\(date)-\(number).sqlite"
        }
        // The journals first: SQLite would take them for those of a new file.
        for ending in ["-wal", "-shm", "-journal", ""] {
            guard unsafe rename(path + ending, kept + ending) != 0 else { continue }
            guard errno == ENOENT else {
                throw HistoryError(
                    "cannot move the damaged \(path)\(ending) aside: \(unsafe String(cString: strerror(errno)))")
            }
        }
        return kept
    }

    /// Retries while busy, some ten seconds: SQLite's busy timeout does not apply to setting the journal mode.
    private static func waiting(_ work: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        for _ in 0..<100 {
            do throws(SQLiteError) {
                return try work()
            } catch {
                guard error.kind == .busy else { throw error }
            }
            usleep(50_000)
        }
        try work()
    }
}

/// A lock between processes. The kernel releases it when its holder dies.
struct FileLock {
    private let file: CInt

    init(_ path: String) throws(HistoryError) {
        file = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw HistoryError("cannot lock \(path): \(unsafe String(cString: strerror(errno)))")
        }
        while flock(file, LOCK_EX) != 0 && errno == EINTR {}
    }

    func release() { close(file) }
}
