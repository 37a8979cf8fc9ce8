// SPDX-License-Identifier: Apache-2.0

internal import Output
import Synchronization
internal import Terminal
internal import Threads
internal import UserSession

/// Keeps the screen on and the machine awake while cameras are scanned, for example at a kiosk without a keyboard.
///
/// `end` releases the lock; logind drops it if the process dies.
final class KeptAwake: Sendable {
    private struct State: ~Copyable {
        var inhibitor: IdleInhibitor?
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Requests the lock on a thread of its own, so that no scan waits for the system bus, and reports the result once.
    /// Outside a session, which cannot become idle, a failure is reported only with `isVerbose`.
    init(isVerbose: Bool) {
        let tells = isVerbose || Console.errorIsTerminal
        let inSession = ["XDG_SESSION_ID", "WAYLAND_DISPLAY", "DISPLAY"].contains { Console.hasVariable($0) }
        _ = WorkerThread { [self] in
            do throws(InhibitorError) {
                keep(try IdleInhibitor(program: "candela", reason: "Barcodes are being scanned"))
                if tells { Console.note("the screen stays on while scanning; --let-sleep allows it to blank") }
            } catch {
                if isVerbose || inSession { Console.note(VisibleText.escape("\(error); the screen may blank")) }
            }
        }
    }

    private func keep(_ inhibitor: consuming IdleInhibitor) {
        var granted: IdleInhibitor? = consume inhibitor
        state.withLock { state in
            // A lock that arrives after `end` is released here.
            if !state.hasEnded { state.inhibitor = granted.take() }
        }
    }

    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.inhibitor = nil
        }
    }
}
