// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
internal import Threads

/// Handles SIGINT, SIGTERM and SIGHUP: the first signal lets the command restore everything and exit, the second exits at
/// once.
///
/// The signals are blocked in all threads, and one thread waits for them, so no code runs in a signal handler.
package enum Interruption {
    private struct State {
        var signal: CInt?
        var handlers: [Int: @Sendable () -> Void] = [:]
        var registrations = 0
    }

    private static let state = Mutex(State())

    /// The longest time for restoring before we exit anyway, seconds.
    private static let grace: UInt32 = 5

    /// Blocks the signals. Call it before the first thread starts, or that thread keeps the default action: to be killed.
    ///
    /// - Parameter onHangUp: called on the signal thread at each SIGHUP, which then ends nothing: for services, which read
    ///   their configuration again.
    package static func install(onHangUp: (@Sendable () -> Void)? = nil) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        _ = WorkerThread {
            var set = sigset_t()
            unsafe sigemptyset(&set)
            for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&set, number) }
            var taken: CInt = 0
            while true {
                guard unsafe sigwait(&set, &taken) == 0 else { continue }
                let number = taken
                if number == SIGHUP, let onHangUp {
                    onHangUp()
                    continue
                }
                let handlers = state.withLock { state -> [@Sendable () -> Void]? in
                    guard state.signal == nil else { return nil }
                    state.signal = number
                    return state.handlers.sorted { $0.key < $1.key }.map(\.value)
                }
                guard let handlers else { leave(with: number) }
                for handler in handlers { handler() }
                _ = WorkerThread {
                    sleep(grace)
                    leave(with: number)
                }
            }
        }
    }

    /// The signal received, if any.
    package static var received: CInt? { state.withLock { $0.signal } }

    /// Runs `handler` on the signal thread when a signal arrives; at once if one has arrived already.
    ///
    /// - Returns: its number for `forget`.
    @discardableResult
    package static func onSignal(_ handler: @escaping @Sendable () -> Void) -> Int {
        let (number, late) = state.withLock { state in
            state.registrations += 1
            state.handlers[state.registrations] = handler
            return (state.registrations, state.signal != nil)
        }
        if late { handler() }
        return number
    }

    /// Does not run that handler any more, and releases what it holds.
    package static func forget(_ handler: Int) { state.withLock { _ = $0.handlers.removeValue(forKey: handler) } }

    /// Ends the process with the signal itself, as its parent expects (a shell shows 128 + n).
    package static func leave(with number: CInt) -> Never {
        signal(number, SIG_DFL)
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        kill(getpid(), number)
        _exit(128 + number)
    }
}
