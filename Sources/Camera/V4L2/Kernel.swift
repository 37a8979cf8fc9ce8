// SPDX-License-Identifier: Apache-2.0

/// The system calls that V4L2 needs: a seam, so that tests replay a recorded device.
///
/// Calls interrupted by a signal are repeated below this seam; no caller sees `EINTR`.
public protocol Kernel: Sendable {
    /// Opens for reading and writing, without blocking and closed on exec.
    func open(_ path: String) throws(SystemError) -> CInt
    func close(_ descriptor: CInt)
    /// `argument` is the request's structure, read and written in place.
    @unsafe func ioctl(
        _ descriptor: CInt, _ request: Request, _ argument: UnsafeMutableRawBufferPointer
    ) throws(SystemError)
    /// Maps `length` bytes of the device at `offset`, shared, for reading and writing.
    @unsafe func map(
        _ descriptor: CInt, length: Int, offset: Int
    ) throws(SystemError) -> UnsafeMutableRawBufferPointer
    @unsafe func unmap(_ memory: UnsafeMutableRawBufferPointer)
    /// Waits until `descriptor` has what `interest` asks for, or `wake` is readable, or `timeout` has passed
    /// (`nil`: for ever).
    func poll(
        _ descriptor: CInt, for interest: PollInterest, wake: CInt?, timeout: Duration?
    ) throws(SystemError) -> PollResult
}

/// What to wait for on a device.
public enum PollInterest: Sendable {
    /// A filled buffer (`POLLIN`).
    case frame
    /// An event such as a changed control (`POLLPRI`).
    case event
}

/// What a wait ended with.
public struct PollResult: Hashable, Sendable {
    /// The device has what was waited for.
    public var isReady: Bool
    /// The device reports an error (`POLLERR`): not streaming, no buffer queued, or gone.
    public var isFailed: Bool
    /// The device has been disconnected (`POLLHUP`).
    public var isHungUp: Bool
    /// The wake descriptor was readable.
    public var isWoken: Bool

    public init(isReady: Bool = false, isFailed: Bool = false, isHungUp: Bool = false, isWoken: Bool = false) {
        self.isReady = isReady
        self.isFailed = isFailed
        self.isHungUp = isHungUp
        self.isWoken = isWoken
    }

    public var timedOut: Bool { self == PollResult() }
}

extension SystemError: Error {}
