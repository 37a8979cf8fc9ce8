// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
package import Output
package import ScanStore
package import Scanning

/// What a run does with its scans beside printing them.
package struct KeepingPlan: Sendable {
    /// Whether scans are saved; `nil`: those of cameras and streams always, those of pictures only if a session or a hook
    /// needs them.
    package var history: Bool?
    /// The session that the scans belong to.
    package var session: String?
    /// Older scans are deleted; `nil` for none.
    package var keep: Duration?
    /// Whether nothing is saved, because nothing is sent.
    package var isDryRun: Bool

    package init(history: Bool? = nil, session: String? = nil, keep: Duration? = nil, isDryRun: Bool = false) {
        self.history = history
        self.session = session
        self.keep = keep
        self.isDryRun = isDryRun
    }

    /// Whether the user requested the history, so that a failure to save is an error.
    package var isAsked: Bool { history == true || session != nil }
}

/// What users should know of the history of a run. Texts contain paths and names: escape them before showing them.
package enum KeepingReport: Hashable, Sendable {
    package enum SessionState: String, Sendable { case begun, resumed, done }

    case note(String)
    /// Why scans are not saved; `nil` when they are saved again.
    case saving(trouble: String?)
    /// Scans older than the plan keeps were deleted.
    case deleted(Int, before: WallTime)
    case session(String, SessionState, HistorySummary)
}

