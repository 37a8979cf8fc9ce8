// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A value behind a mutex with a condition variable, which the standard library's `Mutex` lacks.
///
/// Waits use the monotonic clock, so a step of the wall clock does not affect them.
@safe package final class ConditionLock<State>: @unchecked Sendable {
    // Unchecked: `state` is accessed only with `mutex` held.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ state: State) {
        self.state = state
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `body` with the lock held. Not reentrant.
    package func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Runs `body` with the lock held, then wakes every waiter.
    package func withLockSignalling<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(condition)
            unsafe pthread_mutex_unlock(mutex)
        }
        return try body(&state)
    }

    /// Calls `body` with the lock held, now and after each signal, until it returns a value. Returns `nil` after `timeout`;
    /// a `nil` timeout waits without limit.
    package func wait<R>(timeout: Duration?, until body: (inout State) -> R?) -> R? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var deadline = timespec()
        if let timeout {
            unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
            let (seconds, attoseconds) = max(timeout, .zero).components
            let nanoseconds = Int(attoseconds / 1_000_000_000) + deadline.tv_nsec
            deadline.tv_sec += Int(min(seconds, 1 << 32)) + nanoseconds / 1_000_000_000
            deadline.tv_nsec = nanoseconds % 1_000_000_000
        }
        while true {
            if let result = body(&state) { return result }
            if timeout == nil {
                unsafe pthread_cond_wait(condition, mutex)
            } else if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT {
                return body(&state)
            }
        }
    }
}
