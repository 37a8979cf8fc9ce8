// SPDX-License-Identifier: Apache-2.0

package import ConfinedDecoding
package import Frames
internal import Glibc
internal import Synchronization

/// A camera of libcamera as a source of luma frames.
///
/// libcamera's thread keeps the newest frame; it is converted to luma only when it is asked for, and lent without a copy where
/// luma is a plane of its own.
package final class LibcameraFrameSource: CompressedFrames {
    package let format: StreamFormat
    private let camera: LibcameraCamera
    private let stream: LibcameraStream
    private let reports: ReportedValues
    private let decoder: BufferDecoder
    private let undecodable = Mutex(0)
    private let keepsCompressed = Atomic(false)
    private let origin: TimestampOrigin

    /// Starts the camera in a mode, and holds it until `stop()`.
    ///
    /// - Parameters:
    ///   - reports: receives what the pipeline reports of each frame.
    ///   - framesPerSecond: what was requested, for the format.
    package init(
        _ session: LibcameraSession, mode: LibcameraSession.Mode, reports: ReportedValues, framesPerSecond: Double?,
        decoders: Decoders
    ) throws(LibcameraError) {
        camera = session.camera
        self.reports = reports
        stream = try session.start(mode)
        guard stream.fourCC == mode.fourCC else {
            stream.stop()
            throw LibcameraError(
                .noMode,
                "cannot capture from \(session.camera.address): \(mode.fourCC) \(mode.size) was requested, but libcamera set "
                    + "\(stream.fourCC) \(stream.size); choose another mode with --format and --size")
        }
        do throws(BufferDecoder.Failure) {
            decoder = try BufferDecoder(stream.fourCC, size: stream.size, decoders: decoders)
        } catch {
            stream.stop()
            throw LibcameraError(.failed, error.description)
        }
        // The Raspberry Pi's pipeline gives the start of the exposure; others copy what V4L2 says.
        origin = session.camera.isRaspberryPi ? .exposureStart : .frameEnd
        format = StreamFormat(
            size: stream.size, fourCC: stream.fourCC,
            interval: framesPerSecond.flatMap { FrameInterval(numerator: 1000, denominator: UInt32(($0 * 1000).rounded())) })
    }

    deinit { stop() }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + timeout
        while true {
            switch stream.next(timeout: max(.zero, deadline.since(.now))) {
            case .stopped: return nil
            case .timedOut:
                throw FrameSourceError(
                    .noFrame,
                    "cannot read a frame from \(camera.address): none came in \(Int(timeout.milliseconds)) ms; run candela doctor "
                        + camera.address)
            case .gone:
                throw FrameSourceError(.gone, "cannot read a frame from \(camera.address): the camera was unplugged")
            case .failed(let errno):
                throw FrameSourceError(
                    .failed, LibcameraError("read a frame from", camera.address, errno: errno).description)
            case .frame(let raw):
                reports.take(raw.metadata)
                if let frame = frame(of: raw) { return frame }
                // A failed decode can take longer than a frame interval.
                if deadline <= .now {
                    throw FrameSourceError(
                        .noFrame, "cannot read frames from \(camera.address): they cannot be decoded; try another --format")
                }
            }
        }
    }

    /// `nil` for a frame to skip.
    private func frame(of raw: LibcameraStream.RawFrame) -> Frame? {
        guard let (luma, isDamaged) = decoder.luma(of: raw.storage, bytesPerLine: stream.bytesPerLine) else {
            undecodable.withLock { $0 += 1 }
            return nil
        }
        if isDamaged { undecodable.withLock { $0 += 1 } }
        let (timestamp, isKnown) = Self.monotonic(raw.timestamp)
        var frame = Frame(
            luma: luma, sequence: raw.sequence, timestamp: timestamp, timestampOrigin: isKnown ? origin : .arrival,
            isCorrupt: isDamaged)
        if keepsCompressed.load(ordering: .relaxed) {
            frame.keepOriginal(raw.storage, stream.fourCC, size: stream.size, bytesPerLine: stream.bytesPerLine)
        }
        return frame
    }

    /// A time on the monotonic clock. libcamera documents CLOCK_BOOTTIME, and most pipelines copy V4L2's CLOCK_MONOTONIC; the
    /// two differ by the time for which the machine was suspended. It is the one on which the time is less than a second ago.
    package static func monotonic(_ time: UInt64, now: FrameTimestamp = .now, sinceBoot: Int64? = nil) -> (FrameTimestamp, isKnown: Bool) {
        let time = Int64(clamping: time)
        let asleep = (sinceBoot ?? bootTime) - now.nanoseconds
        for candidate in [time, time - asleep] {
            if candidate <= now.nanoseconds, now.nanoseconds - candidate < 1_000_000_000 {
                return (FrameTimestamp(nanoseconds: candidate), true)
            }
        }
        return (now, false)
    }

    private static var bootTime: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    package var statistics: StreamStatistics {
        var statistics = stream.statistics
        statistics.undecodable = undecodable.withLock { $0 }
        statistics.corrupt += statistics.undecodable
        return statistics
    }

    package func keepCompressed(_ isWanted: Bool) { keepsCompressed.store(isWanted, ordering: .relaxed) }

    package func stop() { stream.stop() }
}

extension LibcameraCamera {
    /// Whether one of its nodes belongs to a receiver of a Raspberry Pi, whose pipeline reports the start of the exposure.
    var isRaspberryPi: Bool {
        devices.contains { device in
            let number = "\((device >> 8) & 0xfff):\((device & 0xff) | ((device >> 12) & 0xfff00))"
            var name = [UInt8](repeating: 0, count: 256)
            let count = unsafe name.withUnsafeMutableBytes { bytes in
                unsafe readlink("/sys/dev/char/\(number)/device/driver", bytes.baseAddress!, bytes.count)
            }
            guard count > 0 else { return false }
            let driver = String(decoding: name[..<count], as: UTF8.self).split(separator: "/").last
            return ["unicam", "bcm2835-unicam", "rp1-cfe"].contains(driver.map(String.init))
        }
    }
}
