// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Hooks
internal import Output
internal import ScanStore
internal import Scanning
import Synchronization
internal import Terminal

/// Receives the events of all cameras and applies rules, limits, history, output and feedback.
///
/// Thread-safe. Events are processed one at a time, so lines and sounds do not mix.
final class ScanDesk: Sendable {
    /// When the run stops.
    struct Limits: Sendable {
        var scans: Int?
        var deadline: FrameTimestamp?
    }

    private struct State {
        let printer: ScanPrinter
        let keeper: ScanKeeper
        let rules: TextRules
        let feedback: Feedback
        /// The hooks whose messages a dry run shows.
        let previews: [any HookTarget]
        var ids = ScanIDMaker()
        var scans = 0
        /// The scans of the run that this one resumes.
        var earlierScans = 0
        /// Scans that were neither saved nor delivered.
        var lost = 0
        var failures = 0
        /// Whether the user ended the run.
        var isEnded = false
        /// A failed write to the output, which ends the run.
        var failure: CommandFailure?
        /// By their numbers: a camera that comes and goes for a year must not leave its handlers behind.
        var onOver: [Int: @Sendable () -> Void] = [:]
        var registrations = 0

        mutating func showPreviews(_ scan: ScanEvent.Scan) {
            guard !previews.isEmpty else { return }
            var scan = scan
            scan.id = ids.next(at: scan.time)
            for target in previews {
                let preview = target.preview(scan)
                print(.hook(.init(hook: target.name, .preview(scan, words: preview.words, refusal: preview.refusal))))
            }
        }

        mutating func print(_ event: ScanEvent) {
            do throws(CommandFailure) {
                try printer.print(event)
            } catch {
                failure = failure ?? error
            }
        }
    }

    let limits: Limits
    private let onScan: @Sendable () -> Void
    private let hooks = Mutex<HookRun?>(nil)
    let style: ScanPrinter.Style
    private let state: Mutex<State>

    /// - Parameters:
    ///   - previews: hooks whose messages are shown and not sent.
    ///   - onScan: called for each scan that is kept.
    init(
        _ printer: sending ScanPrinter, keeper: sending ScanKeeper, rules: sending TextRules, feedback: Feedback,
        previews: [any HookTarget], limits: Limits, onScan: @escaping @Sendable () -> Void = {}
    ) {
        self.limits = limits
        self.onScan = onScan
        style = printer.style
        state = Mutex(State(printer: printer, keeper: keeper, rules: rules, feedback: feedback, previews: previews))
    }

    /// Whether the run is over: the scan limit or the deadline is reached, a signal arrived, or the output is closed.
    var isOver: Bool {
        if Interruption.received != nil || limits.deadline.map({ $0 <= .now }) == true { return true }
        return state.withLock { isOver($0) }
    }

    private func isOver(_ state: State) -> Bool {
        state.failure != nil || state.isEnded || limits.scans.map { state.scans >= $0 } == true
    }

    /// Adds a handler that runs when the run is over, so that other cameras stop too; at once if it is over already, as
    /// when a code was typed while the camera was being opened.
    ///
    /// - Returns: its number for `forget`.
    @discardableResult
    func whenOver(_ handler: @escaping @Sendable () -> Void) -> Int {
        let (number, isLate) = state.withLock { state in
            state.registrations += 1
            state.onOver[state.registrations] = handler
            return (state.registrations, isOver(state))
        }
        if isLate { handler() }
        return number
    }

    /// Does not run that handler any more, and releases what it holds.
    func forget(_ handler: Int) { state.withLock { _ = $0.onOver.removeValue(forKey: handler) } }

    /// Ends the run at the user's request.
    func stop() {
        let handlers = state.withLock { state in
            state.isEnded = true
            return Array(state.onOver.values)
        }
        for handler in handlers { handler() }
    }

    /// Opens the history before the first scan, if scans of cameras, or of pictures, are saved.
    func begin(ofPictures: Bool) { state.withLock { $0.keeper.begin(ofPictures: ofPictures) } }

    /// Sets the hooks whose deliveries are waited for at the end.
    func use(_ hooks: HookRun) { self.hooks.withLock { $0 = hooks } }

    /// Prints a hook's report, also after the run is over.
    func say(_ hook: ScanEvent.Hook) {
        state.withLock { state in
            if case .lost(let count, _) = hook.state { state.lost += count }
            state.print(.hook(hook))
        }
    }

