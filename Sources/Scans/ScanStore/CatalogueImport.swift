// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
import Glibc
internal import Output
internal import SQLite
internal import StoredFiles

/// How to turn a table into a catalogue.
package struct CatalogueImport: Sendable {
    /// The column with the codes, by name, or by number from 1; `nil` to find it by its name.
    package var code: String?
    /// The columns to keep, in this order; `nil` for all. The column with the codes is always kept.
    package var columns: [String]?
    /// Whether the first row has the column names; otherwise columns are numbered from 1. JSON always has names.
    package var hasHeader = true
    /// `nil` to go by the file name.
    package var format: TableFormat?

    package init() {}

    /// The result of an import.
    package struct Report: Sendable {
        package var facts: Catalogue.Facts
        /// The number of faulty rows, which were skipped.
        package var faulty = 0
        /// The first faulty row: its line, from 1, and the reason.
        package var firstFault: (line: Int, reason: String)?
        /// Names that some JSON objects have but the first does not. They were skipped.
        package var unknownNames: [String] = []
        /// Whether it replaced a catalogue of the same name.
        package var isReplacement = false
    }

    /// Imports a file. The old catalogue of that name stays until the new one is complete and on disk.
    ///
    /// - Parameters:
    ///   - progress: called now and then with the bytes read and the total, if known. Returns whether to continue.
    package func run(
        _ path: String, name: String, shelf: CatalogueShelf, progress: (Int, Int?) -> Bool = { _, _ in true }
    ) throws(HistoryError) -> Report {
        guard let format = format ?? TableFormat(path: path) else {
            throw HistoryError(
                "cannot import \(path): its name does not show the format; use --format csv, tsv or jsonl")
        }
        let place = try shelf.path(of: name)
        let reader = try TableReader(path)
        do throws(StoreError) { try StoredFile.makeFolders(shelf.folder) } catch { throw HistoryError(error) }
        // One import at a time, so that unfinished files of others can be removed.
        let lock = try FileLock(shelf.folder + "/import.lock")
        defer { lock.release() }
        let draft = try CatalogueDraft(folder: shelf.folder)
        var table = Table(of: self, origin: path, draft: draft)
        do throws(HistoryError) {
            switch format {
            case .csv, .tsv: try readDelimited(reader, format, &table, progress)
            case .jsonLines: try readJSON(reader, &table, progress)
            }
            guard table.rows > 0 else {
                throw HistoryError(
                    "cannot import \(path): " + (table.faultWords ?? "no row has a code"))
            }
            let isReplacement = unsafe access(place, F_OK) == 0
            try draft.finish(
                facts: [
                    ("rows", String(table.rows)), ("code", table.codeName), ("origin", path),
                    ("imported_ms", String(WallTime.now.milliseconds)),
                ], at: place)
            return Report(
                facts: try shelf.open(name).facts, faulty: table.faulty, firstFault: table.firstFault,
                unknownNames: table.unknownNames, isReplacement: isReplacement)
        } catch {
            draft.discard()
            throw error
        }
    }

    private func readDelimited(
        _ reader: TableReader, _ format: TableFormat, _ table: inout Table, _ progress: (Int, Int?) -> Bool
    ) throws(HistoryError) {
        var piece = try reader.next()
        guard !piece.starts(with: [0xff, 0xfe]), !piece.starts(with: [0xfe, 0xff]) else {
            throw HistoryError("cannot import \(table.origin): it is UTF-16; save it as UTF-8")
        }
        var text = DelimitedText(separator: format == .tsv ? 0x09 : CSVSeparator.guess(from: piece))
        while !piece.isEmpty {
            try text.feed(piece) { (row) throws(HistoryError) in try table.take(row) }
            try goOn(progress(reader.done, reader.size), table.origin)
            piece = try reader.next()
        }
        try text.finish { (row) throws(HistoryError) in try table.take(row) }
    }

    private func readJSON(
        _ reader: TableReader, _ table: inout Table, _ progress: (Int, Int?) -> Bool
    ) throws(HistoryError) {
        var text = JSONLinesText()
        while true {
            let piece = try reader.next()
            if piece.isEmpty { break }
            try text.feed(piece) { (line, members) throws(HistoryError) in try table.take(line, members) }
            try goOn(progress(reader.done, reader.size), table.origin)
        }
        try text.finish { (line, members) throws(HistoryError) in try table.take(line, members) }
    }

    private func goOn(_ goesOn: Bool, _ path: String) throws(HistoryError) {
        guard goesOn else { throw HistoryError("importing \(path) was interrupted; nothing was changed") }
    }
}

/// Reads the rows of a table into a draft.
private struct Table {
    let plan: CatalogueImport
    let origin: String
    let draft: CatalogueDraft
    var rows = 0
    var faulty = 0
    var firstFault: (line: Int, reason: String)?
    var unknownNames: [String] = []
    var codeName = ""

