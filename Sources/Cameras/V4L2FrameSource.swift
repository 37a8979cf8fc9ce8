// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Synchronization
internal import V4L2

/// A V4L2 camera as a source of grey frames.
///
/// The capture thread keeps the newest buffer; it is turned into luma only when somebody asks for a frame, so frames
/// nobody looks at cost nothing but a requeue.
final class V4L2FrameSource: FrameSource {
    let format: StreamFormat
    private let stream: CaptureStream
    private let converter: any LumaConverter
    /// Frames that did not decode, and whether the stream has settled.
    private let progress = Mutex((undecodable: 0, settling: SettlingFilter()))

    init(stream: CaptureStream, interval: FrameInterval?, converter: any LumaConverter) {
        self.stream = stream
        self.converter = converter
        self.format = StreamFormat(size: stream.format.size, fourCC: stream.format.fourCC, interval: interval)
    }

    var statistics: StreamStatistics {
        var statistics = stream.statistics
        statistics.corrupt += progress.withLock { $0.undecodable }
        return statistics
    }

    /// Frames that the driver flags, or that do not decode at all, are counted and passed over; one that decoded in
    /// part is delivered as corrupt.
    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + timeout
        while true {
            guard let raw = try stream.nextFrame(timeout: deadline.since(.now)) else { return nil }
            guard let (luma, isDamaged) = raw.isCorrupt ? nil : converter.luma(of: raw) else {
                progress.withLock {
                    if !raw.isCorrupt { $0.undecodable += 1 }
                    _ = $0.settling.accept(mean: nil)
                }
                continue
            }
            let isSettled = progress.withLock { progress in
                if isDamaged { progress.undecodable += 1 }
                return progress.settling.isSettled
                    || progress.settling.accept(mean: isDamaged ? nil : luma.sparseMean)
            }
            guard isSettled else { continue }
            return Frame(
                luma: luma, sequence: raw.sequence, timestamp: raw.timestamp, isCorrupt: isDamaged)
        }
    }

    func stop() { stream.stop() }
}

extension LumaImage {
    /// The mean of every sixteenth pixel of every sixteenth row: enough to see the exposure settle.
    var sparseMean: Double {
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
