// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// The tables of the history, and the migrations from every earlier version.
enum HistorySchema {
    /// "Cnda": identifies the database, also to `file`. See: <https://sqlite.org/pragma.html#pragma_application_id>.
    static let application: Int64 = 0x436e_6461

    /// Step n migrates version n to n + 1. Never change a released step: add one.
    static let steps: [String] = [
        """
        -- A working session, by the name the user gave it. `ended_ms` is NULL while it runs, and after a kill.
        CREATE TABLE session (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            begun_ms INTEGER NOT NULL,
            ended_ms INTEGER,
            times_resumed INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- One accepted scan. `sequence` is the order in which they were kept: the wall clock may be set back.
        CREATE TABLE scan (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            time_ms INTEGER NOT NULL,       -- since 1970-01-01T00:00:00Z
            source TEXT NOT NULL,           -- the camera's node or specification, or the picture's path
            camera TEXT,                    -- the camera's identity; NULL for pictures
            frame INTEGER,                  -- NULL for pictures
            symbology TEXT NOT NULL,
            text TEXT,                      -- NULL where the bytes are no text
            bytes BLOB,                     -- NULL where they are the text's UTF-8
            rule_text TEXT,                 -- what the rules of the scan made of the text, where they changed it
            gs1 TEXT,                       -- identifier, value, and so on, a JSON array; where it was asked for
            corners TEXT,                   -- x,y of four points, clockwise, with blanks between; NULL where not known
            reader TEXT NOT NULL,
            quality INTEGER,
            decode_us INTEGER NOT NULL,
            age_us INTEGER,
            session INTEGER REFERENCES session (id) ON DELETE SET NULL,
            catalogue TEXT,                 -- the name of the catalogue that was asked
            catalogue_row TEXT              -- what it said, a JSON object; NULL: it has no such code
        ) STRICT;
        CREATE INDEX scan_time ON scan (time_ms);
        CREATE INDEX scan_session ON scan (session) WHERE session IS NOT NULL;

        -- What is to be passed on, in the order of `sequence`, at least once.
        CREATE TABLE delivery (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            target TEXT NOT NULL,
            scan INTEGER NOT NULL REFERENCES scan (sequence) ON DELETE CASCADE,
            attempts INTEGER NOT NULL DEFAULT 0,
            last_error TEXT,
            not_before_ms INTEGER NOT NULL DEFAULT 0,   -- a lease, or the pause after a failure
            delivered_ms INTEGER,                       -- NULL: it waits
            UNIQUE (scan, target)
        ) STRICT;
        CREATE INDEX delivery_waiting ON delivery (target, sequence) WHERE delivered_ms IS NULL;

        -- Facts about this file.
        CREATE TABLE fact (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """,
        """
        -- When a target said that it will never take it; `last_error` has the reason. NULL: it waits, or arrived.
        ALTER TABLE delivery ADD COLUMN refused_ms INTEGER;
        DROP INDEX delivery_waiting;
        CREATE INDEX delivery_waiting ON delivery (target, sequence) WHERE delivered_ms IS NULL AND refused_ms IS NULL;
        """,
    ]

    /// Makes version n look like n + 1 to a connection that may not write: temporary views that hide the tables of the
    /// same names.
    private static let glasses: [Int: String] = [
        1: "CREATE TEMP VIEW delivery AS SELECT *, NULL AS refused_ms FROM main.delivery"
    ]

    /// Migrates a database to the newest version, each step in a transaction.
    ///
    /// - Throws: also if it belongs to another program, or to a newer version of this one.
    static func migrate(_ database: Database) throws(SQLiteError) {
        var version = try number("PRAGMA user_version", database)
        guard version < Int64(steps.count) else { return try refuse(version, database) }
        // Check again with the lock held: another process may migrate at the same time.
        try database.transaction { () throws(SQLiteError) in
            version = try number("PRAGMA user_version", database)
            guard version < Int64(steps.count) else { return }
            if version == 0 {
                let tables = try number("SELECT count(*) FROM sqlite_schema", database)
                guard tables == 0 else { throw foreign(database) }
                try database.execute("PRAGMA application_id = \(application)")
            }
            for index in Int(version)..<steps.count { try database.execute(steps[index]) }
            try database.execute("PRAGMA user_version = \(steps.count)")
        }
        try refuse(try number("PRAGMA user_version", database), database)
    }

    /// Prepares to read without changing anything, also if an older version made it. Rejects databases of other
    /// programs and of newer versions.
    static func lookAt(_ database: Database) throws(SQLiteError) {
        let version = try number("PRAGMA user_version", database)
        try refuse(version, database)
        for step in Int(version)..<steps.count {
            if let glass = glasses[step] { try database.execute(glass) }
        }
    }

    private static func refuse(_ version: Int64, _ database: Database) throws(SQLiteError) {
        guard try number("PRAGMA application_id", database) == application else { throw foreign(database) }
        guard version <= Int64(steps.count) else {
            throw SQLiteError(
                .other,
                "cannot use \(database.path): it is from a newer version of candela (format \(version)); use that one"
            )
        }
    }

    private static func foreign(_ database: Database) -> SQLiteError {
        SQLiteError(.other, "cannot use \(database.path): it is another program's database; move it away")
    }

    static func number(_ sql: String, _ database: Database) throws(SQLiteError) -> Int64 {
        try database.first(sql) { $0.integer(0) ?? 0 } ?? 0
    }
}
