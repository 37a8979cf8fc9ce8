// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A prepared statement of a connection. The connection owns it and must outlive it: do not store it elsewhere.
@safe package final class Statement {
    private let handle: OpaquePointer
    private unowned let database: Database

    init(_ handle: OpaquePointer, of database: Database) {
        unsafe self.handle = handle
        self.database = database
    }

    deinit { unsafe candela_sqlite_finalize(handle) }

    /// Runs the statement with these values and ignores its rows.
    package func run(_ values: [SQLValue] = []) throws(SQLiteError) {
        try query(values) { _ in true }
    }

    /// Passes each row to `body` until it returns false. `body` must not run the same statement.
    package func query(_ values: [SQLValue], each body: (borrowing Row) -> Bool) throws(SQLiteError) {
        defer { unsafe candela_sqlite_reset(handle) }
        for (index, value) in values.enumerated() { try bind(value, at: CInt(index + 1)) }
        while true {
            let code = unsafe candela_sqlite_step(handle)
            if code == CANDELA_SQLITE_DONE { return }
            guard code == CANDELA_SQLITE_ROW else { return try database.check(code) }
            guard unsafe body(Row(handle)) else { return }
        }
    }

    private func bind(_ value: SQLValue, at place: CInt) throws(SQLiteError) {
        let code =
            switch value {
            case .null: unsafe candela_sqlite_bind_null(handle, place)
            case .integer(let number): unsafe candela_sqlite_bind_integer(handle, place, number)
            case .real(let number): unsafe candela_sqlite_bind_real(handle, place, number)
            case .text(var text):
                text.withUTF8 {
                    unsafe candela_sqlite_bind_text(handle, place, $0.baseAddress, $0.count)
                }
            case .utf8(let bytes):
                unsafe bytes.withUnsafeBytes {
                    unsafe candela_sqlite_bind_text(handle, place, $0.baseAddress, $0.count)
                }
            case .blob(let bytes):
                unsafe bytes.withUnsafeBytes {
                    unsafe candela_sqlite_bind_blob(handle, place, $0.baseAddress, $0.count)
                }
            }
        try database.check(code)
    }
}

/// The current row of a statement. Columns count from 0; a NULL column is `nil`.
@safe package struct Row: ~Copyable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    package var count: Int { Int(unsafe candela_sqlite_column_count(handle)) }

    package func isNull(_ column: Int) -> Bool { unsafe candela_sqlite_column_is_null(handle, CInt(column)) != 0 }

    package func integer(_ column: Int) -> Int64? {
        isNull(column) ? nil : unsafe candela_sqlite_column_integer(handle, CInt(column))
    }

    package func real(_ column: Int) -> Double? {
        isNull(column) ? nil : unsafe candela_sqlite_column_real(handle, CInt(column))
    }

    /// Invalid UTF-8, as in a file that another program wrote, becomes U+FFFD.
    package func text(_ column: Int) -> String? {
        guard !isNull(column) else { return nil }
        var count = 0
        let bytes = unsafe candela_sqlite_column_text(handle, CInt(column), &count)
        return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    package func blob(_ column: Int) -> [UInt8]? {
        guard !isNull(column) else { return nil }
        var count = 0
        let bytes = unsafe candela_sqlite_column_blob(handle, CInt(column), &count)
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
