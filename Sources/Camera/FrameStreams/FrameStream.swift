// SPDX-License-Identifier: Apache-2.0

import Frames
import Synchronization

/// The common part of the stream sources: delivery, decoding, counting.
///
/// With `.everyFrame` the calling thread reads. With `.newest` the stream has its own thread that reads and cuts, and
/// the calling thread decodes, so that decoding never blocks the writer.
final class FrameStream: Sendable {
    private struct Consumer {
        var hasEnded = false
        var keepsJPEG = false
        var statistics = StreamStatistics()
    }
    private let consumer = Mutex(Consumer())
    /// Held during `nextFrame`; guards `reader` (unless `live` owns it) and `decoder`.
    private let turn = Mutex(())
    private let reader: StreamReader
    private let live: LiveReader?
    private let decoder: FrameDecoder

    init(_ reader: StreamReader, _ decoder: FrameDecoder, _ delivery: FrameDelivery) throws(FrameSourceError) {
        self.reader = reader
        self.decoder = decoder
        live = delivery == .newest ? try LiveReader(reader) : nil
        try live?.start()
    }

    deinit { stop() }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        // Limited to a month, so that the sum with the clock does not overflow.
        let deadline = FrameTimestamp.now + min(max(timeout, .zero), .seconds(2_678_400))
        return try turn.withLock { (_: inout ()) throws(FrameSourceError) -> Frame? in
            while !consumer.withLock({ $0.hasEnded }) {
                do throws(FrameSourceError) {
                    switch try next(deadline) {
                    case .frame(let cut): if let frame = try decode(cut) { return frame }
                    case .end:
                        end()
                        if let error = decoder.misfitError { throw error }
                    case .stopped: end()
                    case .timeout:
                        throw FrameSourceError(
                            .noFrame, "cannot read a frame from the stream: none arrived within \(timeout)")
                    }
                } catch {
                    if error.kind != .noFrame { end() }
                    throw error
                }
            }
            return nil
        }
    }

    private func next(_ deadline: FrameTimestamp) throws(FrameSourceError) -> StreamReader.Outcome {
        if let live { try live.next(deadline: deadline) } else { try reader.next(deadline: deadline) }
    }

    private func end() { consumer.withLock { $0.hasEnded = true } }

    /// `nil` for a frame to skip.
    private func decode(_ cut: StreamReader.NumberedFrame) throws(FrameSourceError) -> Frame? {
        consumer.withLock { $0.statistics.captured += 1 }
        switch try decoder.decode(cut.frame) {
        case .undecodable:
            consumer.withLock { $0.statistics.corrupt += 1 }
            return nil
        case .frame(let luma, let isDamaged):
            if isDamaged { consumer.withLock { $0.statistics.corrupt += 1 } }
            var frame = Frame(luma: luma, sequence: cut.sequence, timestamp: cut.timestamp, isCorrupt: isDamaged)
            if case .jpeg(let bytes) = cut.frame, consumer.withLock({ $0.keepsJPEG }) {
                frame.jpeg = unsafe bytes.withUnsafeBytes { unsafe PixelStorage(copying: $0) }
            }
            return frame
        }
    }

    /// Whether later frames carry their JPEG, if the stream consists of such.
    func keepJPEG(_ isWanted: Bool) { consumer.withLock { $0.keepsJPEG = isWanted } }

    var statistics: StreamStatistics {
        var statistics = consumer.withLock { $0.statistics }
        if let live { (statistics.captured, statistics.superseded) = live.counts }
        return statistics
    }

    func stop() {
        end()
        reader.input.stop()
        live?.stop()
    }
}
