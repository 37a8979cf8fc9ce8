// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import ScanStore
internal import Scanning
internal import SettingsStore
internal import StoredFiles
internal import Synchronization
internal import Terminal

/// The scans. Each is looked up, stored on disk and listed before the page gets it.
final class ScanLog: Sendable {
    private struct State {
        let keepsHistory: Bool
        let session: String?
        let catalogue: Catalogue?
        var history: ScanHistory?
        var host: (any StudioHost)?
        var hasComplained = false
        var list: [JSONValue] = []
        var total = 0
        var number = 0
    }

    /// The most entries that the page gets. Older ones are in the history.
    private static let most = 500

    private let state: Mutex<State>

    /// - Throws: if the requested catalogue does not exist.
    init(_ settings: StudioSettings) throws(CommandFailure) {
        let catalogue = try settings.catalogue.map { (name) throws(CommandFailure) in
            let folders = try failing { () throws(StoreError) in try StateFolders() }
            return try failing { () throws(HistoryError) in
                try CatalogueShelf(folder: folders.catalogues).open(name)
            }
        }
        let (keeps, session) = (settings.keepsHistory, settings.session)
        state = Mutex(State(keepsHistory: keeps, session: session, catalogue: catalogue))
    }

    /// Scans go to the host, which looks them up and stores them.
    init(_ host: any StudioHost) {
        state = Mutex(State(keepsHistory: false, session: nil, catalogue: nil, host: host))
    }

    var total: Int { state.withLock { $0.total } }

    /// The list as the page gets it, newest first.
    var json: JSONValue {
        state.withLock { ["total": .integer($0.total), "scans": .array($0.list)] }
    }

    /// Stores a scan. Returns the entry to announce; `nil` if the host's rules do not take it.
    func take(_ scan: ScanEvent.Scan) -> JSONValue? {
        if let host = state.withLock({ $0.host }) {
            // It may wait: not with the lock held.
            guard let kept = host.take(scan) else { return nil }
            return state.withLock { Self.list(kept.json, &$0) }
        }
        return state.withLock { state in
            var scan = scan
            if let catalogue = state.catalogue {
                scan.catalogue = try? catalogue.answer(for: scan.barcode, text: scan.text.text)
            }
            if state.keepsHistory { scan = Self.keep(scan, &state) }
            return Self.list(scan.json, &state)
        }
    }

    /// Ends the session and starts a new list. Returns the number of scans in the old list.
    func done() -> Int {
        state.withLock { state in
            defer { (state.list, state.total) = ([], 0) }
            if let session = state.session, let history = state.history {
                do throws(HistoryError) {
                    try history.endSession(session)
                } catch {
                    Console.note(VisibleText.escape("cannot end session \(session): \(error)"))
                }
            }
            return state.total
        }
    }

    private static func list(_ entry: JSONValue, _ state: inout State) -> JSONValue {
        state.total += 1
        state.number += 1
        let entry = entry.adding([.init("number", .integer(state.number))])
        state.list.insert(entry, at: 0)
        if state.list.count > most { state.list.removeLast() }
        return entry
    }

    private static func keep(_ scan: ScanEvent.Scan, _ state: inout State) -> ScanEvent.Scan {
        var scan = scan
        scan.session = state.session
        do {
            if state.history == nil {
                let history = try ScanHistory(StateFolders().history)
                state.history = history
                if let note = history.note { Console.note(VisibleText.escape(note)) }
                if let session = state.session { _ = try history.beginSession(session) }
            }
            guard let history = state.history else { return scan }
            let kept = try history.keep(scan)
            if let note = kept.note { Console.note(VisibleText.escape(note)) }
            state.hasComplained = false
            return kept.scan
        } catch {
            if !state.hasComplained {
                Console.note(VisibleText.escape("scans are shown but cannot be stored: \(error)"))
            }
            state.hasComplained = true
            scan.session = nil
            return scan
        }
    }
}
