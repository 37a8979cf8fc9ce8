// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A connection to a database. Use it on one thread at a time: lock it if it is shared.
@safe package final class Database {
    /// How a file is opened.
    package enum Opening: Sendable {
        /// For reading; fails if the file does not exist.
        case reading
        /// For reading and writing; fails if the file does not exist.
        case writing
        case creating
        /// For reading a file that does not change any more: it is not locked, and no files are created beside it.
        case fixed
    }

    package let path: String
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// - Parameter patience: how long a call waits while another process writes.
    package init(_ path: String, _ opening: Opening, patience: Duration = .seconds(10)) throws(SQLiteError) {
        if let reason = unsafe candela_sqlite_load() {
            throw SQLiteError(
                .noLibrary,
                "cannot load SQLite: \(unsafe String(cString: reason)); install it (Debian: apt install libsqlite3-0)")
        }
        var handle: OpaquePointer?
        let (name, kind): (String, candela_sqlite_opening) =
            switch opening {
            case .reading: (path, CANDELA_SQLITE_READ)
            case .writing: (path, CANDELA_SQLITE_WRITE)
            case .creating: (path, CANDELA_SQLITE_CREATE)
            case .fixed: (Self.uri(path), CANDELA_SQLITE_FIXED)
            }
        let code = unsafe candela_sqlite_open(name, kind, &handle)
        guard let open = unsafe handle, code == 0 else {
            let words = unsafe String(cString: candela_sqlite_words(code))
            let number = unsafe handle.map { unsafe candela_sqlite_system_errno($0) } ?? 0
            unsafe handle.map { unsafe candela_sqlite_close($0) }
            throw SQLiteError("cannot open \(path)", code: code, message: words, errno: number)
        }
        self.path = path
        unsafe self.handle = open
        self.patience = patience
        setPatience()
    }

    /// How long a call waits while another process writes.
    package var patience: Duration { didSet { setPatience() } }

    private func setPatience() {
        unsafe candela_sqlite_busy_timeout(handle, CInt(clamping: Int64(patience / .milliseconds(1))))
    }

    deinit {
        // A statement must not outlive the connection.
        statements.removeAll()
        unsafe candela_sqlite_close(handle)
    }

    /// The statement of a text; prepared at its first use, then cached.
    package func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements[sql] { return known }
        var made: OpaquePointer?
        try check(unsafe candela_sqlite_prepare(handle, sql, &made))
        guard let made = unsafe made else { throw SQLiteError(.other, "cannot use \(path): the SQL statement is empty") }
        let statement = unsafe Statement(made, of: self)
        statements[sql] = statement
        return statement
    }

    /// Runs statements that return no rows.
    package func execute(_ sql: String) throws(SQLiteError) { try check(unsafe candela_sqlite_execute(handle, sql)) }

    /// Runs one statement that returns no rows.
    ///
    /// - Returns: the number of rows it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue] = []) throws(SQLiteError) -> Int {
        try statement(sql).run(values)
        return Int(unsafe candela_sqlite_changes(handle))
    }

    /// Passes each row to `body` until it returns false.
    package func query(
        _ sql: String, _ values: [SQLValue] = [], each body: (borrowing Row) -> Bool
    ) throws(SQLiteError) { try statement(sql).query(values, each: body) }

    /// All rows, converted by `make`.
    package func rows<T>(
        _ sql: String, _ values: [SQLValue] = [], _ make: (borrowing Row) -> T
    ) throws(SQLiteError) -> [T] {
        var result: [T] = []
        try query(sql, values) { row in
            result.append(make(row))
            return true
        }
        return result
    }

    /// The first row, converted by `make`; `nil` without rows.
    package func first<T>(
        _ sql: String, _ values: [SQLValue] = [], _ make: (borrowing Row) -> T
    ) throws(SQLiteError) -> T? {
        var result: T?
        try query(sql, values) { row in
            result = make(row)
            return false
        }
        return result
    }

    /// Runs `body` in a transaction, which is rolled back if it throws. It takes the write lock at the start, because a
    /// reader that becomes a writer cannot wait for the lock.
    package func transaction<R>(_ body: () throws(SQLiteError) -> R) throws(SQLiteError) -> R {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors roll back by themselves.
            if unsafe candela_sqlite_in_transaction(handle) != 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    package var lastRow: Int64 { unsafe candela_sqlite_last_row(handle) }

    func check(_ code: CInt) throws(SQLiteError) {
        guard code != 0, code != CANDELA_SQLITE_ROW, code != CANDELA_SQLITE_DONE else { return }
        throw SQLiteError(
            "cannot use \(path)", code: code, message: unsafe String(cString: candela_sqlite_message(handle)),
            errno: unsafe candela_sqlite_system_errno(handle))
    }

    /// See: <https://sqlite.org/uri.html>, "immutable".
    private static func uri(_ path: String) -> String {
        var uri = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x30...0x39, 0x41...0x5a,
                0x61...0x7a:
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default: uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return uri + "?immutable=1"
    }
}
