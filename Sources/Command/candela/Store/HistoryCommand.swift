// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import Output
internal import Scanning
internal import ScanStore
internal import SettingsStore
internal import StoredFiles
internal import Terminal

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List, count, export and delete scans.",
        discussion: """
            candela scan saves each code in the history before it prints it. The options select scans; a scan must match \
            all of them. A moment is 2026-11-21, 2026-11-21T14:30, 14:30, today, yesterday, or a time ago (2h, 30d).

            Examples:
              candela history --since today
              candela history --session stock --count
              candela history --csv > scans.csv
              candela history delete --until 90d
            """,
        subcommands: [
            HistoryListCommand.self, HistoryDeleteCommand.self, HistorySessionsCommand.self,
            HistoryWaitingCommand.self, HistoryDeliverCommand.self,
        ],
        defaultSubcommand: HistoryListCommand.self)
}

/// The options that select scans.
struct HistoryFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Select scans at or after this moment.", valueName: "moment")) var since: Moment?
    @Option(help: ArgumentHelp("Select scans before this moment.", valueName: "moment")) var until: Moment?
    @Option(
        name: [.customShort("s"), .long],
        help: ArgumentHelp("Select scans of these symbologies or groups, as in candela scan.", valueName: "list"))
    var symbology: String?
    @Option(help: ArgumentHelp("Select scans of this session.", valueName: "name")) var session: String?
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Select scans whose camera or source name contains this text.", valueName: "text"))
    var camera: String?

    func filter() throws(CommandFailure) -> HistoryFilter {
        let symbologies = try symbology.map { (list) throws(CommandFailure) in
            try failing { () throws(SymbologySelection.UnknownName) in try SymbologySelection.parse(list) }
        }
        return HistoryFilter(
            since: since?.time, until: until?.time, symbologies: symbologies, session: session, camera: camera)
    }
}

/// Opens this user's history.
enum OpenHistory {
    /// - Parameter isOnlyRead: opens the history read-only, so the file need not be writable.
    /// - Returns: `nil` if no history exists.
    static func ofUser(isOnlyRead: Bool = false) throws(CommandFailure) -> ScanHistory? {
        let folders = try failing { () throws(StoreError) in try StateFolders() }
        let history = try failing { () throws(HistoryError) in
            try ScanHistory.existing(folders.history, isOnlyRead: isOnlyRead)
        }
        if let note = history?.note { Console.note(VisibleText.escape(note)) }
        return history
    }
}

struct HistoryListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List scans, newest first.",
        discussion: """
            Examples:
              candela history list --since today --symbology ean
              candela history list --json --limit 10
            """)

    @OptionGroup(title: "Which scans") var which: HistoryFilterOptions
    @Option(help: ArgumentHelp("List at most this many scans. Default: 100 on a terminal, else all.", valueName: "number"))
    var limit: Int?
    @Flag(help: "Count scans by symbology instead of listing them.") var count = false
    @Flag(help: "Print JSON Lines, one object per scan; with --count one object.") var json = false
    @Flag(help: "Print comma-separated values, with formulas made harmless for spreadsheets.") var csv = false

    func validate() throws {
        if json, csv { throw ValidationError("cannot print both --json and --csv: choose one") }
        if count, csv { throw ValidationError("cannot use --count with --csv: choose one") }
        if let limit, limit < 1 { throw ValidationError("cannot list \(limit) scans: --limit must be 1 or more") }
    }

    func run() throws {
        let filter = try which.filter()
        let history = try OpenHistory.ofUser(isOnlyRead: true)
        if count { return try printCount(history, filter) }
        if csv { try Console.print(HistoryTable.header) }
        let limit = limit ?? (Console.outputIsTerminal && !json && !csv ? 100 : nil)
        var printed = 0
        var failure: CommandFailure?
        let table = HistoryTable()
        if let history {
            try failing { () throws(HistoryError) in
                try history.scans(filter, limit: limit) { scan in
                    do throws(CommandFailure) {
                        try Console.print(json ? scan.json.text : csv ? HistoryTable.row(scan) : table.line(scan))
                        printed += 1
                        return true
                    } catch {
                        failure = error
                        return false
                    }
                }
            }
        }
        if let failure { throw failure }
        if printed == 0 {
            if !json, !csv { Console.note(HistoryWords.nothing(filter)) }
            throw CommandFailure(status: .found)
        }
        if self.limit == nil, printed == limit {
            Console.note("only the newest \(printed) scans are listed; use --limit for more")
        }
    }

    private func printCount(_ history: ScanHistory?, _ filter: HistoryFilter) throws {
        let summary = try history.map { (history) throws(CommandFailure) in
            try failing { () throws(HistoryError) in try history.summary(filter) }
        }
        guard !json else {
            let members = SessionReport.members(summary ?? HistorySummary())
            try Console.print(JSONValue.object([.init("schema", "candela.history-count/1")] + members).text)
            if summary?.scans ?? 0 == 0 { throw CommandFailure(status: .found) }
            return
        }
        guard let summary, summary.scans > 0, let first = summary.first, let last = summary.last else {
            try Console.print("no scans")
            throw CommandFailure(status: .found)
        }
        try Console.print(
            "\(SessionReport.count(summary.scans, "scan")) of \(SessionReport.count(summary.codes, "code")), from "
                + "\(LocalTime.text(first)) to \(LocalTime.text(last))")
        let width = summary.bySymbology.map { $0.symbology.rawValue.count }.max() ?? 0
        for line in summary.bySymbology {
            let gap = String(repeating: " ", count: width - line.symbology.rawValue.count)
            try Console.print("  \(line.symbology.rawValue)\(gap)  \(line.scans)")
        }
    }
}

