// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
internal import Frames
import Glibc

/// The kernel that this process runs on.
package struct SystemKernel: Kernel {
    package init() {}

    package func open(_ path: String) throws(SystemError) -> CInt {
        try retrying { unsafe Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
    }

    package func close(_ descriptor: CInt) {
        // Linux closes the descriptor even if it returns EINTR: a retry could close another file.
        _ = Glibc.close(descriptor)
    }

    @unsafe package func ioctl(
        _ descriptor: CInt, _ request: Request, _ argument: UnsafeMutableRawBufferPointer
    ) throws(SystemError) {
        _ = try retrying { unsafe candela_ioctl(descriptor, request.number, argument.baseAddress) }
    }

    @unsafe package func map(
        _ descriptor: CInt, length: Int, offset: Int
    ) throws(SystemError) -> UnsafeMutableRawBufferPointer {
        let memory = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { throw .last }
        return unsafe UnsafeMutableRawBufferPointer(start: memory, count: length)
    }

    @unsafe package func unmap(_ memory: UnsafeMutableRawBufferPointer) {
        unsafe munmap(memory.baseAddress!, memory.count)
    }

    package func poll(
        _ descriptor: CInt, for interest: PollInterest, wake: CInt?, timeout: Duration?
    ) throws(SystemError) -> PollResult {
        let events = Int16(interest == .frame ? POLLIN : POLLPRI)
        let waits = [
            pollfd(fd: descriptor, events: events, revents: 0),
            pollfd(fd: wake ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let deadline = timeout.map { FrameTimestamp.now + $0 }
        var results = waits
        _ = try retrying {
            results = waits
            // Rounded up: a wait of half a millisecond must not become a busy loop.
            let left: Int32 =
                deadline.map { Int32(clamping: max(0, Int(min($0.since(.now).milliseconds, 1e9).rounded(.up)))) } ?? -1
            return unsafe Glibc.poll(&results, nfds_t(results.count), left)
        }
        let got = Int32(results[0].revents)
        return PollResult(
            isReady: got & Int32(events) != 0, isFailed: got & (POLLERR | POLLNVAL) != 0,
            isHungUp: got & POLLHUP != 0, isWoken: results[1].revents != 0)
    }

    /// Repeats a call that a signal interrupted; a negative result is a failure.
    private func retrying(_ call: () -> CInt) throws(SystemError) -> CInt {
        while true {
            let result = call()
            if result >= 0 { return result }
            let error = SystemError.last
            if error.rawValue != EINTR { throw error }
        }
    }
}
