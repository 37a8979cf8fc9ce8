// SPDX-License-Identifier: Apache-2.0

import Frames
import Glibc

/// A pipe of our own, by which one thread wakes another from `poll`.
final class WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(FrameSourceError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw FrameSourceError(.failed, "cannot read the stream: no pipe to be woken by: \(message(errno))")
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Makes the read end readable. A full pipe is readable already.
    func wake() {
        var byte: UInt8 = 1
        _ = unsafe write(writeEnd, &byte, 1)
    }
}

func message(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
