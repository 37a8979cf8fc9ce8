// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
package import Frames
package import Synchronization
package import V4L2

/// A fake kernel with one camera that streams what a test feeds it, and fails if a test says so.
///
/// `description` answers requests that describe the camera (formats, sizes, controls); without it only streaming works.
@safe package final class FakeStreamKernel: Kernel, @unchecked Sendable {
    // Unchecked: `memory` is written once, when buffers are requested, before any thread starts.
    package struct State {
        package var queued: [UInt32] = []
        var filled: [(index: UInt32, bytes: [UInt8], flags: UInt32, sequence: UInt32)] = []
        var calls: [String] = []
        var failures: [String: SystemError] = [:]
        var isGone = false
        var isStreaming = false
        var script: [Step] = []
        var scripted: UInt32 = 0
        /// What was set last; before that `description` knows.
        var format: (fourCC: UInt32, size: FrameSize, stride: UInt32)?
        var settledFormat: (fourCC: UInt32, size: FrameSize)?
        var interval = (numerator: UInt32(1), denominator: UInt32(30))
        var fastestInterval: (numerator: UInt32, denominator: UInt32)?
        var bufferCount = 0
    }

    /// What the camera does next.
    package enum Step: Sendable {
        case frame([UInt8], flags: UInt32 = 0)
        case unplug
    }

    package let state = Mutex(State())
    private let description: (any Kernel)?
    private let length: Int
    private nonisolated(unsafe) var memory = unsafe [UnsafeMutableRawBufferPointer]()

    package init(description: (any Kernel)? = nil, bufferLength: Int = 4096) {
        self.description = description
        length = bufferLength
    }

    deinit { unsafe memory.forEach { unsafe $0.deallocate() } }

    /// The requests made so far, in order.
    package var calls: [String] { state.withLock { $0.calls } }
    package var queued: [UInt32] { state.withLock { $0.queued } }
    /// The interval that was set last, in seconds.
    package var interval: (numerator: UInt32, denominator: UInt32) { state.withLock { $0.interval } }

    package func fail(_ request: Request, with error: SystemError) {
        state.withLock { $0.failures[request.name] = error }
    }

    /// The format that the driver sets, whatever is requested.
    package func settle(on fourCC: UInt32, width: Int, height: Int) {
        state.withLock { $0.settledFormat = (fourCC, FrameSize(width: width, height: height)) }
    }

    /// The rate that the driver sets, whatever is requested.
    package func settle(onInterval numerator: UInt32, _ denominator: UInt32) {
        state.withLock { $0.fastestInterval = (numerator, denominator) }
    }

    /// Fills the buffer queued longest; `false` if the driver has none and the frame is lost.
    package func produce(_ bytes: [UInt8], sequence: UInt32, flags: UInt32 = 0) -> Bool {
        state.withLock { Self.produce(&$0, bytes, sequence: sequence, flags: flags) }
    }

    /// Appends steps of the camera while it streams. A step runs when the driver has all buffers, so each frame is processed
    /// and dropped before the next: no frame is superseded, and no test depends on thread timing.
    package func play(_ steps: [Step]) { state.withLock { $0.script += steps } }

    package func unplug() { state.withLock { $0.isGone = true } }

    private static func produce(_ state: inout State, _ bytes: [UInt8], sequence: UInt32, flags: UInt32) -> Bool {
        guard !state.queued.isEmpty else { return false }
        let index = state.queued.removeFirst()
        state.filled.append((index, bytes, flags | 0x2000, sequence))
        return true
    }

    private static func step(_ state: inout State) {
        guard state.isStreaming, state.queued.count == state.bufferCount, !state.script.isEmpty else { return }
        switch state.script.removeFirst() {
        case .frame(let bytes, let flags):
            _ = produce(&state, bytes, sequence: state.scripted, flags: flags)
            state.scripted += 1
        case .unplug: state.isGone = true
        }
    }

    package func open(_ path: String) throws(SystemError) -> CInt {
        if let error = state.withLock({ $0.failures["open"] }) { throw error }
        return 1
    }
    package func close(_ descriptor: CInt) { state.withLock { $0.calls.append("close") } }

    @unsafe package func ioctl(
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
            state.withLock { $0.bufferCount = Int(count) }
        case .queryBuffer:
            var buffer = unsafe argument.load(as: v4l2_buffer.self)
            unsafe buffer.length = UInt32(length)
            unsafe buffer.m.offset = buffer.index * UInt32(length)
            unsafe argument.storeBytes(of: buffer, as: v4l2_buffer.self)
        case .queueBuffer:
            let index = unsafe argument.load(as: v4l2_buffer.self).index
            state.withLock { $0.queued.append(index) }
        case .dequeueBuffer: try unsafe dequeue(argument)
        case .streamOn:
            if (description as? LyingControls)?.streamStarts() == false { return }
            state.withLock { $0.isStreaming = true }
        case .streamOff: state.withLock { $0.isStreaming = false }
        case .setFormat: unsafe setFormat(argument)
        case .getFormat where format != nil:
            let set = format ?? (0, FrameSize(width: 0, height: 0), 0)
            var raw = unsafe argument.load(as: v4l2_format.self)
            unsafe raw.fmt.pix.pixelformat = set.fourCC
            unsafe raw.fmt.pix.width = UInt32(set.size.width)
            unsafe raw.fmt.pix.height = UInt32(set.size.height)
            unsafe raw.fmt.pix.bytesperline = set.stride
            unsafe raw.fmt.pix.sizeimage = UInt32(length)
            unsafe argument.storeBytes(of: raw, as: v4l2_format.self)
        case .setParameters, .getParameters: unsafe exchangeInterval(argument, sets: request == .setParameters)
        default:
            guard let description else {
                if request == .queryCapability { return }
                throw .notATerminal
            }
            try unsafe description.ioctl(descriptor, request, argument)
        }
    }

    @unsafe private func dequeue(_ argument: UnsafeMutableRawBufferPointer) throws(SystemError) {
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
    }

    @unsafe private func setFormat(_ argument: UnsafeMutableRawBufferPointer) {
        var raw = unsafe argument.load(as: v4l2_format.self)
        if let settled = state.withLock({ $0.settledFormat }) {
            unsafe raw.fmt.pix.pixelformat = settled.fourCC
            unsafe raw.fmt.pix.width = UInt32(settled.size.width)
            unsafe raw.fmt.pix.height = UInt32(settled.size.height)
        }
        let layout = unsafe PixelFormat(FourCC(rawValue: raw.fmt.pix.pixelformat)).layout
        let stride = unsafe layout?.minimumBytesPerLine(width: Int(raw.fmt.pix.width)) ?? 0
        unsafe raw.fmt.pix.bytesperline = UInt32(stride)
        unsafe raw.fmt.pix.sizeimage = UInt32(length)
        unsafe argument.storeBytes(of: raw, as: v4l2_format.self)
        let set = unsafe (raw.fmt.pix.pixelformat, Int(raw.fmt.pix.width), Int(raw.fmt.pix.height))
        state.withLock { $0.format = (set.0, FrameSize(width: set.1, height: set.2), UInt32(stride)) }
    }

    /// Format and size that were set last.
    package var format: (fourCC: UInt32, size: FrameSize, stride: UInt32)? { state.withLock { $0.format } }

    @unsafe private func exchangeInterval(_ argument: UnsafeMutableRawBufferPointer, sets: Bool) {
        var raw = unsafe argument.load(as: v4l2_streamparm.self)
        let asked = unsafe candela_interval_of(&raw)
        let interval = state.withLock { state in
            if sets { state.interval = state.fastestInterval ?? (asked.numerator, asked.denominator) }
            return state.interval
        }
        unsafe raw.parm.capture.timeperframe = v4l2_fract(
            numerator: interval.numerator, denominator: interval.denominator)
        unsafe argument.storeBytes(of: raw, as: v4l2_streamparm.self)
    }

    @unsafe package func map(
        _ descriptor: CInt, length: Int, offset: Int
    ) throws(SystemError) -> UnsafeMutableRawBufferPointer { unsafe memory[offset / self.length] }
    @unsafe package func unmap(_ memory: UnsafeMutableRawBufferPointer) {
        state.withLock { $0.calls.append("munmap") }
    }

    /// Polls every millisecond: the fake camera has no descriptor to wait on.
    package func poll(
        _ descriptor: CInt, for interest: PollInterest, wake: CInt?, timeout: Duration?
    ) throws(SystemError) -> PollResult {
        let system = SystemKernel()
        while true {
            let (ready, gone) = state.withLock { state in
                Self.step(&state)
                return (!state.filled.isEmpty, state.isGone)
            }
            if gone { return PollResult(isFailed: true, isHungUp: true) }
            if ready { return PollResult(isReady: true) }
            // Only the wake descriptor is polled, for a millisecond.
            let woken = try system.poll(-1, for: interest, wake: wake, timeout: .milliseconds(1))
            if woken.isWoken { return woken }
        }
    }
}
