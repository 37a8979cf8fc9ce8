// SPDX-License-Identifier: Apache-2.0

package import Barcodes
import Glibc
package import Output
internal import SQLite
package import Scanning

/// A list of codes with information on each, imported from a table, to look codes up without a network.
///
/// Its file is never changed; another import replaces it. One thread at a time.
package final class Catalogue {
    /// Properties of a catalogue other than its rows.
    package struct Facts: Hashable, Sendable {
        package var name: String
        /// The path of its file.
        package var path: String
        package var rows: Int
        /// How many rows have the same code as an earlier row. A look-up returns the first.
        package var duplicates: Int
        /// In the order of the table.
        package var columns: [String]
        /// The column with the codes.
        package var codeColumn: String
        package var imported: WallTime
        /// The path of the imported file, as the user gave it.
        package var origin: String
        /// Bytes on disk.
        package var size: Int
    }

    package private(set) var facts: Facts
    private var database: Database
    private var inode: UInt64

    /// "Cndc"; see `HistorySchema.application`.
    static let application: Int64 = 0x436e_6463
    static let version: Int64 = 1

    /// - Throws: also if there is no catalogue of that name.
    init(_ name: String, at path: String) throws(HistoryError) {
        guard let inode = Self.inode(path) else {
            throw HistoryError(
                "cannot open the catalogue \(name): there is no \(path); import it: candela catalog import FILE --name "
                    + "\(ShellWord.quoted(name))")
        }
        self.inode = inode
        (database, facts) = try Self.open(name, at: path)
    }

    private static func open(_ name: String, at path: String) throws(HistoryError) -> (Database, Facts) {
        try storing { () throws(SQLiteError) in
            let database = try Database(path, .fixed)
            guard try HistorySchema.number("PRAGMA application_id", database) == application else {
                throw SQLiteError(
                    .other, "cannot open the catalogue \(name): \(path) is not one; delete it, and import it again")
            }
            guard try HistorySchema.number("PRAGMA user_version", database) == version else {
                throw SQLiteError(
                    .other, "cannot open the catalogue \(name): it is from another version of candela; import it again")
            }
            var texts: [String: String] = [:]
            try database.query("SELECT name, value FROM fact") { row in
                texts[row.text(0) ?? ""] = row.text(1) ?? ""
                return true
            }
            let columns = try database.rows("SELECT name FROM column ORDER BY place") { $0.text(0) ?? "" }
            guard !columns.isEmpty else {
                throw SQLiteError(
                    .damaged, "cannot open the catalogue \(name): \(path) has no columns; import it again")
            }
            var status = stat()
            unsafe _ = stat(path, &status)
            let facts = Facts(
                name: name, path: path, rows: Int(texts["rows"] ?? "") ?? 0,
                duplicates: Int(texts["duplicates"] ?? "") ?? 0, columns: columns, codeColumn: texts["code"] ?? "",
                imported: WallTime(milliseconds: Int64(texts["imported_ms"] ?? "") ?? 0),
                origin: texts["origin"] ?? "", size: Int(status.st_size))
            return (database, facts)
        }
    }

    /// The rows with one of these keys: all rows of the first key that has any, in the order of the table.
    package func rows(keys: [String], limit: Int = 100) throws(HistoryError) -> [[CatalogueAnswer.Field]] {
        let columns = facts.columns
        return try storing { () throws(SQLiteError) in
            let cells = columns.indices.map { ", c\($0)" }.joined()
            for key in keys {
                let found = try database.rows(
                    "SELECT id\(cells) FROM entry WHERE key = ?1 UNION ALL "
                        + "SELECT id\(cells) FROM entry WHERE id IN (SELECT entry FROM alias WHERE key = ?1) "
                        + "ORDER BY id LIMIT ?2",
                    [.text(key), .integer(limit)]
                ) { row in
                    columns.indices.map {
                        CatalogueAnswer.Field(column: columns[$0], value: row.text($0 + 1) ?? "")
                    }
                }
                if !found.isEmpty { return found }
            }
            return []
        }
    }

    /// Looks up a code. If the catalogue has been imported again meanwhile, the new one is used.
    ///
    /// - Parameter text: the text after text rules, if they changed it. It is looked up first.
    package func answer(for barcode: Barcode, text: String? = nil) throws(HistoryError) -> CatalogueAnswer {
        if let now = Self.inode(facts.path), now != inode {
            (database, facts) = try Self.open(facts.name, at: facts.path)
            inode = now
        }
        return CatalogueAnswer(
            catalogue: facts.name,
            fields: try rows(
                keys: (text.map { CanonicalCode.keys(of: $0) } ?? []) + CanonicalCode.keys(of: barcode), limit: 1
            ).first)
    }

    private static func inode(_ path: String) -> UInt64? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}