struct HistoryDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete scans from the history.",
        discussion: """
            Select scans with options, or all scans with --all. Asks for confirmation, unless --yes is given. Deleted \
            scans are overwritten in the file.

            Examples:
              candela history delete --until 90d
              candela history delete --session trial --yes
            """)

    @OptionGroup(title: "Which scans") var which: HistoryFilterOptions
    @Flag(help: "Delete every scan.") var all = false
    @Flag(name: [.short, .long], help: "Delete without asking.") var yes = false

    func run() throws {
        let filter = try which.filter()
        guard filter.isEverything == all else {
            throw CommandFailure(
                all
                    ? "cannot use --all with other options that select scans: remove --all, or the others"
                    : "cannot delete scans: none are selected; select some (--until 90d), or use --all")
        }
        guard let history = try OpenHistory.ofUser() else {
            Console.note(HistoryWords.nothing(filter))
            throw CommandFailure(status: .found)
        }
        let (summary, waiting) = try failing { () throws(HistoryError) in
            (try history.summary(filter), try history.undelivered(filter))
        }
        guard summary.scans > 0 else {
            Console.note(HistoryWords.nothing(filter))
            throw CommandFailure(status: .found)
        }
        let unsent = waiting > 0 ? "; \(waiting) of them were not delivered yet" : ""
        if !yes {
            guard try Question.ask("Delete \(SessionReport.words(summary))\(unsent)?") else {
                Console.note("nothing was deleted")
                throw CommandFailure(status: .found)
            }
        }
        let count = try failing { () throws(HistoryError) in try history.delete(filter) }
        try Console.print("deleted \(SessionReport.count(count, "scan"))\(unsent)")
    }
}

struct HistorySessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List the sessions, newest first.",
        discussion: """
            Example:
              candela history sessions
            """)

    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let history = try OpenHistory.ofUser(isOnlyRead: true)
        let sessions = try history.map { (history) throws(CommandFailure) in
            try failing { () throws(HistoryError) in try history.sessions() }
        }
        guard !json else {
            let list = (sessions ?? []).map { session -> JSONValue in
                [
                    "session": .string(session.name), "begun": .string(session.begun.text),
                    "ended": session.ended.map { .string($0.text) } ?? .null,
                    "times_resumed": .integer(session.timesResumed), "scans": .integer(session.scans),
                ]
            }
            let report: JSONValue = ["schema": "candela.sessions/1", "sessions": .array(list)]
            return try Console.print(report.text)
        }
        guard let sessions, !sessions.isEmpty else {
            return try Console.print("No session yet. Start one: candela scan --session NAME")
        }
        for session in sessions {
            let end = session.ended.map { "to " + LocalTime.text($0) } ?? "not ended"
            let resumed =
                session.timesResumed > 0
                ? ", resumed \(session.timesResumed) time\(session.timesResumed == 1 ? "" : "s")" : ""
            try Console.print(
                Console.bold(VisibleText.escape(session.name))
                    + "  \(SessionReport.count(session.scans, "scan")), from "
                    + "\(LocalTime.text(session.begun)) \(end)\(resumed)")
        }
    }
}

enum HistoryWords {
    static func nothing(_ filter: HistoryFilter) -> String {
        filter.isEverything
            ? "the history is empty; candela scan fills it" : "no scan in the history matches these options"
    }
}
