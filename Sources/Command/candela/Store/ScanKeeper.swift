// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Hooks
internal import Output
internal import Scanning
internal import ScanStore
internal import SettingsStore
internal import StoredFiles
internal import Terminal

/// Looks up each scan of a run and saves it before it is printed.
///
/// If a scan cannot be saved, that is reported once and scanning continues; each later scan retries. One thread at a time.
final class ScanKeeper {
    private let options: KeepingOptions
    private let isJSON: Bool
    private let isVerbose: Bool
    private let catalogue: Catalogue?
    /// The hooks, if any. They are fed from the history, or from memory if there is none.
    private let hooks: HookRun?
    /// Whether nothing is saved, because nothing is sent.
    private let isDryRun: Bool
    private var history: ScanHistory?
    private var hasBegun = false
    private var nextForgetting = FrameTimestamp.now
    /// Scans that were printed without being saved.
    private(set) var lost = 0
    private var hasComplained = false
    private var hasComplainedOfCatalogue = false
    private var hasComplainedOfRoom = false

    /// - Throws: when the requested catalogue cannot be opened.
    init(
        _ options: KeepingOptions, hooks: HookRun?, isDryRun: Bool, isJSON: Bool, isVerbose: Bool
    ) throws(CommandFailure) {
        self.options = options
        self.hooks = hooks
        self.isDryRun = isDryRun
        self.isJSON = isJSON
        self.isVerbose = isVerbose
        catalogue = try options.catalog.map { (name) throws(CommandFailure) in
            let folders = try failing { () throws(StoreError) in try StateFolders() }
            return try failing { () throws(HistoryError) in
                try CatalogueShelf(folder: folders.catalogues).open(name)
            }
        }
    }

    /// Whether a scan was not saved although the user requested the history.
    var hasFailed: Bool { options.isAsked && lost > 0 }

    /// Opens the history before the first scan, so that a failure is reported early.
    func begin(ofPictures: Bool) {
        defer { hooks?.begin(history) }
        guard isKeeping(ofPictures: ofPictures), !hasBegun else { return }
        hasBegun = true
        do {
            try open()
        } catch {
            complain("\(error)")
        }
    }

    /// The scan as it is printed: looked up, and saved with its id and session.
    func keep(_ scan: ScanEvent.Scan) -> ScanEvent.Scan {
        var scan = scan
        scan.catalogue = lookUp(scan)
        // Only cameras and streams have an identity.
        guard isKeeping(ofPictures: scan.camera == nil && scan.barcode.reader != TypedCode.reader) else {
            return passOn(notKept: scan)
        }
        scan.session = options.session
        do {
            if history == nil {
                try open()
                hooks?.begin(history)
            }
            guard let history else { return scan }
            let kept = try history.keep(scan, for: hooks?.names ?? [])
            if let note = kept.note { Console.note(VisibleText.escape(note)) }
            if hasComplained { Console.note("scans are saved again; \(lost) of this run are not in the history") }
            hasComplained = false
            hooks?.passOn(kept: kept.scan)
            forgetOld()
            return kept.scan
        } catch {
            lost += 1
            complain("\(error)")
            scan.session = nil
            return passOn(notKept: scan)
        }
    }

    /// Delivers from memory: the scan arrives, or is lost at the end of the run.
    private func passOn(notKept scan: ScanEvent.Scan) -> ScanEvent.Scan {
        guard let hooks else { return scan }
        let (scan, lost) = hooks.passOn(notKept: scan)
        if lost > 0, !hasComplainedOfRoom {
            Console.note("too many scans are waiting in memory for delivery; later scans are not delivered")
            hasComplainedOfRoom = true
        }
        return scan
    }

    /// Ends the session, and prints its summary.
    func end() {
        if lost > 0 {
            Console.note("\(lost) scan\(lost == 1 ? " of this run is" : "s of this run are") not in the history")
        }
        guard hasBegun, let history, let session = options.session else { return }
        do throws(HistoryError) {
            try history.endSession(session)
            let summary = try history.summary(HistoryFilter(session: session))
            if isJSON {
                try? Console.print(SessionReport.event(session, "done", summary).text)
            } else {
                Console.note("session \(VisibleText.escape(session)) done: \(SessionReport.words(summary))")
            }
        } catch {
            Console.note(VisibleText.escape("cannot end session \(session): \(error)"))
        }
    }

    private func isKeeping(ofPictures: Bool) -> Bool {
        if isDryRun { return false }
        // A scan for a hook must not be lost, whatever its source.
        return options.history ?? (!ofPictures || options.session != nil || hooks != nil)
    }

    private func open() throws {
        let history = try ScanHistory(StateFolders().history)
        self.history = history
        if let note = history.note { Console.note(VisibleText.escape(note)) }
        forgetOld()
        guard let name = options.session, let session = try history.beginSession(name) else { return }
        let summary = try history.summary(HistoryFilter(session: name))
        if isJSON {
            let state = session.timesResumed > 0 ? "resumed" : "begun"
            try? Console.print(SessionReport.event(name, state, summary).text)
        } else if session.timesResumed > 0 {
            Console.note("session \(VisibleText.escape(name)) resumed; so far: \(SessionReport.words(summary))")
        }
    }

    /// Deletes scans older than `--keep`, at the start and once an hour.
    private func forgetOld() {
        guard let history, let span = options.keep?.duration, nextForgetting <= .now else { return }
        nextForgetting = .now + .seconds(3600)
        let oldest = WallTime(milliseconds: WallTime.now.milliseconds - span.components.seconds * 1000)
        do throws(HistoryError) {
            let count = try history.forget(before: oldest)
            if isVerbose, count > 0 { Console.note("deleted \(count) scans from before \(LocalTime.text(oldest))") }
        } catch {
            Console.note(VisibleText.escape("cannot delete old scans: \(error)"))
        }
    }

    private func lookUp(_ scan: ScanEvent.Scan) -> CatalogueAnswer? {
        guard let catalogue else { return nil }
        do throws(HistoryError) {
            return try catalogue.answer(for: scan.barcode, text: scan.text.text)
        } catch {
            if !hasComplainedOfCatalogue { Console.note(VisibleText.escape("\(error)")) }
            hasComplainedOfCatalogue = true
            return nil
        }
    }

    private func complain(_ reason: String) {
        guard !hasComplained else { return }
        hasComplained = true
        let asked = options.isAsked ? "" : ". To scan without a history, use --no-history"
        Console.note(VisibleText.escape("scans are printed but not saved: \(reason)") + asked)
    }
}
