// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Barcodes
internal import Frames
internal import Output
internal import Scanning
package import ScanStore
internal import SettingsStore
internal import StoredFiles
internal import Terminal

struct CatalogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "Manage catalogues, in which scanned codes are looked up.",
        discussion: """
            A catalogue is imported from a table: comma- or tab-separated values, or JSON Lines. The forms of one number \
            are equal: UPC-A, UPC-E, EAN-8, EAN-13, GTIN-14, ISBN-10 and ISBN-13.

            Examples:
              candela catalog import articles.csv --name shop --code ean
              candela catalog lookup 4006381333931
              candela scan --catalog shop
            """,
        subcommands: [
            CatalogImportCommand.self, CatalogLookupCommand.self, CatalogStatusCommand.self, CatalogDeleteCommand.self,
        ])
}

/// The catalogues of this user.
enum UserCatalogues {
    static func shelf() throws(CommandFailure) -> CatalogueShelf {
        CatalogueShelf(folder: try failing { () throws(StoreError) in try StateFolders() }.catalogues)
    }
}

struct CatalogImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Create or replace a catalogue from a table.",
        discussion: """
            The first row holds the column names. The codes are in the column called code, barcode, gtin, ean, upc or \
            isbn, unless --code names another. Invalid rows are skipped; their number and the first of them are reported. \
            An existing catalogue of this name stays in use until the import is complete.

            Examples:
              candela catalog import articles.csv --name shop
              candela catalog import books.tsv --name library --code ISBN --columns title,author,shelf
            """)

    @Argument(help: ArgumentHelp("The table, in UTF-8.", valueName: "file")) var file: String
    @Option(name: [.short, .long], help: ArgumentHelp("Set the catalogue's name.", valueName: "name")) var name: String
    @Option(help: ArgumentHelp("Set the column with the codes: its name, or its number from 1.", valueName: "column"))
    var code: String?
    @Option(
        help: ArgumentHelp("Import only these columns, separated by commas. Default: all.", valueName: "list"))
    var columns: String?
    @Option(
        help: ArgumentHelp("Set the file format: csv, tsv or jsonl. Default: by the file name.", valueName: "format"))
    var format: TableFormat?
    @Flag(help: "Treat the first row as data. Columns are then named by number, from 1.") var noHeader = false
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        Interruption.install()
        var plan = CatalogueImport()
        plan.code = code
        plan.columns = columns.map { $0.split(separator: ",").map(String.init) }
        plan.hasHeader = !noHeader
        plan.format = format
        let shelf = try UserCatalogues.shelf()
        let began = FrameTimestamp.now
        var bar: ProgressBar?
        var shown = 0
        // The bar counts percent of the file.
        let report = try failing { () throws(HistoryError) in
            try plan.run(file, name: name, shelf: shelf) { done, size in
                if bar == nil, size != nil { bar = ProgressBar(total: 100, title: "% of \(VisibleText.escape(file))") }
                let hundredths = size.map { $0 > 0 ? done * 100 / $0 : 100 } ?? 0
                while shown < hundredths {
                    bar?.advance()
                    shown += 1
                }
                return Interruption.received == nil
            }
        }
        bar?.finish()
        let seconds = FrameTimestamp.now.since(began).milliseconds / 1000
        if json { return try Console.print(Self.report(report, seconds).text) }
        let facts = report.facts
        try Console.print(
            "\(VisibleText.escape(facts.name)): \(SessionReport.count(facts.rows, "row")) "
                + "imported in \(JSONValue.fixed(seconds, decimals: 1) ?? "?") s"
                + "\(report.isReplacement ? ", replacing the old rows" : ""), "
                + "codes from column \(VisibleText.escape(facts.codeColumn))"
        )
        if let fault = report.firstFault {
            Console.note(
                VisibleText.escape(
                    "\(SessionReport.count(report.faulty, "row")) skipped; the first is line \(fault.line): \(fault.reason)"
                ))
        }
        if facts.duplicates > 0 {
            Console.note(
                "\(SessionReport.count(facts.duplicates, "row")) with the code of an earlier row; a scan shows the first row"
            )
        }
        if !report.unknownNames.isEmpty {
            Console.note(
                VisibleText.escape(
                    "skipped names that the first object does not have: \(report.unknownNames.joined(separator: ", "))"
                ))
        }
        if report.faulty > 0 { throw CommandFailure(status: .found) }
    }

    private static func report(_ report: CatalogueImport.Report, _ seconds: Double) -> JSONValue {
        var members: [JSONValue.Member] = [.init("schema", "candela.catalog-import/1")]
        members += CatalogStatusCommand.members(report.facts)
        members += [
            .init("replaced", .bool(report.isReplacement)), .init("rows_left_out", .integer(report.faulty)),
            .init("first_left_out_line", report.firstFault.map { .integer($0.line) } ?? .null),
            .init("first_left_out_reason", report.firstFault.map { .string($0.reason) } ?? .null),
            .init("unknown_columns", .array(report.unknownNames.map { .string($0) })),
            .init("duration_s", .number(seconds, decimals: 2)),
        ]
        return .object(members)
    }
}

