// SPDX-License-Identifier: Apache-2.0

internal import Hooks
internal import Output
internal import Scanning
internal import ScanStore
internal import StoredFiles
internal import Terminal

extension KeepingOptions {
    /// What saves and looks up the scans of a run, and prints what users should know of it.
    ///
    /// - Throws: when the requested catalogue cannot be opened.
    ///
    /// - Parameter onTrouble: receives why scans are not saved, and `nil` when they are saved again.
    func keeper(
        hooks: HookRun?, isDryRun: Bool, isJSON: Bool, isVerbose: Bool,
        onTrouble: @escaping @Sendable (String?) -> Void = { _ in }
    ) throws(CommandFailure) -> sending ScanKeeper {
        let catalogue = try catalog.map { (name) throws(CommandFailure) in
            let folders = try failing { () throws(StoreError) in try StateFolders() }
            return try failing { () throws(HistoryError) in
                try CatalogueShelf(folder: folders.catalogues).open(name)
            }
        }
        let plan = KeepingPlan(history: history, session: session, keep: keep?.duration, isDryRun: isDryRun)
        return ScanKeeper(
            plan, catalogue: catalogue, hooks: hooks, openHistory: { try ScanHistory(StateFolders().history) },
            report: { report in
                if case .saving(let trouble) = report { onTrouble(trouble) }
                Self.say(report, isJSON: isJSON, isVerbose: isVerbose)
            })
    }

    private static func say(_ report: KeepingReport, isJSON: Bool, isVerbose: Bool) {
        switch report {
        case .note(let text): Console.note(VisibleText.escape(text))
        case .saving(let trouble): if let trouble { Console.note(VisibleText.escape(trouble)) }
        case .deleted(let count, let oldest):
            if isVerbose { Console.note("deleted \(count) scans from before \(LocalTime.text(oldest))") }
        case .session(let name, let state, let summary):
            if isJSON {
                try? Console.print(SessionReport.event(name, state.rawValue, summary).text)
            } else if state != .begun {
                let sofar = state == .resumed ? "resumed; so far" : "done"
                Console.note("session \(VisibleText.escape(name)) \(sofar): \(SessionReport.words(summary))")
            }
        }
    }
}
