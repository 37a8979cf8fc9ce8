// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
package import Frames
internal import Threads

/// A frame from the driver, lent: the driver gets its buffer back when the last reference is gone.
package struct RawFrame: Sendable {
    package var storage: PixelStorage
    /// The format of the bytes; `bytesPerLine` is as the driver reports it.
    package var format: CaptureFormat
    package var sequence: Int
    package var timestamp: FrameTimestamp
    package var timestampOrigin: TimestampOrigin
    package var isCorrupt: Bool
}

/// A capture stream of a device. One thread takes every frame from the driver and keeps the newest, so that a caller
/// never gets an old one, however long it took for the previous frame; or all, as long as there is room.
package final class CaptureStream: Sendable {
    package let format: CaptureFormat
    private let device: VideoDevice
    private let buffers: MappedBuffers
    private let machine: ConditionLock<StreamMachine>
    private let wake: WakeDescriptor
    private let thread: WorkerThread

    /// Maps buffers and starts streaming in the format that was set on `device`. The buffers stay mapped until the stream
    /// and all its frames are gone.
    ///
    /// - Parameter keepsAll: for frames that depend on each other: all are delivered, unless the caller falls behind by nearly
    ///   all buffers. Then those that wait are lost together, and the sequence has a gap.
    package init(
        _ device: VideoDevice, format: CaptureFormat, bufferCount: Int = 4, keepsAll: Bool = false
    ) throws(V4L2Error) {
        guard let wake = WakeDescriptor() else {
            throw V4L2Error(.poll, intent: "watch", path: device.path, error: .last)
        }
        let buffers = try MappedBuffers(device, format: format, count: bufferCount)
        let machine = StreamMachine(bufferCount: buffers.count, keepsAll: keepsAll)
        for case .queue(let index) in machine.initialActions {
            do throws(SystemError) {
                try Self.queue(index, device, buffers, format)
            } catch {
                throw V4L2Error(.queueBuffer, intent: "hand buffers to", path: device.path, error: error)
            }
        }
        var type = device.captureType(format.isMultiPlanar)
        try device.perform(.streamOn, &type, intent: "start streaming from")
        self.device = device
        self.format = format
        self.buffers = buffers
        self.wake = wake
        self.machine = ConditionLock(machine)
        let pump = Pump(
            device: device, format: format, buffers: buffers, machine: self.machine, wake: wake)
        thread = WorkerThread { pump.run() }
    }

    deinit {
        stop()
        thread.join()
    }

    /// The path of the node, for messages.
    package var path: String { device.path }

    package var statistics: StreamStatistics { machine.withLock { $0.statistics } }

    /// Waits for the next frame: one that is newer than the last; `nil` after `stop`.
    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> RawFrame? {
        enum Answer {
            case frame(StreamMachine.Waiting)
            case ended
            case failed(FrameSourceError)
        }
        let answer: Answer? = machine.wait(timeout: timeout) { machine in
            switch machine.state {
            case .stopped: return .ended
            case .failed(let error): return .failed(error)
            case .streaming: return machine.take().map { .frame($0) }
            }
        }
        switch answer {
        case .frame(let newest): return lend(newest)
        case .ended: return nil
        case .failed(let error): throw error
        case nil:
            throw FrameSourceError(
                .noFrame,
                "cannot read frames from \(device.path): no frame arrived in \(timeout.wholeMilliseconds) ms; "
                    + "replug the camera, or try another port")
        }
    }

    /// Ends the stream; the thread then stops the driver.
    package func stop() {
        _ = machine.withLockSignalling { $0.stop() }
        wake.signal()
    }

    private func lend(_ waiting: StreamMachine.Waiting) -> RawFrame {
        let filled = waiting.filled
        let whole = unsafe buffers.bytes(filled.index)
        let end = min(filled.bytesUsed, whole.count)
        let start = min(filled.dataOffset, end)
        let storage = unsafe PixelStorage(lending: UnsafeRawBufferPointer(rebasing: whole[start..<end])) {
            [device, buffers, format, machine] in
            let actions = machine.withLock { $0.released(filled.index) }
            for case .queue(let index) in actions { try? Self.queue(index, device, buffers, format) }
        }
        return RawFrame(
            storage: storage, format: format, sequence: waiting.sequence, timestamp: filled.timestamp,
            timestampOrigin: filled.timestampOrigin, isCorrupt: filled.isCorrupt)
    }

    fileprivate static func queue(
        _ index: Int, _ device: VideoDevice, _ buffers: MappedBuffers, _ format: CaptureFormat
    ) throws(SystemError) {
        var request = unsafe candela_buffer_request()
        unsafe candela_buffer_fill(
            &request, device.captureType(format.isMultiPlanar), UInt32(index), UInt32(buffers.planeCount))
        try unsafe device.attemptBuffer(.queueBuffer, &request)
    }
}

