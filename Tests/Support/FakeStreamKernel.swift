// SPDX-License-Identifier: Apache-2.0

import CVideodev2
import Synchronization
import V4L2

/// A kernel with one camera that streams what a test feeds it, and fails where a test says so.
@safe final class FakeStreamKernel: Kernel, @unchecked Sendable {
    // Unchecked: `memory` is written once, when the buffers are requested, before any thread is started.
    struct State {
        var queued: [UInt32] = []
        var filled: [(index: UInt32, bytes: [UInt8], flags: UInt32, sequence: UInt32)] = []
        var calls: [String] = []
        var failures: [String: SystemError] = [:]
        var isGone = false
        var isStreaming = false
    }

    let state = Mutex(State())
    private let length = 4096
    private nonisolated(unsafe) var memory = unsafe [UnsafeMutableRawBufferPointer]()

    deinit { unsafe memory.forEach { unsafe $0.deallocate() } }

    /// The requests made so far, in order.
    var calls: [String] { state.withLock { $0.calls } }
    var queued: [UInt32] { state.withLock { $0.queued } }

    func fail(_ request: Request, with error: SystemError) {
        state.withLock { $0.failures[request.name] = error }
    }

    /// Fills the buffer that has been queued longest. False when the driver has none: the frame is lost.
    func produce(_ bytes: [UInt8], sequence: UInt32, flags: UInt32 = 0) -> Bool {
        state.withLock { state in
            guard !state.queued.isEmpty else { return false }
            let index = state.queued.removeFirst()
            state.filled.append((index, bytes, flags | 0x2000, sequence))
            return true
        }
    }

    func unplug() { state.withLock { $0.isGone = true } }

    func open(_ path: String) throws(SystemError) -> CInt {
        if let error = state.withLock({ $0.failures["open"] }) { throw error }
        return 1
    }
    func close(_ descriptor: CInt) { state.withLock { $0.calls.append("close") } }

    @unsafe func ioctl(
        _ descriptor: CInt, _ request: Request, _ argument: UnsafeMutableRawBufferPointer
    ) throws(SystemError) {
        let failure: SystemError? = state.withLock { state in
            if request != .dequeueBuffer { state.calls.append(request.name) }
            if let failure = state.failures[request.name] { return failure }
            return state.isGone ? .noDevice : nil
        }
        if let failure { throw failure }
        switch request {
        case .requestBuffers:
            let count = unsafe argument.load(as: v4l2_requestbuffers.self).count
            if unsafe memory.isEmpty {
                for _ in 0..<count { unsafe memory.append(.allocate(byteCount: length, alignment: 16)) }
            }
        case .queryBuffer:
            var buffer = unsafe argument.load(as: v4l2_buffer.self)
            unsafe buffer.length = UInt32(length)
            unsafe buffer.m.offset = buffer.index * UInt32(length)
            unsafe argument.storeBytes(of: buffer, as: v4l2_buffer.self)
        case .queueBuffer:
            let index = unsafe argument.load(as: v4l2_buffer.self).index
            state.withLock { $0.queued.append(index) }
        case .dequeueBuffer:
            let next = state.withLock { $0.filled.isEmpty ? nil : $0.filled.removeFirst() }
            guard let next else { throw .tryAgain }
            unsafe memory[Int(next.index)].copyBytes(from: next.bytes)
            var buffer = unsafe argument.load(as: v4l2_buffer.self)
            unsafe buffer.index = next.index
            unsafe buffer.bytesused = UInt32(next.bytes.count)
            unsafe buffer.flags = next.flags
            unsafe buffer.sequence = next.sequence
            unsafe buffer.timestamp.tv_sec = 7
            unsafe buffer.timestamp.tv_usec = Int(next.sequence)
            unsafe argument.storeBytes(of: buffer, as: v4l2_buffer.self)
        case .streamOn: state.withLock { $0.isStreaming = true }
        case .streamOff: state.withLock { $0.isStreaming = false }
        case .queryCapability: break
        default: throw .notATerminal
        }
    }

    @unsafe func map(
        _ descriptor: CInt, length: Int, offset: Int
    ) throws(SystemError) -> UnsafeMutableRawBufferPointer { unsafe memory[offset / self.length] }
    @unsafe func unmap(_ memory: UnsafeMutableRawBufferPointer) { state.withLock { $0.calls.append("munmap") } }

    /// Looks every millisecond: a test's camera has no descriptor to sleep on.
    func poll(
        _ descriptor: CInt, for interest: PollInterest, wake: CInt?, timeout: Duration?
    ) throws(SystemError) -> PollResult {
        let system = SystemKernel()
        while true {
            let (ready, gone) = state.withLock { (!$0.filled.isEmpty, $0.isGone) }
            if gone { return PollResult(isFailed: true, isHungUp: true) }
            if ready { return PollResult(isReady: true) }
            // Only the wake descriptor is polled, for a millisecond.
            let woken = try system.poll(-1, for: interest, wake: wake, timeout: .milliseconds(1))
            if woken.isWoken { return woken }
        }
    }
}
