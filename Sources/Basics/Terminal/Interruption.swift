// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
internal import Threads

/// Ctrl-C and its kin: the first one asks the command to put everything back and leave, the second leaves at once.
///
/// The signals are blocked in every thread and taken by one that waits for them, so no work is done in a handler.
package enum Interruption {
    private struct State {
        var signal: CInt?
        var handlers: [@Sendable () -> Void] = []
    }

    private static let state = Mutex(State())

    /// How long putting things back may take before we leave all the same.
    private static let grace: UInt32 = 5

    /// Call before the first thread is started, or that thread keeps the default: to be killed.
    package static func install() {
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
                let handlers = state.withLock { state -> [@Sendable () -> Void]? in
                    guard state.signal == nil else { return nil }
                    state.signal = number
                    return state.handlers
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

    /// The signal that came, if one did.
    package static var received: CInt? { state.withLock { $0.signal } }

    /// Runs `handler` on the waiting thread when a signal comes; at once when one has come already.
    package static func onSignal(_ handler: @escaping @Sendable () -> Void) {
        let late = state.withLock { state in
            state.handlers.append(handler)
            return state.signal != nil
        }
        if late { handler() }
    }

    /// Ends the process by the signal itself, as its parent expects (a shell shows 128 + n).
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
