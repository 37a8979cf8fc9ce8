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

/// Has each scan of a run looked up and on disk before it is announced.
///
/// Where it cannot be kept, that is said once, scanning goes on, and each scan tries anew. One thread at a time.
final class ScanKeeper {
    private let options: KeepingOptions
    private let isJSON: Bool
    private let isVerbose: Bool
    private let catalogue: Catalogue?
    /// What scans are passed on to, if anything; fed from the history, or from memory where there is none.
    private let hooks: HookRun?
    /// Nothing is kept, as nothing is sent.
    private let isDryRun: Bool
    private var history: ScanHistory?
    private var hasBegun = false
    private var nextForgetting = FrameTimestamp.now
    /// Scans that were announced without being kept.
    private(set) var lost = 0
    private var hasComplained = false
    private var hasComplainedOfCatalogue = false
    private var hasComplainedOfRoom = false

    /// - Throws: when the catalogue that was asked for is not there.
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

    /// Whether a scan that was to be kept by the user's word was not.
    var hasFailed: Bool { options.isAsked && lost > 0 }

    /// Opens the history before the first scan is there, so that it is known beforehand when nothing will be kept.
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

    /// The scan as it is to be announced: looked up, and on disk with its name.
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
            if hasComplained { Console.note("scans are kept again; \(lost) of this run are not") }
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

    /// From memory: it arrives, or is lost at the end of the run.
    private func passOn(notKept scan: ScanEvent.Scan) -> ScanEvent.Scan {
        guard let hooks else { return scan }
        let (scan, lost) = hooks.passOn(notKept: scan)
        if lost > 0, !hasComplainedOfRoom {
            Console.note("too many scans wait in memory to be passed on; later ones are not")
            hasComplainedOfRoom = true
        }
        return scan
    }

    /// Ends the session, and says what it holds.
    func end() {
        if lost > 0 {
            Console.note("\(lost) scan\(lost == 1 ? " of this run is" : "s of this run are") not kept in the history")
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
            Console.note(VisibleText.escape("session \(session) is not ended: \(error)"))
        }
    }

    private func isKeeping(ofPictures: Bool) -> Bool {
        if isDryRun { return false }
        // What is to be passed on must not be lost, whatever it was read from.
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
            Console.note("session \(VisibleText.escape(name)) goes on; so far: \(SessionReport.words(summary))")
        }
    }

    /// Takes away what is older than `--keep`, at the beginning and once an hour.
    private func forgetOld() {
        guard let history, let span = options.keep?.duration, nextForgetting <= .now else { return }
        nextForgetting = .now + .seconds(3600)
        let oldest = WallTime(milliseconds: WallTime.now.milliseconds - span.components.seconds * 1000)
        do throws(HistoryError) {
            let count = try history.forget(before: oldest)
            if isVerbose, count > 0 { Console.note("\(count) scans from before \(LocalTime.text(oldest)) are deleted") }
        } catch {
            Console.note(VisibleText.escape("old scans are not deleted: \(error)"))
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
        let asked = options.isAsked ? "" : ". Without a history: --no-history"
        Console.note(VisibleText.escape("scans are printed, but not kept: \(reason)") + asked)
    }
}
