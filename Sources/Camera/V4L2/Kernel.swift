// SPDX-License-Identifier: Apache-2.0

/// The system calls that V4L2 needs, as a protocol, so that tests can replay a recorded device.
///
/// Implementations repeat calls that a signal interrupts; callers never get `EINTR`.
package protocol Kernel: Sendable {
    /// Opens for reading and writing, non-blocking and close-on-exec.
    func open(_ path: String) throws(SystemError) -> CInt
    func close(_ descriptor: CInt)
    /// `argument` is the structure of the request, read and written in place.
    @unsafe func ioctl(
        _ descriptor: CInt, _ request: Request, _ argument: UnsafeMutableRawBufferPointer
    ) throws(SystemError)
    /// Maps `length` bytes of the device at `offset`, shared, for reading and writing.
    @unsafe func map(
        _ descriptor: CInt, length: Int, offset: Int
    ) throws(SystemError) -> UnsafeMutableRawBufferPointer
    @unsafe func unmap(_ memory: UnsafeMutableRawBufferPointer)
    /// Waits until `descriptor` is ready for `interest`, `wake` is readable, or `timeout` has passed (`nil`: forever).
    func poll(
        _ descriptor: CInt, for interest: PollInterest, wake: CInt?, timeout: Duration?
    ) throws(SystemError) -> PollResult
}

/// The condition to wait for on a device.
package enum PollInterest: Sendable {
    /// A filled buffer (`POLLIN`).
    case frame
    /// An event such as a changed control (`POLLPRI`).
    case event
}

/// The result of a wait.
package struct PollResult: Hashable, Sendable {
    /// The condition is true.
    package var isReady: Bool
    /// The device reports an error (`POLLERR`): not streaming, no buffer queued, or gone.
    package var isFailed: Bool
    /// The device has been disconnected (`POLLHUP`).
    package var isHungUp: Bool
    /// The wake descriptor was readable.
    package var isWoken: Bool

    package init(isReady: Bool = false, isFailed: Bool = false, isHungUp: Bool = false, isWoken: Bool = false) {
        self.isReady = isReady
        self.isFailed = isFailed
        self.isHungUp = isHungUp
        self.isWoken = isWoken
    }

    package var timedOut: Bool { self == PollResult() }
}

extension SystemError: Error {}