extension TableFormat: ExpressibleByArgument {
    package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

struct CatalogLookupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "Look up a code in all catalogues, or in one.",
        discussion: """
            Example:
              candela catalog lookup 978-0-306-40615-7 --name library
            """)

    @Argument(help: ArgumentHelp("The code, in any form.", valueName: "code")) var code: String
    @Option(name: [.short, .long], help: ArgumentHelp("Search only this catalogue.", valueName: "name"))
    var name: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let shelf = try UserCatalogues.shelf()
        let keys = CanonicalCode.keys(of: code)
        var found: [CatalogueAnswer] = []
        let names = try name.map { [$0] } ?? failing { () throws(HistoryError) in try shelf.names() }
        for name in names {
            let rows = try failing { () throws(HistoryError) in try shelf.open(name).rows(keys: keys) }
            found += rows.map { CatalogueAnswer(catalogue: name, fields: $0) }
        }
        if json {
            let report: JSONValue = [
                "schema": "candela.catalog-lookup/1", "code": .string(code),
                "keys": .array(keys.map { .string($0) }), "rows": .array(found.map(\.json)),
            ]
            try Console.print(report.text)
        }
        guard !found.isEmpty else {
            if !json {
                Console.note(
                    VisibleText.escape(
                        names.isEmpty
                            ? "there is no catalogue; create one: candela catalog import FILE --name NAME"
                            : "\(code) is not in \(names.joined(separator: ", "))"))
            }
            throw CommandFailure(status: .found)
        }
        guard !json else { return }
        for answer in found {
            if names.count > 1 { try Console.print(Console.bold(VisibleText.escape(answer.catalogue))) }
            let fields = answer.fields ?? []
            let width = fields.map { VisibleText.escape($0.column).count }.max() ?? 0
            for field in fields where !field.value.isEmpty {
                let column = VisibleText.escape(field.column)
                let gap = String(repeating: " ", count: width - column.count)
                try Console.print("  " + Console.dim(column) + gap + "  " + VisibleText.escape(field.value))
            }
        }
    }
}

struct CatalogStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "List the catalogues with rows, size, import time and source.",
        discussion: """
            Example:
              candela catalog status
            """)

    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let shelf = try UserCatalogues.shelf()
        var catalogues: [Catalogue.Facts] = []
        var hasFailed = false
        for name in try failing({ () throws(HistoryError) in try shelf.names() }) {
            do throws(HistoryError) {
                catalogues.append(try shelf.open(name).facts)
            } catch {
                hasFailed = true
                Console.note(VisibleText.escape("\(error)"))
            }
        }
        if json {
            let list = catalogues.map { JSONValue.object(Self.members($0)) }
            let report: JSONValue = ["schema": "candela.catalogs/1", "catalogs": .array(list)]
            try Console.print(report.text)
        } else if catalogues.isEmpty, !hasFailed {
            try Console.print("No catalogue yet. Create one: candela catalog import FILE --name NAME")
        }
        for facts in catalogues where !json {
            try Console.print(
                Console.bold(VisibleText.escape(facts.name))
                    + "  \(SessionReport.count(facts.rows, "row")), \(Self.size(facts.size)), "
                    + "imported \(LocalTime.text(facts.imported)) from \(VisibleText.escape(facts.origin))")
            let columns = facts.columns.map { $0 == facts.codeColumn ? "\($0) (the code)" : $0 }
            try Console.print("  columns: " + VisibleText.escape(columns.joined(separator: ", ")))
        }
        if hasFailed { throw CommandFailure(status: .found) }
    }

    private static func size(_ bytes: Int) -> String {
        let (value, unit) = bytes < 1_000_000 ? (Double(bytes) / 1e3, "kB") : (Double(bytes) / 1e6, "MB")
        return (JSONValue.fixed(value, decimals: value < 10 ? 1 : 0) ?? "?") + " " + unit
    }

    static func members(_ facts: Catalogue.Facts) -> [JSONValue.Member] {
        [
            .init("name", .string(facts.name)), .init("path", .string(facts.path)),
            .init("rows", .integer(facts.rows)), .init("duplicates", .integer(facts.duplicates)),
            .init("columns", .array(facts.columns.map { .string($0) })),
            .init("code_column", .string(facts.codeColumn)),
            .init("imported", .string(facts.imported.text)), .init("origin", .string(facts.origin)),
            .init("size_bytes", .integer(facts.size)),
        ]
    }
}

struct CatalogDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a catalogue.",
        discussion: """
            Asks for confirmation, unless --yes is given.

            Example:
              candela catalog delete shop
            """)

    @Argument(help: ArgumentHelp("The catalogue's name.", valueName: "name")) var name: String
    @Flag(name: [.short, .long], help: "Delete without asking.") var yes = false

    func run() throws {
        let shelf = try UserCatalogues.shelf()
        let names = try failing { () throws(HistoryError) in try shelf.names() }
        guard names.contains(name) else {
            throw CommandFailure(
                VisibleText.escape(
                    "cannot delete the catalogue \(name): it does not exist; "
                        + (names.isEmpty ? "there are no catalogues" : "name one of: \(names.joined(separator: ", "))")))
        }
        if !yes, try !Question.ask("Delete the catalogue \(VisibleText.escape(name))?") {
            Console.note("nothing was deleted")
            throw CommandFailure(status: .found)
        }
        _ = try failing { () throws(HistoryError) in try shelf.delete(name) }
        try Console.print("deleted \(VisibleText.escape(name))")
    }
}
