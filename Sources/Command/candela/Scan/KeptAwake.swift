// SPDX-License-Identifier: Apache-2.0

internal import Output
import Synchronization
internal import Terminal
internal import Threads
internal import UserSession

/// Keeps the screen from blanking and the machine from sleeping while cameras are scanned: nobody touches the keyboard of a
/// kiosk. The lock goes with `end`, and with the process however that ends.
final class KeptAwake: Sendable {
    private struct State: ~Copyable {
        var inhibitor: IdleInhibitor?
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Asks for it on a thread of its own, so that no scan waits for the system bus, and says once what came of it. Where
    /// there is no session that could be idle, a failure is nobody's business.
    init(isVerbose: Bool) {
        let tells = isVerbose || Console.errorIsTerminal
        let inSession = ["XDG_SESSION_ID", "WAYLAND_DISPLAY", "DISPLAY"].contains { Console.hasVariable($0) }
        _ = WorkerThread { [self] in
            do throws(InhibitorError) {
                keep(try IdleInhibitor(program: "candela", reason: "Barcodes are being scanned"))
                if tells { Console.note("the screen is kept awake while scanning (--let-sleep leaves it)") }
            } catch {
                if isVerbose || inSession { Console.note(VisibleText.escape("\(error); the screen may go dark")) }
            }
        }
    }

    private func keep(_ inhibitor: consuming IdleInhibitor) {
        var granted: IdleInhibitor? = consume inhibitor
        state.withLock { state in
            // One that comes too late goes at once.
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
