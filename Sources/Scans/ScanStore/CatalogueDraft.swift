// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import SQLite
internal import StoredFiles

/// A catalogue being made. Nobody sees its file until it is complete.
final class CatalogueDraft {
    static let mostColumns = 256

    private let path: String
    private let database: Database
    private var insertion: Statement?

    /// - Parameter folder: locked by the caller.
    init(folder: String) throws(HistoryError) {
        // Remove what a killed import left.
        do throws(StoreError) {
            for name in try StoredFile.hiddenNames(in: folder, ending: Self.ending) {
                try StoredFile.remove(folder + "/" + name)
            }
        } catch {
            throw HistoryError(error)
        }
        path = "\(folder)/.\(getpid())\(Self.ending)"
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw HistoryError("cannot write \(path): \(unsafe String(cString: strerror(errno)))")
        }
        close(file)
        let path = path
        database = try storing { () throws(SQLiteError) in
            let database = try Database(path, .writing)
            // No rollback is needed: an incomplete file is deleted.
            try database.execute(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; "
                    + "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; "
                    + "PRAGMA application_id = \(Catalogue.application); PRAGMA user_version = \(Catalogue.version); BEGIN"
            )
            return database
        }
    }

    private static let ending = ".import"

    func begin(columns: [String]) throws(HistoryError) {
        try storing { () throws(SQLiteError) in
            let names = columns.indices.map { "c\($0)" }
            try database.execute(
                """
                CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
                CREATE TABLE column (place INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
                CREATE TABLE entry (id INTEGER PRIMARY KEY, key TEXT NOT NULL, \(names.map { $0 + " TEXT NOT NULL" }
                    .joined(separator: ", "))) STRICT;
                -- Second keys: the few codes of eight digits that may be EAN-8 or UPC-E.
                CREATE TABLE alias (key TEXT NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (key, entry))
                    STRICT, WITHOUT ROWID;
                """)
            for (place, name) in columns.enumerated() {
                try database.run("INSERT INTO column VALUES (?, ?)", [.integer(place), .text(name)])
            }
            insertion = try database.statement(
                "INSERT INTO entry (key, \(names.joined(separator: ", "))) VALUES (?\(String(repeating: ", ?", count: names.count)))"
            )
        }
    }

    func add(_ keys: [String], _ cells: [SQLValue]) throws(HistoryError) {
        try storing { () throws(SQLiteError) in
            try insertion?.run([.text(keys[0])] + cells)
            for key in keys.dropFirst() {
                let entry = database.lastRow
                try database.run("INSERT INTO alias VALUES (?, ?)", [.text(key), .integer(entry)])
            }
        }
    }

    /// Completes the file on disk and moves it to its place.
    func finish(facts: [(String, String)], at place: String) throws(HistoryError) {
        try storing { () throws(SQLiteError) in
            // Sorting once is many times faster than updating an index for each row.
            try database.execute("CREATE INDEX entry_key ON entry (key)")
            let duplicates = try HistorySchema.number("SELECT count(*) - count(DISTINCT key) FROM entry", database)
            for (name, value) in facts + [("duplicates", String(duplicates))] {
                try database.run("INSERT INTO fact VALUES (?, ?)", [.text(name), .text(value)])
            }
            try database.execute("COMMIT")
        }
        do throws(StoreError) { try StoredFile.put(path, at: place) } catch { throw HistoryError(error) }
    }

    func discard() { unsafe _ = unlink(path) }
}
