// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A descriptor that is readable from `signal` until `clear`: it wakes a thread that polls.
///
/// It is a pipe, because Swift's Glibc has no eventfd.
package final class WakeDescriptor: Sendable {
    /// The end to poll for reading.
    package let descriptor: CInt
    private let writeEnd: CInt

    /// `nil` if the process has no descriptors left.
    package init?() {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Safe to call from any thread, and more than once.
    package func signal() {
        var byte: UInt8 = 1
        // If the pipe is full, it is readable already.
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Makes the descriptor unreadable again; returns whether it was signalled since the last call.
    package func clear() -> Bool {
        var isSignalled = false
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            while unsafe read(descriptor, buffer.baseAddress!, 64) > 0 { isSignalled = true }
        }
        return isSignalled
    }
}
