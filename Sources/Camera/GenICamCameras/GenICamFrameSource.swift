// SPDX-License-Identifier: Apache-2.0

internal import CAravis
package import Frames
import Glibc
internal import Synchronization

/// A GenICam camera as a source of luma frames. A thread keeps the newest frame; older ones go back to the camera.
package final class GenICamFrameSource: FrameSource {
    package let format: StreamFormat
    private let camera: GenICamCamera
    private let fourCC: FourCC
    private let undecodable = Mutex(0)
    private let first = Mutex<UInt64?>(nil)

    /// Sets format and size, and starts the camera.
    package init(
        _ camera: GenICamCamera, fourCC: FourCC, size: FrameSize, framesPerSecond: Double?
    ) throws(GenICamError) {
        guard let pfnc = GenICamFormat.pfnc(fourCC) else {
            throw GenICamError(.noMode, "cannot capture \(fourCC) from \(camera.name): candela cannot read it")
        }
        var failure = [CChar](repeating: 0, count: Int(CARAVIS_FAILURE))
        guard
            unsafe caravis_start(
                camera.handle.pointer, pfnc, UInt32(clamping: size.width), UInt32(clamping: size.height),
                framesPerSecond ?? 0, &failure) == 0
        else {
            throw GenICamError(
                .failed, "cannot start streaming from \(camera.name): \(GenICamCamera.text(failure)); another program may use it")
        }
        self.camera = camera
        self.fourCC = fourCC
        let rate = camera.read(CARAVIS_FRAME_RATE)
        format = StreamFormat(
            size: size, fourCC: fourCC,
            interval: rate.is_there != 0 && rate.value > 0.001 && rate.value < 1e5
                ? FrameInterval(numerator: 1000, denominator: UInt32((rate.value * 1000).rounded())) : nil)
    }

    deinit { stop() }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + timeout
        while true {
            var raw = unsafe caravis_frame()
            let left = max(.zero, deadline.since(.now))
            switch unsafe caravis_next(camera.handle.pointer, Int64(left.milliseconds * 1e6), &raw) {
            case 0:
                if let frame = unsafe frame(of: raw) { return frame }
            case ECANCELED: return nil
            case ENODEV:
                throw FrameSourceError(.gone, "cannot read a frame from \(camera.name): the camera no longer answers")
            default:
                throw FrameSourceError(
                    .noFrame,
                    "cannot read a frame from \(camera.name): none came in \(Int(timeout.milliseconds)) ms; check that it does not "
                        + "wait for a trigger (candela get -c \(camera.name) trigger_mode), and that no firewall drops its packets")
            }
        }
    }

    /// `nil` for a frame to skip.
    private func frame(of raw: caravis_frame) -> Frame? {
        let (camera, buffer, generation) = unsafe (self.camera, Lent(pointer: raw.buffer), raw.generation)
        let storage = unsafe PixelStorage(lending: UnsafeRawBufferPointer(start: raw.bytes, count: raw.count)) {
            unsafe caravis_release(camera.handle.pointer, buffer.pointer, generation)
        }
        let size = unsafe FrameSize(width: Int(raw.width), height: Int(raw.height))
        guard unsafe GenICamFormat.fourCC(raw.format) == fourCC, size == format.size,
            case .readable(let layout) = PixelFormat(fourCC), let row = layout.lumaRowBytes(width: size.width)
        else {
            undecodable.withLock { $0 += 1 }
            return nil
        }
        let padding = unsafe Int(raw.padding)
        let luma: LumaImage
        do throws(LumaExtractionError) {
            luma = try LumaExtractor.luma(
                from: storage, byteCount: storage.count, format: fourCC, size: size,
                bytesPerLine: padding == 0 ? 0 : row + padding)
        } catch {
            undecodable.withLock { $0 += 1 }
            return nil
        }
        let number = unsafe raw.number
        let start = first.withLock { first in
            if first == nil { first = number }
            return first ?? number
        }
        return Frame(
            luma: luma, sequence: Int(clamping: number &- start), timestamp: Self.monotonic(unsafe raw.arrival),
            timestampOrigin: .arrival)
    }

    @safe private struct Lent: @unchecked Sendable { let pointer: UnsafeMutableRawPointer? }

    /// The arrival, which Aravis takes from the wall clock, on the monotonic clock; now if it is not believable.
    private static func monotonic(_ arrival: UInt64) -> FrameTimestamp {
        let now = FrameTimestamp.now
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let age = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) - Int64(clamping: arrival)
        return (0..<1_000_000_000).contains(age) ? FrameTimestamp(nanoseconds: now.nanoseconds - age) : now
    }

    package var statistics: StreamStatistics {
        var counts = caravis_statistics()
        unsafe caravis_counts(camera.handle.pointer, &counts)
        var statistics = StreamStatistics()
        statistics.captured = Int(clamping: counts.captured)
        statistics.superseded = Int(clamping: counts.superseded)
        statistics.undecodable = undecodable.withLock { $0 }
        statistics.corrupt = Int(clamping: counts.damaged) + statistics.undecodable
        return statistics
    }

    package func stop() { unsafe caravis_stop(camera.handle.pointer) }
}
