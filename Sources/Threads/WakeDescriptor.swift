// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A descriptor that becomes readable, for good, once `signal` is called: it wakes a thread that polls.
public final class WakeDescriptor: Sendable {
    /// The end to poll for reading. Never read from it: it stays readable.
    public let descriptor: CInt
    private let writeEnd: CInt

    /// `nil` when the process has no descriptor left.
    public init?() {
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
    public func signal() {
        var byte: UInt8 = 1
        _ = unsafe write(writeEnd, &byte, 1)
    }
}
