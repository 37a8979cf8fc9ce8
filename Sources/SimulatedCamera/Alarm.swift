// SPDX-License-Identifier: Apache-2.0

import Frames
import Glibc

/// A wait on the monotonic clock that another thread can end for good.
///
/// `pthread_cond_timedwait` and not a semaphore: it waits until a moment of `CLOCK_MONOTONIC`, to the nanosecond.
@safe final class Alarm: @unchecked Sendable {
    // Unchecked: both pointers are set once, and `isEnded` is touched under the lock only.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var isEnded = false

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
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

    /// Waits until the moment has come or `end()` was called. Ends a little early at times, as conditions may.
    func wait(until moment: FrameTimestamp) {
        let nanoseconds = max(0, moment.nanoseconds)
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        unsafe pthread_mutex_lock(mutex)
        if !isEnded { unsafe pthread_cond_timedwait(condition, mutex, &time) }
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Ends every wait, now and later.
    func end() {
        unsafe pthread_mutex_lock(mutex)
        isEnded = true
        unsafe pthread_cond_broadcast(condition)
        unsafe pthread_mutex_unlock(mutex)
    }
}