/// The stream's thread: waits, takes a buffer, asks the machine, executes its actions.
private struct Pump: Sendable {
    let device: VideoDevice
    let format: CaptureFormat
    let buffers: MappedBuffers
    let machine: ConditionLock<StreamMachine>
    let wake: WakeDescriptor

    func run() {
        while machine.withLock({ $0.state == .streaming }) {
            do throws(SystemError) {
                try turn()
            } catch {
                let failure = FrameSourceError(diagnosed(error))
                _ = machine.withLockSignalling { $0.failed(failure) }
            }
        }
        var type = device.captureType(format.isMultiPlanar)
        try? device.attempt(.streamOff, &type)
    }

    private func turn() throws(SystemError) {
        // No timeout: `nextFrame` has the caller's, and `stop` wakes this thread.
        let result = try device.kernel.poll(device.descriptor, for: .frame, wake: wake.descriptor, timeout: nil)
        if result.isWoken { return }
        if result.isHungUp { throw .noDevice }
        // POLLERR does not tell the cause; DQBUF does.
        var request = unsafe candela_buffer_request()
        unsafe candela_buffer_fill(
            &request, device.captureType(format.isMultiPlanar), 0, UInt32(buffers.planeCount))
        do throws(SystemError) {
            try unsafe device.attemptBuffer(.dequeueBuffer, &request)
        } catch {
            if error == .tryAgain, !result.isFailed { return }
            throw error == .tryAgain ? .inputOutput : error
        }
        let buffer = unsafe candela_buffer_of(&request)
        let actions = machine.withLockSignalling { $0.dequeued(StreamMachine.Filled(buffer)) }
        for case .queue(let index) in actions { try CaptureStream.queue(index, device, buffers, format) }
    }

    /// The failure as an error. On unplug uvcvideo answers `EINVAL`, `EIO` or `ENODEV`, whichever comes first, so this asks
    /// the device whether it is still there.
    private func diagnosed(_ error: SystemError) -> V4L2Error {
        V4L2Error(
            .dequeueBuffer, intent: "read frames from", path: device.path,
            error: device.isGone ? .noDevice : error)
    }
}

extension Duration {
    /// For messages: rounded, at least 0.
    package var wholeMilliseconds: Int { Int(min(max(milliseconds, 0), 1e15).rounded()) }
}

extension StreamMachine.Filled {
    init(_ buffer: candela_buffer) {
        let isMonotonic = buffer.flags & 0xe000 == 0x2000
        self.init(
            index: Int(buffer.index), bytesUsed: Int(buffer.bytesused), dataOffset: Int(buffer.data_offset),
            isCorrupt: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0, sequence: buffer.sequence,
            // Timestamps of another clock cannot be compared with ours: use the arrival time instead.
            timestamp: isMonotonic ? FrameTimestamp(nanoseconds: buffer.timestamp_ns) : .now,
            timestampOrigin: !isMonotonic ? .arrival : buffer.flags & 0x7_0000 == 0x1_0000 ? .exposureStart : .frameEnd)
    }
}

extension FrameSourceError {
    /// Converts the error for callers of any frame source.
    package init(_ error: V4L2Error) {
        let kind: Kind =
            switch error.error {
            case .busy: .busy
            case _ where error.error.meansGone: .gone
            default: .failed
            }
        self.init(kind, error.description)
    }
}
