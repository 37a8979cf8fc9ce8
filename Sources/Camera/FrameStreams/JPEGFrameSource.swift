// SPDX-License-Identifier: Apache-2.0

package import ConfinedDecoding
internal import FrameCoding
package import Frames

/// Consecutive JPEG pictures, with anything between them. The first whole one tells the size.
package final class JPEGFrameSource: CompressedFrames {
    package let format: StreamFormat
    private let stream: FrameStream

    /// The first pictures of a stream that one joins may be cut.
    private static let tries = 10

    /// Waits for the first picture, which is not delivered.
    ///
    /// - Parameter fileDescriptor: stays the caller's, must outlive the source, and must not be read by others meanwhile.
    /// - Throws: `.noFrame` if no picture comes within `timeout`, `.malformed` if the stream ends or none of the first ones has
    ///   a size.
    package init(
        fileDescriptor: Int32, delivery: FrameDelivery, timeout: Duration, decoders: Decoders
    ) throws(FrameSourceError) {
        let reader = StreamReader(StreamBuffer(try StreamInput(fileDescriptor)), JPEGCutter())
        let size = try Self.size(reader, timeout)
        format = StreamFormat(size: size, fourCC: FourCC("MJPG"), interval: nil)
        stream = try FrameStream(reader, FrameDecoder(format, layout: nil, isSizeSeen: true, decoders: decoders), delivery)
    }

    private static func size(_ reader: StreamReader, _ timeout: Duration) throws(FrameSourceError) -> FrameSize {
        let deadline = FrameTimestamp.now + timeout
        for _ in 1...tries {
            switch try reader.next(deadline: deadline) {
            case .frame(let cut):
                guard case .jpeg(let bytes) = cut.frame, let header = JPEGHeader(bytes.span), header.scanOffset != nil,
                    header.size.width > 0, header.size.height > 0
                else { continue }
                return header.size
            case .timeout:
                throw FrameSourceError(.noFrame, "cannot read JPEG stream: no picture arrived within \(timeout)")
            case .end, .stopped:
                throw FrameSourceError(.malformed, "cannot read JPEG stream: it ended before its first picture")
            }
        }
        throw FrameSourceError(.malformed, "cannot read JPEG stream: none of its first \(tries) pictures has a size")
    }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        try stream.nextFrame(timeout: timeout)
    }

    package func keepCompressed(_ isWanted: Bool) { stream.keepJPEG(isWanted) }

    package var statistics: StreamStatistics { stream.statistics }

    package func stop() { stream.stop() }
}