    /// Prints why a typed line is not accepted.
    func refuse(_ message: String) {
        _ = with { state in
            Console.note(VisibleText.escape(message))
            state.feedback.failure()
        }
    }

    /// Waits for the hooks' remaining deliveries, and prints what is left.
    ///
    /// A signal shortens the wait; a second one ends the process at once.
    func deliver(for grace: Duration) {
        guard let hooks = hooks.withLock({ $0.take() }) else { return }
        let isInterrupted = Interruption.received != nil
        let handler = isInterrupted ? nil : Interruption.onSignal { hooks.hurry() }
        defer { if let handler { Interruption.forget(handler) } }
        for left in hooks.finish(within: isInterrupted ? min(grace, .seconds(2)) : grace) {
            if left.waiting > 0 { say(.init(hook: left.hook, .waiting(left.waiting, reason: left.reason))) }
            if left.lost > 0 { say(.init(hook: left.hook, .lost(left.lost, reason: left.reason))) }
        }
    }

    /// Ends the session, and reports what was not saved.
    func end() {
        deliver(for: .zero)
        state.withLock { $0.keeper.end() }
    }

    /// Takes a read that has passed the camera's read policy.
    ///
    /// - Returns: whether to continue.
    @discardableResult
    func take(_ scan: ScanEvent.Scan) -> Bool { answer(to: scan).goesOn }

    /// What became of a scan.
    enum Answer {
        case taken(ScanEvent.Scan)
        /// By the rules.
        case refused
        /// The run was over before.
        case late
    }

    /// Takes a read that has passed the camera's read policy.
    func answer(to scan: ScanEvent.Scan) -> (answer: Answer, goesOn: Bool) {
        var answer = Answer.late
        let goesOn = with { state in
            answer = .refused
            switch state.rules.apply(to: scan.barcode) {
            case .passedOver: return
            case .refused(let reason):
                state.print(
                    .notice(.init(source: scan.source, camera: scan.camera, .refused(scan.barcode, reason: reason))))
                state.feedback.failure()
            case .taken(let text):
                var scan = scan
                scan.text = text
                state.scans += 1
                // Saved before it is printed, so that no printed scan is lost.
                scan = state.keeper.keep(scan) { state.print(.scan($0)) }
                answer = .taken(scan)
                onScan()
                state.showPreviews(scan)
                if let answer = scan.catalogue, answer.fields == nil {
                    state.feedback.failure()
                } else {
                    state.feedback.success()
                }
            }
        }
        return (answer, goesOn)
    }

    /// Takes any event.
    @discardableResult
    func take(_ event: ScanEvent) -> Bool {
        if case .scan(let scan) = event { return take(scan) }
        return with { state in
            if case .error = event { state.failures += 1 }
            state.print(event)
            if case .notice(let notice) = event, case .several = notice.kind { state.feedback.failure() }
        }
    }

    /// Takes the events of one picture, and prints `end` behind them: not if the run was over before the last of them.
    func take(_ events: [ScanEvent], end: ScanEvent?) {
        var isWhole = true
        for event in events {
            isWhole = isWhole && !isOver
            take(event)
        }
        if isWhole, let end { state.withLock { $0.print(end) } }
    }

    /// Counts what an earlier run found, for the exit status.
    func count(earlierScans: Int, failures: Int) {
        state.withLock { state in
            state.earlierScans += earlierScans
            state.failures += failures
        }
    }

    func fail(_ source: String, _ message: String) { take(.error(source: source, message: message)) }

    private func with(_ work: (inout State) -> Void) -> Bool {
        let (goesOn, handlers) = state.withLock { state -> (Bool, [@Sendable () -> Void]) in
            guard !isOver(state) else { return (false, []) }
            work(&state)
            guard isOver(state) else { return (true, []) }
            return (false, Array(state.onOver.values))
        }
        for handler in handlers { handler() }
        return goesOn
    }

    /// Throws the exit status of the run. A failed input outweighs codes that were read.
    func finish() throws(CommandFailure) {
        let (scans, failures, failure) = state.withLock { state in
            (state.scans + state.earlierScans, state.failures + state.lost, state.failure)
        }
        if let failure { throw failure }
        if failures > 0 || state.withLock({ $0.keeper.hasFailed }) { throw CommandFailure(status: .couldNot) }
        if scans == 0 { throw CommandFailure(status: .found) }
    }
}
