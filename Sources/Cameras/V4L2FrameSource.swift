// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Synchronization
internal import V4L2

/// A V4L2 camera as a source of grey frames.
///
/// The capture thread keeps the newest buffer; it is turned into luma only when somebody asks for a frame, so frames
/// nobody looks at cost nothing but a requeue. Damaged frames are counted and passed over: those the driver flags, and
/// those that do not decode at all; one that decoded in part is delivered as corrupt.
final class V4L2FrameSource: FrameSource {
    let format: StreamFormat
    private let stream: CaptureStream
    private let converter: any LumaConverter
    /// Frames that did not decode.
    private let undecodable = Mutex(0)

    init(stream: CaptureStream, interval: FrameInterval?, converter: any LumaConverter) {
        self.stream = stream
        self.converter = converter
        self.format = StreamFormat(size: stream.format.size, fourCC: stream.format.fourCC, interval: interval)
    }

    var statistics: StreamStatistics {
        var statistics = stream.statistics
        statistics.corrupt += undecodable.withLock { $0 }
        return statistics
    }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + timeout
        while true {
            guard let raw = try stream.nextFrame(timeout: deadline.since(.now)) else { return nil }
            guard !raw.isCorrupt else { continue }
            let converted = converter.luma(of: raw)
            if converted?.isDamaged != false { undecodable.withLock { $0 += 1 } }
            guard let (luma, isDamaged) = converted else { continue }
            return Frame(luma: luma, sequence: raw.sequence, timestamp: raw.timestamp, isCorrupt: isDamaged)
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
