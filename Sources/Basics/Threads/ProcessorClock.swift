// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// Processor time, which other programs do not lengthen as they do the time by the clock.
package enum ProcessorClock {
    /// What this thread has used.
    package static var ofThisThread: Duration { read(CLOCK_THREAD_CPUTIME_ID) ?? .zero }

    /// What a process has used with all its threads; `nil` if it is gone.
    package static func of(process: pid_t) -> Duration? {
        var clock = clockid_t()
        guard unsafe clock_getcpuclockid(process, &clock) == 0 else { return nil }
        return read(clock)
    }

    /// How long this thread was ready to run, and waited for a processor; `nil` if the kernel does not count it.
    ///
    /// Source: the second number in /proc/thread-self/schedstat, nanoseconds; Documentation/scheduler/sched-stats.rst
    package static var waitOfThisThread: Duration? {
        guard let file = unsafe fopen("/proc/thread-self/schedstat", "re") else { return nil }
        defer { unsafe fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard unsafe fgets(&text, Int32(text.count), file) != nil else { return nil }
        let fields = text.prefix { $0 != 0 }.split(separator: CChar(bitPattern: UInt8(ascii: " ")))
        guard fields.count > 1 else { return nil }
        return Int64(String(decoding: fields[1].map { UInt8(bitPattern: $0) }, as: UTF8.self)).map { .nanoseconds($0) }
    }

    private static func read(_ clock: clockid_t) -> Duration? {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
