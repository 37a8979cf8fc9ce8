// SPDX-License-Identifier: Apache-2.0

public import CandelaReading
internal import ScanStore
internal import Scanning
internal import StoredFiles

/// A table in which codes are looked up: what `candela catalog import` makes of a CSV file.
public final class Catalogue {
    private let catalogue: ScanStore.Catalogue

    /// One cell of a row.
    public struct Field: Hashable, Sendable {
        /// The name of its column.
        public let column: String
        /// Its text.
        public let value: String
    }

    /// Opens a catalogue of this user.
    ///
    /// - Parameter name: its name.
    public init(named name: String) throws(HistoryError) {
        let shelf = CatalogueShelf(folder: try History.folders().catalogues)
        catalogue = try failing { () throws(ScanStore.HistoryError) in try shelf.open(name) }
    }

    /// The names of the catalogues of this user.
    ///
    /// - Returns: the names, sorted.
    public static func names() throws(HistoryError) -> [String] {
        let shelf = CatalogueShelf(folder: try History.folders().catalogues)
        return try failing { () throws(ScanStore.HistoryError) in try shelf.names() }
    }

    /// Makes a catalogue of a file, or replaces one.
    ///
    /// - Parameters:
    ///   - path: a file whose name ends in `.csv`, `.tsv` or `.jsonl`, with the names of the columns in its first row.
    ///   - name: the name of the catalogue.
    ///   - column: the column with the codes; `nil` to find it by its name.
    /// - Returns: how many rows it has.
    @discardableResult
    public static func importTable(
        _ path: String, as name: String, codesIn column: String? = nil
    ) throws(HistoryError) -> Int {
        let shelf = CatalogueShelf(folder: try History.folders().catalogues)
        var work = CatalogueImport()
        work.code = column
        return try failing { () throws(ScanStore.HistoryError) in try work.run(path, name: name, shelf: shelf) }.facts
            .rows
    }

    /// Looks a code up: by its text, and by the other forms of its number.
    ///
    /// - Parameter barcode: the code.
    /// - Returns: the row in the order of its columns; `nil` if there is none.
    public func row(for barcode: Barcode) throws(HistoryError) -> [Field]? {
        let answer = try failing { () throws(ScanStore.HistoryError) in try catalogue.answer(for: barcode.inner) }
        return answer.fields?.map { Field(column: $0.column, value: $0.value) }
    }
}