/// Looks up each scan of a run and saves it before it is printed.
///
/// If a scan cannot be saved, that is reported once and scanning continues. It waits in memory; each later scan, and the end
/// of the run, tries again. One thread at a time.
package final class ScanKeeper {
    private let plan: KeepingPlan
    private let catalogue: Catalogue?
    /// The hooks, if any. They are fed from the history, or from memory if there is none.
    private let hooks: HookRun?
    private let openHistory: () throws -> ScanHistory
    private let report: (KeepingReport) -> Void
    private var history: ScanHistory?
    private var hasBegun = false
    private var nextForgetting = FrameTimestamp.now
    /// Scans that were printed without being saved, oldest first.
    private var unsaved: [ScanEvent.Scan] = []
    /// More than these are not remembered.
    private static let mostUnsaved = 10_000
    private var forgotten = 0
    private var ids = ScanIDMaker()
    /// The number of scans that were printed and are not saved.
    package var lost: Int { unsaved.count + forgotten }
    private var hasComplained = false
    private var hasComplainedOfCatalogue = false
    private var hasComplainedOfRoom = false

    /// - Parameters:
    ///   - openHistory: opens this user's history; called until it succeeds.
    ///   - report: called on the thread that calls this object.
    package init(
        _ plan: KeepingPlan, catalogue: Catalogue?, hooks: HookRun?, openHistory: @escaping () throws -> ScanHistory,
        report: @escaping (KeepingReport) -> Void
    ) {
        self.plan = plan
        self.catalogue = catalogue
        self.hooks = hooks
        self.openHistory = openHistory
        self.report = report
    }

    /// Whether a scan was not saved although the user requested the history.
    package var hasFailed: Bool { plan.isAsked && lost > 0 }

    /// Opens the history before the first scan, so that a failure is reported early.
    package func begin(ofPictures: Bool) {
        defer { hooks?.begin(history) }
        guard isKeeping(ofPictures: ofPictures), !hasBegun else { return }
        hasBegun = true
        do {
            try open()
        } catch {
            complain("\(error)")
        }
    }

    /// Looks up the scan, and saves it with its id and session.
    ///
    /// - Parameter show: prints it: after it was saved, and before the hooks hear of it, whose programs may print, too.
    package func keep(_ scan: ScanEvent.Scan, show: (ScanEvent.Scan) -> Void = { _ in }) -> ScanEvent.Scan {
        var scan = scan
        scan.catalogue = lookUp(scan)
        // Only cameras and streams have an identity.
        guard isKeeping(ofPictures: scan.camera == nil && scan.barcode.reader != TypedCode.reader) else {
            return passOn(notKept: scan, show)
        }
        scan.session = plan.session
        do {
            if history == nil {
                try open()
                hooks?.begin(history)
            }
            guard let history else { return passOn(notKept: scan, show) }
            let toKeep = scan
            func save() throws(HistoryError) -> ScanHistory.Kept {
                let kept = try history.keep(toKeep, for: hooks?.names ?? [])
                show(kept.scan)
                return kept
            }
            let kept = if let hooks { try hooks.passOn(keptBy: save) } else { try save() }
            if let note = kept.note { report(.note(note)) }
            if hasComplained {
                let count = saveUnsaved(in: history)
                let rest = lost == 0 ? "" : "; \(lost) of this run are not in the history"
                report(.saving(trouble: nil))
                report(.note("scans are saved again, and \(count) that waited in memory" + rest))
            }
            hasComplained = false
            forgetOld()
            return kept.scan
        } catch {
            complain("\(error)")
            scan.id = scan.id ?? ids.next(at: scan.time)
            if unsaved.count < Self.mostUnsaved { unsaved.append(scan) } else { forgotten += 1 }
            return passOn(notKept: scan, show)
        }
    }

    /// Saves the scans that wait in memory; the hooks have them already.
    ///
    /// - Returns: how many are saved.
    private func saveUnsaved(in history: ScanHistory) -> Int {
        let saved = unsaved.prefix { (try? history.keep($0)) != nil }.count
        unsaved.removeFirst(saved)
        return saved
    }

    /// Delivers from memory: the scan arrives, or is lost at the end of the run.
    private func passOn(notKept scan: ScanEvent.Scan, _ show: (ScanEvent.Scan) -> Void) -> ScanEvent.Scan {
        guard let hooks else {
            show(scan)
            return scan
        }
        let (scan, lost) = hooks.passOn(notKept: scan, show: show)
        if lost > 0, !hasComplainedOfRoom {
            report(.note("too many scans are waiting in memory for delivery; later scans are not delivered"))
            hasComplainedOfRoom = true
        }
        return scan
    }

    /// Ends the session, and reports its summary.
    package func end() {
        if !unsaved.isEmpty {
            if history == nil { history = try? openHistory() }
            if let history { _ = saveUnsaved(in: history) }
        }
        if lost > 0 {
            report(.note("\(lost) scan\(lost == 1 ? " of this run is" : "s of this run are") not in the history"))
        }
        if let history, let count = try? history.scansBeside(), count > 0 {
            report(.note("\(count) scan\(count == 1 ? " waits" : "s wait") beside the locked history; the next run moves them"))
        }
        guard hasBegun, let history, let session = plan.session else { return }
        do throws(HistoryError) {
            try history.endSession(session)
            report(.session(session, .done, try history.summary(HistoryFilter(session: session))))
        } catch {
            report(.note("cannot end session \(session): \(error)"))
        }
    }

    private func isKeeping(ofPictures: Bool) -> Bool {
        if plan.isDryRun { return false }
        // A scan for a hook must not be lost, whatever its source.
        return plan.history ?? (!ofPictures || plan.session != nil || hooks != nil)
    }

    private func open() throws {
        let history = try openHistory()
        self.history = history
        if let note = history.note { report(.note(note)) }
        forgetOld()
        guard let name = plan.session else { return }
        do throws(HistoryError) {
            guard let session = try history.beginSession(name) else { return }
            report(
                .session(
                    name, session.timesResumed > 0 ? .resumed : .begun,
                    try history.summary(HistoryFilter(session: name))))
        } catch {
            // The first scan makes the session, if it does not exist.
            guard error.isBusy else { throw error }
            report(.note("session \(name): \(error)"))
        }
    }

    /// Deletes scans older than the plan keeps, at the start and once an hour.
    private func forgetOld() {
        guard let history, let span = plan.keep, nextForgetting <= .now else { return }
        nextForgetting = .now + .seconds(3600)
        let oldest = WallTime(milliseconds: WallTime.now.milliseconds - span.components.seconds * 1000)
        do throws(HistoryError) {
            let count = try history.forget(before: oldest, isHasty: true)
            if count > 0 { report(.deleted(count, before: oldest)) }
        } catch {
            if error.isBusy { nextForgetting = .now + .seconds(60) } else {
                report(.note("cannot delete old scans: \(error)"))
            }
        }
    }

    private func lookUp(_ scan: ScanEvent.Scan) -> CatalogueAnswer? {
        guard let catalogue else { return nil }
        do throws(HistoryError) {
            return try catalogue.answer(for: scan.barcode, text: scan.text.text)
        } catch {
            if !hasComplainedOfCatalogue { report(.note("\(error)")) }
            hasComplainedOfCatalogue = true
            return nil
        }
    }

    private func complain(_ reason: String) {
        guard !hasComplained else { return }
        hasComplained = true
        let asked = plan.isAsked ? "" : ". To scan without a history, use --no-history"
        report(.saving(trouble: "scans are printed but not saved: \(reason)" + asked))
    }
}
