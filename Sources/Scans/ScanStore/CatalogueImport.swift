// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
import Glibc
internal import Output
internal import SQLite
internal import StoredFiles

/// How a table becomes a catalogue.
public struct CatalogueImport: Sendable {
    /// The column with the codes, by its name, or its number from 1; `nil`: the one that is called so.
    public var code: String?
    /// The columns that are kept, in this order; `nil`: all. The code's is kept in any case.
    public var columns: [String]?
    /// Whether the first row names the columns; else they are numbered from 1. JSON names them in any case.
    public var hasHeader = true
    /// `nil`: by the file's name.
    public var format: TableFormat?

    public init() {}

    /// What became of it.
    public struct Report: Sendable {
        public var facts: Catalogue.Facts
        /// Rows that were left out.
        public var faulty = 0
        /// The first of them: its line, from 1, and what is wrong.
        public var firstFault: (line: Int, reason: String)?
        /// Names that objects of JSON have and the first has not: they were left out.
        public var unknownNames: [String] = []
        /// Whether one of that name was there before.
        public var isReplacement = false
    }

    /// Imports a file. The catalogue that has the name stays until the new one is whole and on disk.
    ///
    /// - Parameters:
    ///   - progress: called now and then with the bytes done and those there are, where that is known; returns whether to
    ///     go on.
    public func run(
        _ path: String, name: String, shelf: CatalogueShelf, progress: (Int, Int?) -> Bool = { _, _ in true }
    ) throws(HistoryError) -> Report {
        guard let format = format ?? TableFormat(path: path) else {
            throw HistoryError(
                "cannot import \(path): its name does not tell what it is; say so with --format csv, tsv or jsonl")
        }
        let place = try shelf.path(of: name)
        let reader = try TableReader(path)
        do throws(StoreError) { try StoredFile.makeFolders(shelf.folder) } catch { throw HistoryError(error) }
        // One at a time: what another left unfinished can then be taken away.
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
                    "cannot import \(path): " + (table.faultWords ?? "no row of it has a code"))
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
        guard goesOn else { throw HistoryError("importing \(path) was broken off; nothing was changed") }
    }
}

/// The rows of a table on their way into a draft.
private struct Table {
    let plan: CatalogueImport
    let origin: String
    let draft: CatalogueDraft
    var rows = 0
    var faulty = 0
    var firstFault: (line: Int, reason: String)?
    var unknownNames: [String] = []
    var codeName = ""

    /// Which cells of a row are kept, and which of those has the code; `nil` before the columns are known.
    private var kept: [Int]?
    private var codeCell = 0
    private var width = 0
    /// For JSON: where a name's value goes.
    private var places: [String: Int] = [:]

    init(of plan: CatalogueImport, origin: String, draft: CatalogueDraft) {
        self.plan = plan
        self.origin = origin
        self.draft = draft
    }

    var faultWords: String? { firstFault.map { "line \($0.line): \($0.reason)" } }

    mutating func take(_ row: DelimitedRow) throws(HistoryError) {
        if let fault = row.fault {
            // Without a header that can be read nothing after it means anything.
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
        // Cells beyond the last column are a separator that should have been between quotes, unless they are empty.
        guard row.count <= width || (width..<row.count).allSatisfy({ row[$0].isEmpty }) else {
            return refuse(row.line, "it has \(row.count) cells, and there are \(width) columns")
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
                "cannot import \(origin): it has \(names.count) columns, and a catalogue has \(CatalogueDraft.mostColumns) at "
                    + "most; name those that matter with --columns")
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

    /// Without being told: a column that is called what codes are called; else the only one.
    private func codePlace(_ names: [String]) throws(HistoryError) -> Int {
        if let code = plan.code { return try place(of: code, in: names) }
        for usual in ["code", "barcode", "gtin", "ean", "ean13", "ean-13", "upc", "isbn", "isbn13", "isbn-13"] {
            if let place = names.firstIndex(where: { $0.lowercased() == usual }) { return place }
        }
        if names.count == 1 || !plan.hasHeader { return 0 }
        throw HistoryError(
            "cannot import \(origin): it does not tell which column has the codes; name it with --code. There are: "
                + names.joined(separator: ", "))
    }

    /// A column by its name, then without regard to capitals, then by its number.
    private func place(of name: String, in names: [String]) throws(HistoryError) -> Int {
        let wanted = Self.trimmed(name)
        if let place = names.firstIndex(of: wanted) { return place }
        if let place = names.firstIndex(where: { $0.lowercased() == wanted.lowercased() }) { return place }
        if let number = Int(wanted), names.indices.contains(number - 1) { return number - 1 }
        throw HistoryError(
            "cannot import \(origin): there is no column \(wanted); there are: " + names.joined(separator: ", "))
    }

    private static func trimmed(_ text: String) -> String {
        let characters = Array(text)
        guard let first = characters.firstIndex(where: { !$0.isWhitespace }),
            let last = characters.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(characters[first...last])
    }
}
