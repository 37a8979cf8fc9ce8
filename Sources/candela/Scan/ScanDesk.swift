// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Output
internal import Scanning
import Synchronization

/// Where everything that is read arrives, from however many cameras: rules, limits, output, feedback.
///
/// Safe from several threads; one event is dealt with at a time, so lines and sounds do not mix.
final class ScanDesk: Sendable {
    /// What the run was asked to stop at.
    struct Limits: Sendable {
        var scans: Int?
        var deadline: FrameTimestamp?
    }

    private struct State {
        let printer: ScanPrinter
        let keeper: ScanKeeper
        let rules: TextRules
        let feedback: Feedback
        var scans = 0
        var failures = 0
        /// Output that could not be written: nothing more is to be done.
        var failure: CommandFailure?
        var onOver: [@Sendable () -> Void] = []

        mutating func print(_ event: ScanEvent) {
            do throws(CommandFailure) {
                try printer.print(event)
            } catch {
                failure = failure ?? error
            }
        }
    }

    let limits: Limits
    let style: ScanPrinter.Style
    private let state: Mutex<State>

    init(
        _ printer: ScanPrinter, keeper: sending ScanKeeper, rules: sending TextRules, feedback: Feedback, limits: Limits
    ) {
        self.limits = limits
        style = printer.style
        state = Mutex(State(printer: printer, keeper: keeper, rules: rules, feedback: feedback))
    }

    /// Whether nothing more is to be done: there are scans enough, the time is up, a signal came, or nobody reads along.
    var isOver: Bool {
        if Interruption.received != nil || limits.deadline.map({ $0 <= .now }) == true { return true }
        return state.withLock { isOver($0) }
    }

    private func isOver(_ state: State) -> Bool {
        state.failure != nil || limits.scans.map { state.scans >= $0 } == true
    }

    /// Runs `handler` once there are scans enough: other cameras are to stop too.
    func whenOver(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.onOver.append(handler) } }

    /// Takes a read that is a scan as far as the camera is concerned.
    ///
    /// - Returns: whether to go on.
    @discardableResult
    func take(_ scan: ScanEvent.Scan) -> Bool {
        with { state in
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
                // On disk before anybody hears of it.
                scan = state.keeper.keep(scan, ofPictures: scan.camera == nil)
                state.print(.scan(scan))
                if scan.catalogue.map({ $0.fields == nil }) == true {
                    state.feedback.failure()
                } else {
                    state.feedback.success()
                }
            }
        }
    }

    /// Takes whatever else there is to say.
    @discardableResult
    func take(_ event: ScanEvent) -> Bool {
        if case .scan(let scan) = event { return take(scan) }
        return with { state in
            if case .error = event { state.failures += 1 }
            state.print(event)
            if case .notice(let notice) = event, case .several = notice.kind { state.feedback.failure() }
        }
    }

    func fail(_ source: String, _ message: String) { take(.error(source: source, message: message)) }

    private func with(_ work: (inout State) -> Void) -> Bool {
        let (goesOn, handlers) = state.withLock { state -> (Bool, [@Sendable () -> Void]) in
            guard !isOver(state) else { return (false, []) }
            work(&state)
            guard isOver(state) else { return (true, []) }
            return (false, state.onOver)
        }
        for handler in handlers { handler() }
        return goesOn
    }

    /// Prepares for scans of pictures, or of cameras: so that it is known beforehand when none will be kept.
    func expect(pictures: Bool) { state.withLock { $0.keeper.begin(ofPictures: pictures) } }

    /// Ends the session, when there is one, and says what it holds.
    func end() { state.withLock { $0.keeper.end() } }

    /// Ends with the status that tells how the run went; an input that failed outweighs codes that were read.
    func finish() throws(CommandFailure) {
        let (scans, failures, failure) = state.withLock { state in
            (state.scans, state.failures + (state.keeper.hasFailed ? 1 : 0), state.failure)
        }
        if let failure { throw failure }
        if failures > 0 { throw CommandFailure(status: .couldNot) }
        if scans == 0 { throw CommandFailure(status: .found) }
    }
}
