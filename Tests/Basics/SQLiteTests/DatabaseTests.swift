// SPDX-License-Identifier: Apache-2.0

import Foundation
import SQLite
import Testing

@Suite("SQLite")
struct DatabaseTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "candela-sqlite-\(UUID().uuidString)")

    private func path(_ name: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: name).path
    }

    @Test("values are read back as written")
    func values() throws {
        let database = try Database(try path("values.sqlite"), .creating)
        defer { try? FileManager.default.removeItem(at: folder) }
        try database.execute("CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB, n TEXT)")
        let text = "straße\u{0}\u{1f980}'; DROP TABLE t; --"
        try database.run(
            "INSERT INTO t VALUES (?, ?, ?, ?, ?)",
            [.integer(Int64.min), .real(0.1), .text(text), .blob([0, 255]), .null])
        try database.run(
            "INSERT INTO t VALUES (?, ?, ?, ?, ?)",
            [.integer(7), .real(1), .utf8(Array("xäx".utf8)[1..<3]), .blob([]), .text("")])
        let rows = try database.rows("SELECT * FROM t ORDER BY i") { row in
            "\(row.integer(0)!) \(row.real(1)!) \(row.text(2)!) \(row.blob(3)!) \(row.text(4) ?? "NULL") \(row.count)"
        }
        #expect(rows == ["\(Int64.min) 0.1 \(text) [0, 255] NULL 5", "7 1.0 ä []  5"])
    }

    @Test("a transaction that fails leaves nothing, and the next one works")
    func transaction() throws {
        let database = try Database(try path("transaction.sqlite"), .creating)
        defer { try? FileManager.default.removeItem(at: folder) }
        try database.execute("CREATE TABLE t (i INTEGER UNIQUE)")
        let failure = #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.run("INSERT INTO t VALUES (1)")
                try database.run("INSERT INTO t VALUES (1)")
            }
        }
        #expect(failure?.kind == .constraint)
        #expect(try database.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
        try database.transaction { () throws(SQLiteError) in _ = try database.run("INSERT INTO t VALUES (1)") }
        #expect(try database.first("SELECT count(*) FROM t") { $0.integer(0) } == 1)
    }

    @Test("an invalid file, a missing file and bad SQL are distinguished")
    func errors() throws {
        let file = try path("none.sqlite")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: SQLiteError.self) { try Database(file, .reading) }
        try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: file))
        let database = try Database(file, .writing)
        let failure = #expect(throws: SQLiteError.self) { try database.execute("CREATE TABLE t (i INTEGER)") }
        #expect(failure?.kind == .damaged)
        #expect(failure?.description == "cannot use \(file): file is not a database")
        let other = try Database(try path("other.sqlite"), .creating)
        #expect(#expect(throws: SQLiteError.self) { try other.run("NO SQL") }?.kind == .other)
    }

    @Test("a fixed file is read by a path with all kinds of characters, and no file is created beside it")
    func fixed() throws {
        let file = try path("a ?#%é&x=1.sqlite")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            let made = try Database(file, .creating)
            try made.execute("CREATE TABLE t (i INTEGER); INSERT INTO t VALUES (42)")
        }
        let database = try Database(file, .fixed)
        #expect(try database.first("SELECT i FROM t") { $0.integer(0) } == 42)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO t VALUES (1)") }
    }
}
