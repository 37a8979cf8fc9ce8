// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A thread for work that blocks in the kernel.
///
/// Swift's tasks must not block their few threads as long as a camera does, and a task pool costs more than one thread.
/// All signals are blocked in it, so that only the signal thread receives them.
@safe package final class WorkerThread: @unchecked Sendable {
    // Unchecked: `handle` is written once, in `init`, and `joined` is guarded by its lock.
    private let handle: pthread_t
    private let joined = ConditionLock(false)

    /// Starts `body` at once.
    package convenience init(_ body: @escaping @Sendable () -> Void) {
        guard let started = Self.start(body) else { preconditionFailure("the system cannot create another thread") }
        self.init(handle: started)
    }

    /// The same; `nil` if the system gives no other thread, as below a limit of processes.
    package convenience init?(ifPossible body: @escaping @Sendable () -> Void) {
        guard let started = Self.start(body) else { return nil }
        self.init(handle: started)
    }

    private init(handle: pthread_t) { self.handle = handle }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var everySignal = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&everySignal)
        unsafe pthread_sigmask(SIG_SETMASK, &everySignal, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

        let box = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { raw in
                let body = unsafe Unmanaged<Body>.fromOpaque(raw!).takeRetainedValue()
                body.run()
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            return nil
        }
        return thread
    }

    /// Waits until the body has returned. May be called more than once, not from the thread itself.
    package func join() {
        joined.withLock { joined in
            guard !joined else { return }
            pthread_join(handle, nil)
            joined = true
        }
    }

    deinit { joined.withLock { if !$0 { pthread_detach(handle) } } }

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