    /// Which cells of a row are kept, and which of them is the code; `nil` until the columns are known.
    private var kept: [Int]?
    private var codeCell = 0
    private var width = 0
    /// For JSON: the place of each name's value.
    private var places: [String: Int] = [:]

    init(of plan: CatalogueImport, origin: String, draft: CatalogueDraft) {
        self.plan = plan
        self.origin = origin
        self.draft = draft
    }

    var faultWords: String? { firstFault.map { "line \($0.line): \($0.reason)" } }

    mutating func take(_ row: DelimitedRow) throws(HistoryError) {
        if let fault = row.fault {
            // Without a readable header, the other rows have no meaning.
            guard kept != nil else {
                throw HistoryError("cannot import \(origin): line \(row.line): \(fault.words)")
            }
            return refuse(row.line, fault.words)
        }
        guard let kept else {
            let names = (0..<row.count).map { plan.hasHeader ? row.text($0) : String($0 + 1) }
            try begin(names)
            if !plan.hasHeader { try take(row) }
            return
        }
        // Extra cells mean that a separator is missing its quotes, unless they are empty.
        guard row.count <= width || (width..<row.count).allSatisfy({ row[$0].isEmpty }) else {
            return refuse(row.line, "it has \(row.count) cells, but there are \(width) columns")
        }
        guard codeCell < row.count else { return refuse(row.line, "it has no code") }
        let keys = CanonicalCode.keys(of: row.text(codeCell))
        guard !keys.isEmpty else { return refuse(row.line, "it has no code") }
        try draft.add(keys, kept.map { $0 < row.count ? .utf8(row[$0]) : .text("") })
        rows += 1
    }

    mutating func take(_ line: Int, _ members: JSONLinesText.Line) throws(HistoryError) {
        switch members {
        case .failure(let fault): refuse(line, fault.description)
        case .success(let members):
            if kept == nil {
                var names: [String] = []
                for member in members where !names.contains(member.key) { names.append(member.key) }
                for name in plan.columns ?? [] where !names.contains(name) { names.append(name) }
                if let code = plan.code, !names.contains(code) { names.append(code) }
                try begin(names)
                places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
            }
            var cells = [String](repeating: "", count: width)
            for member in members {
                if let place = places[member.key] {
                    cells[place] = member.value
                } else if !unknownNames.contains(member.key), unknownNames.count < 16 {
                    unknownNames.append(member.key)
                }
            }
            try take(DelimitedRow(line: line, cells: cells))
        }
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        faulty += 1
        if firstFault == nil { firstFault = (line, reason) }
    }

    private mutating func begin(_ names: [String]) throws(HistoryError) {
        let names = names.map(Self.trimmed)
        guard names.count <= CatalogueDraft.mostColumns else {
            throw HistoryError(
                "cannot import \(origin): it has \(names.count) columns, the limit is \(CatalogueDraft.mostColumns); choose "
                    + "columns with --columns")
        }
        width = names.count
        codeCell = try codePlace(names)
        codeName = names[codeCell]
        var kept: [Int] = []
        for wanted in plan.columns ?? names {
            let place = try self.place(of: wanted, in: names)
            if !kept.contains(place) { kept.append(place) }
        }
        if !kept.contains(codeCell) { kept.insert(codeCell, at: 0) }
        self.kept = kept
        try draft.begin(columns: kept.map { names[$0].isEmpty ? String($0 + 1) : names[$0] })
        if codeName.isEmpty { codeName = String(codeCell + 1) }
    }

    /// The default: a column with a usual name for codes, or the only column.
    private func codePlace(_ names: [String]) throws(HistoryError) -> Int {
        if let code = plan.code { return try place(of: code, in: names) }
        for usual in ["code", "barcode", "gtin", "ean", "ean13", "ean-13", "upc", "isbn", "isbn13", "isbn-13"] {
            if let place = names.firstIndex(where: { $0.lowercased() == usual }) { return place }
        }
        if names.count == 1 || !plan.hasHeader { return 0 }
        throw HistoryError(
            "cannot import \(origin): cannot tell which column has the codes; name it with --code. The columns are: "
                + names.joined(separator: ", "))
    }

    /// A column by its exact name, by its name ignoring case, or by its number.
    private func place(of name: String, in names: [String]) throws(HistoryError) -> Int {
        let wanted = Self.trimmed(name)
        if let place = names.firstIndex(of: wanted) { return place }
        if let place = names.firstIndex(where: { $0.lowercased() == wanted.lowercased() }) { return place }
        if let number = Int(wanted), names.indices.contains(number - 1) { return number - 1 }
        throw HistoryError(
            "cannot import \(origin): there is no column \(wanted); the columns are: " + names.joined(separator: ", "))
    }

    private static func trimmed(_ text: String) -> String {
        let characters = Array(text)
        guard let first = characters.firstIndex(where: { !$0.isWhitespace }),
            let last = characters.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(characters[first...last])
    }
}
