// SPDX-License-Identifier: Apache-2.0

internal import CLibcamera
internal import Frames
import Glibc
internal import Synchronization

/// A running stream of a session. A frame's bytes keep it alive.
final class LibcameraStream: Sendable {
    /// What libcamera configured.
    let fourCC: FourCC
    let size: FrameSize
    let bytesPerLine: Int
    private let session: LibcameraSession
    private let handle: Handle
    /// Held while `next` waits, so that `stop` comes after it.
    private let waiting = Mutex(false)

    @safe private struct Handle: @unchecked Sendable {
        // Unchecked: the plugin's functions for streams lock, and `waiting` orders `next` and `stop`.
        let pointer: OpaquePointer
    }

    /// Takes over `stream`.
    init(_ session: LibcameraSession, _ stream: OpaquePointer, _ format: clibcamera_format) {
        self.session = session
        handle = unsafe Handle(pointer: stream)
        fourCC = LibcameraFormat.fourCC(drm: format.format)
        size = FrameSize(width: Int(format.width), height: Int(format.height))
        bytesPerLine = Int(format.stride)
    }

    deinit {
        stop()
        unsafe table.free_stream(handle.pointer)
    }

    private var table: clibcamera_functions { session.library.table }

    /// One frame: its first plane, and what the pipeline says of it.
    struct RawFrame {
        var storage: PixelStorage
        var sequence: Int
        /// Nanoseconds on one of two clocks; 0 if there is none.
        var timestamp: UInt64
        var metadata: [RawValue]
    }

    enum Outcome {
        case frame(RawFrame)
        case timedOut, gone, stopped
        case failed(Int32)
    }

    func next(timeout: Duration) -> Outcome {
        waiting.withLock { isStopped in
            guard !isStopped else { return .stopped }
            var frame = clibcamera_frame()
            let errno = unsafe table.next(handle.pointer, Int64(timeout.milliseconds * 1e6), &frame)
            switch errno {
            case 0: return .frame(take(&frame))
            case ETIMEDOUT: return .timedOut
            case ENODEV: return .gone
            case ECANCELED: return .stopped
            default: return .failed(errno)
            }
        }
    }

    private func take(_ frame: inout clibcamera_frame) -> RawFrame {
        let index = frame.index
        let plane = unsafe frame.planes.0
        let isCompressed = bytesPerLine == 0 || PixelFormat(fourCC) == .compressed
        let count = unsafe frame.plane_count == 0 ? 0 : isCompressed ? plane.used : plane.length + Self.following(frame)
        let storage = unsafe PixelStorage(lending: UnsafeRawBufferPointer(start: plane.bytes, count: count)) { [self] in
            unsafe table.release(handle.pointer, index)
        }
        let reported = frame.metadata_count
        let metadata = unsafe withUnsafeBytes(of: &frame.metadata) { bytes in
            unsafe bytes.assumingMemoryBound(to: clibcamera_value.self).prefix(reported).compactMap { RawValue($0) }
        }
        return RawFrame(
            storage: storage, sequence: Int(clamping: frame.sequence), timestamp: frame.timestamp, metadata: metadata)
    }

    /// The bytes of the planes that lie right behind the first one, as the colours of NV12 and YU12 do where all share a buffer.
    private static func following(_ frame: clibcamera_frame) -> Int {
        var count = 0
        unsafe withUnsafeBytes(of: frame.planes) { bytes in
            let planes = unsafe bytes.assumingMemoryBound(to: clibcamera_plane.self).prefix(Int(frame.plane_count))
            guard let first = unsafe planes.first, let start = unsafe first.bytes else { return }
            for unsafe plane in unsafe planes.dropFirst() {
                guard let bytes = unsafe plane.bytes, unsafe bytes == start + first.length + count else { return }
                unsafe count += plane.length
            }
        }
        return count
    }

    var statistics: StreamStatistics {
        var counts = clibcamera_statistics()
        unsafe table.statistics(handle.pointer, &counts)
        var statistics = StreamStatistics()
        statistics.captured = Int(clamping: counts.captured)
        statistics.superseded = Int(clamping: counts.superseded)
        statistics.dropped = Int(clamping: counts.dropped)
        statistics.corrupt = Int(clamping: counts.damaged)
        return statistics
    }

    /// Stops the camera. Frames stay readable.
    func stop() {
        unsafe table.wake(handle.pointer)
        waiting.withLock { isStopped in
            if !isStopped { unsafe table.stop(handle.pointer) }
            isStopped = true
        }
    }
}
