// SPDX-License-Identifier: Apache-2.0

internal import ConfinedDecoding
package import Frames

/// Frames of a YUV4MPEG2 stream, as `ffmpeg -f yuv4mpegpipe -`, `gst-launch-1.0 … ! y4menc` and `rpicam-vid` write it.
///
/// Supports colour spaces 420, 422, 440, 444, 411 and mono with 8 to 16 bits. Samples of more than 8 bits are
/// little-endian words, of which the high eight bits are used. Luma of 8 bits is not copied.
package final class Y4MFrameSource: FrameSource {
    package let format: StreamFormat
    private let stream: FrameStream

    /// Reads the stream's header, for up to `timeout`.
    ///
    /// - Parameter fileDescriptor: stays the caller's, must outlive the source, and must not be read by others meanwhile.
    /// - Throws: `.malformed` for an invalid header, `.noFrame` if it does not arrive in time.
    package init(
        fileDescriptor: Int32, delivery: FrameDelivery = .everyFrame, timeout: Duration = .seconds(30)
    ) throws(FrameSourceError) {
        var buffer = StreamBuffer(try StreamInput(fileDescriptor))
        let header = try Self.header(&buffer, timeout)
        format = StreamFormat(size: header.size, fourCC: nil, interval: header.interval)
        let reader = StreamReader(buffer, Y4MFrameCutter(frameBytes: header.frameBytes))
        stream = try FrameStream(reader, FrameDecoder(format, layout: header.layout, decoders: Decoders()), delivery)
    }

    private static func header(
        _ buffer: inout StreamBuffer, _ timeout: Duration
    ) throws(FrameSourceError) -> Y4MHeader {
        let deadline = FrameTimestamp.now + min(max(timeout, .zero), .seconds(2_678_400))
        // The first bytes identify another kind of stream, without waiting for a line feed.
        while buffer.count < Y4MHeader.magic.count {
            switch try buffer.fill(deadline) {
            case .done: continue
            case .timeout:
                throw FrameSourceError(.noFrame, "cannot read YUV4MPEG2 header: no data arrived within \(timeout)")
            case .end, .stopped:
                throw FrameSourceError(
                    .malformed,
                    buffer.count == 0
                        ? "cannot read YUV4MPEG2 header: the stream is empty; check the program that writes it"
                        : "cannot read YUV4MPEG2 header: the stream ended inside it")
            }
        }
        guard (0..<Y4MHeader.magic.count).allSatisfy({ buffer[$0] == Y4MHeader.magic[$0] }) else {
            return try Y4MHeader([])
        }
        switch try buffer.line(deadline) {
        case .line(let line): return try Y4MHeader(line)
        case .outcome(.timeout):
            throw FrameSourceError(.noFrame, "cannot read YUV4MPEG2 header: its end did not arrive within \(timeout)")
        case .outcome:
            throw FrameSourceError(
                .malformed, "cannot read YUV4MPEG2 header: the stream ended inside it, or its first line is too long")
        }
    }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        try stream.nextFrame(timeout: timeout)
    }

    package var statistics: StreamStatistics { stream.statistics }

    package func stop() { stream.stop() }
}
