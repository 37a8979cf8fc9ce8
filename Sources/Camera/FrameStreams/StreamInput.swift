// SPDX-License-Identifier: Apache-2.0

import Frames
import Glibc
import Threads

/// Reads a file descriptor; waiting can be interrupted. The descriptor stays the caller's: it is neither closed nor made
/// non-blocking, because other programs (a terminal, the shell) may share its open file.
final class StreamInput: Sendable {
    enum Outcome: Equatable {
        case bytes(Int)
        case end
        case stopped
        case timeout
    }

    let descriptor: Int32
    private let waker: WakeDescriptor

    init(_ descriptor: Int32) throws(FrameSourceError) {
        self.descriptor = descriptor
        guard let waker = WakeDescriptor() else { throw FrameSourceError(.failed, noDescriptorLeft) }
        self.waker = waker
    }

    /// Wakes all current and future readers.
    func stop() { waker.signal() }

    /// Waits for data, until `deadline` at most (`nil`: forever), and reads 1 to `memory.count` bytes.
    func read(into memory: UnsafeMutableRawBufferPointer, deadline: FrameTimestamp?) throws(FrameSourceError) -> Outcome
    {
        while true {
            var waits = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let ready = unsafe poll(&waits, 2, milliseconds(until: deadline))
            if ready < 0 {
                if errno == EINTR { continue }
                throw FrameSourceError(.failed, "cannot wait for the stream: \(message(errno))")
            }
            if waits[1].revents != 0 { return .stopped }
            if waits[0].revents & Int16(POLLNVAL) != 0 {
                throw FrameSourceError(.failed, "cannot read the stream: descriptor \(descriptor) is not open")
            }
            if waits[0].revents == 0 {
                if let deadline, FrameTimestamp.now >= deadline { return .timeout }
                continue
            }
            // Data or end of file is ready: this does not block.
            let count = unsafe Glibc.read(descriptor, memory.baseAddress, memory.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            if errno != EINTR && errno != EAGAIN {
                throw FrameSourceError(.failed, "cannot read the stream: \(message(errno))")
            }
        }
    }

    private func milliseconds(until deadline: FrameTimestamp?) -> Int32 {
        guard let deadline else { return -1 }
        let nanoseconds = max(0, deadline.nanoseconds - FrameTimestamp.now.nanoseconds)
        return Int32(min(nanoseconds / 1_000_000 + 1, 3_600_000))
    }
}

func message(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

let noDescriptorLeft = "cannot read the stream: this process has too many open files; raise ulimit -n"
