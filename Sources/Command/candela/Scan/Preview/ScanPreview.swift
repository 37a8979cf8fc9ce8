// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
import Glibc
internal import Output
internal import Terminal
internal import TerminalPreview
internal import Threads

/// The live picture in the terminal while cameras are scanned, and the keys.
///
/// It owns the terminal: other lines for the terminal are shown below the picture and printed when the preview ends.
/// Drawing and keys have threads of their own, so that a slow terminal does not delay scanning; only the newest frame is
/// drawn.
final class ScanPreview: Sendable {
    /// The hidden command that restores the terminal if this process dies.
    static let guardWord = "terminal-guard"

    struct State: Sendable {
        var panes: [PreviewPane] = []
        /// The index of the pane that is shown.
        var shown = 0
        var isPaused = false
        /// The text being typed; `nil` while none is.
        var entry: String?
        var log = PreviewLog()
        /// Whether anything but the picture has changed.
        var isStale = true
        var isOver = false
    }

    /// The handler of typed lines.
    struct Typing: Sendable {
        /// `nil` if typed lines are disabled.
        var take: (@Sendable (String) -> Bool)?
    }

    let screen: TerminalScreen
    let desk: ScanDesk
    let typing: Typing
    let state = ConditionLock(State())
    let wake: WakeDescriptor
    private let threads: ConditionLock<[WorkerThread]> = ConditionLock([])

    /// Shows the screen.
    init(_ mode: PictureMode?, desk: ScanDesk, typing: Typing) throws(CommandFailure) {
        guard let wake = WakeDescriptor() else {
            throw CommandFailure("cannot show a preview: this process has no free file descriptor; raise ulimit -n")
        }
        self.wake = wake
        self.desk = desk
        self.typing = typing
        let canvas = try failing { () throws(PreviewError) in
            try TerminalCanvas(mode, environment: Self.environment)
        }
        screen = try failing { () throws(TerminalError) in
            try TerminalScreen(guardian: ["/proc/self/exe", Self.guardWord])
        }
        divert()
        screen.enter()
        // From now on only the drawing thread uses the canvas.
        nonisolated(unsafe) let drawn = canvas
        threads.withLock { threads in
            threads = [
                WorkerThread { [self] in unsafe draw(on: drawn) }, WorkerThread { [self] in heedKeys() },
            ]
        }
    }

    /// Restores the terminal, and prints the kept lines. May be called more than once.
    func end() {
        let isFirst = state.withLockSignalling { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        wake.signal()
        for thread in threads.withLock({ $0 }) { thread.join() }
        screen.leave()
        release()
    }

    /// Redirects lines for the terminal to the area below the picture.
    func divert() {
        let state = state
        Console.divert { bytes, isResult in
            state.withLockSignalling { state in
                state.log.take(bytes, isResult: isResult)
                state.isStale = true
            }
        }
    }

    /// Sends lines to the terminal again, the kept ones first.
    func release() {
        Console.divert(to: nil)
        let log = state.withLock { state in
            defer { state.log.forgetKept() }
            return state.log
        }
        log.print()
    }

    private static var environment: [String] {
        [
            "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "LC_TERMINAL", "TERM_NAME",
            "KITTY_PID",
        ]
        .compactMap { name in Console.variable(name).map { "\(name)=\($0)" } }
    }

    // MARK: The cameras' side

    /// Adds a camera; one that was unplugged keeps its place.
    ///
    /// - Returns: its index in `panes`.
    func join(_ name: String, hasZoom: Bool) -> Int {
        let name = VisibleText.escape(name)
        return state.withLockSignalling { state in
            state.isStale = true
            if let place = state.panes.firstIndex(where: { $0.name == name }) {
                state.panes[place].hasZoom = hasZoom
                return place
            }
            var pane = PreviewPane(name: name)
            pane.hasZoom = hasZoom
            state.panes.append(pane)
            return state.panes.count - 1
        }
    }

    var isPaused: Bool { state.withLock { $0.isPaused } }

    /// Records that a frame has arrived and is about to be read.
    func begin(_ place: Int) { state.withLock { $0.panes[place].begin(at: .now) } }

    /// Takes a frame and the codes read in it.
    ///
    /// - Returns: the requests of the keys since the last frame.
    func take(_ place: Int, _ frame: LumaImage, _ codes: [Barcode]) -> [PreviewPane.Wish] {
        let isWanted = state.withLock { $0.shown == place && !$0.isOver }
        // A copy, because the driver needs its buffer back.
        let look = isWanted ? PreviewPane.Look(luma: frame.copy(), codes: codes) : nil
        return state.withLockSignalling { state in
            defer { state.panes[place].wishes = [] }
            state.panes[place].note(codes, isPaused: state.isPaused, at: .now)
            if let look { state.panes[place].next = look }
            return state.panes[place].wishes
        }
    }

    /// Records that a read of a camera is a scan.
    func accept(_ place: Int, _ code: Barcode) { state.withLock { $0.panes[place].accept(code, at: .now) } }
}
