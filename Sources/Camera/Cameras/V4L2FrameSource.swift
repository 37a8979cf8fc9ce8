// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Synchronization
internal import V4L2

/// A V4L2 camera as a source of luma frames.
///
/// The capture thread keeps the newest buffer. It is converted to luma only when a frame is requested, so unused frames
/// cost only a requeue. Damaged frames are counted and skipped: those that the driver flags, and those that do not
/// decode at all. A frame that decodes in part is delivered as corrupt.
final class V4L2FrameSource: CompressedFrames {
    let format: StreamFormat
    private let stream: CaptureStream
    private let converter: any LumaConverter
    /// The number of frames that did not decode.
    private let undecodable = Mutex(0)
    private let keepsCompressed = Atomic(false)

    init(stream: CaptureStream, interval: FrameInterval?, converter: any LumaConverter) {
        self.stream = stream
        self.converter = converter
        self.format = StreamFormat(size: stream.format.size, fourCC: stream.format.fourCC, interval: interval)
    }

    var statistics: StreamStatistics {
        var statistics = stream.statistics
        statistics.undecodable = undecodable.withLock { $0 }
        statistics.corrupt += statistics.undecodable
        return statistics
    }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + timeout
        var passedOver = 0
        while true {
            let raw: RawFrame?
            do throws(FrameSourceError) {
                raw = try stream.nextFrame(timeout: deadline.since(.now))
            } catch {
                throw error.kind == .noFrame && passedOver > 0 ? allDamaged(passedOver, timeout) : error
            }
            guard let raw else { return nil }
            if let frame = frame(of: raw) { return frame }
            passedOver += 1
            // A failed decode can take longer than a frame interval, so that a frame is always waiting.
            if deadline <= .now { throw allDamaged(passedOver, timeout) }
        }
    }

    /// `nil` for a frame to skip.
    private func frame(of raw: RawFrame) -> Frame? {
        guard !raw.isCorrupt else { return nil }
        let converted = converter.luma(of: raw)
        if converted?.isDamaged != false { undecodable.withLock { $0 += 1 } }
        guard let (luma, isDamaged) = converted else { return nil }
        var frame = Frame(
            luma: luma, sequence: raw.sequence, timestamp: raw.timestamp, timestampOrigin: raw.timestampOrigin,
            isCorrupt: isDamaged)
        if keepsCompressed.load(ordering: .relaxed), let fourCC = format.fourCC {
            frame.keepOriginal(raw.storage, fourCC, size: raw.format.size, bytesPerLine: raw.format.bytesPerLine)
        }
        return frame
    }

    func keepCompressed(_ isWanted: Bool) { keepsCompressed.store(isWanted, ordering: .relaxed) }

    private func allDamaged(_ count: Int, _ timeout: Duration) -> FrameSourceError {
        FrameSourceError(
            .noFrame,
            "cannot read frames from \(stream.path): all \(count) frames received in \(timeout.wholeMilliseconds) ms were "
                + "damaged; try another cable, port or --format")
    }

    func stop() { stream.stop() }
}

extension LumaImage {
    /// The mean of every sixteenth pixel of every sixteenth row: enough to detect settled exposure.
    package var sparseMean: Double {
        guard size.area > 0 else { return 0 }
        return withSpan { pixels in
            var sum = 0
            var count = 0
            for y in stride(from: 0, to: height, by: 16) {
                for x in stride(from: 0, to: width, by: 16) {
                    sum &+= Int(pixels[y &* rowStride &+ x])
                    count &+= 1
                }
            }
            return Double(sum) / Double(count)
        }
    }
}
