// SPDX-License-Identifier: Apache-2.0

package import ConfinedDecoding
package import Frames

/// Frames without headers, in a format and size from the user: uncompressed pixels, or consecutive JPEG pictures.
package final class RawFrameSource: FrameSource {
    package let format: StreamFormat
    private let stream: FrameStream

    /// - Parameters:
    ///   - fileDescriptor: stays the caller's, must outlive the source, and must not be read by others meanwhile.
    ///   - fourCC: a format that luma can be extracted from, or `MJPG` or `JPEG`.
    ///   - size: also for JPEG; a picture of another size ends the stream with an error that names it.
    ///   - bytesPerLine: the row stride; 0 means rows without padding. Ignored for JPEG.
    ///   - decoders: for JPEG.
    /// - Throws: `.malformed` if frames of this format and size are impossible.
    package init(
        fileDescriptor: Int32, fourCC: FourCC, size: FrameSize, bytesPerLine: Int = 0,
        delivery: FrameDelivery = .everyFrame, decoders: Decoders
    ) throws(FrameSourceError) {
        let layout: PixelLayout?
        let cutter: any FrameCutter
        switch PixelFormat(fourCC) {
        case .compressed:
            (layout, cutter) = (nil, JPEGCutter())
        case .readable(let known):
            guard let bytes = known.frameByteCount(size: size, bytesPerLine: bytesPerLine), bytes <= Self.largestFrame
            else {
                throw FrameSourceError(
                    .malformed,
                    "cannot read \(size) frames of format \(fourCC): this size is not possible; check --size")
            }
            (layout, cutter) = (known, RawFrameCutter(frameBytes: bytes))
        case .unreadable(let reason):
            throw FrameSourceError(.malformed, "cannot read frames of format \(fourCC): \(reason)")
        case .unknown:
            throw FrameSourceError(
                .malformed,
                "cannot read frames of format \(fourCC): unknown format; "
                    + "use a V4L2 format, such as GREY, YUYV, NV12 or MJPG")
        }
        format = StreamFormat(size: size, fourCC: fourCC, interval: nil)
        let reader = StreamReader(StreamBuffer(try StreamInput(fileDescriptor)), cutter)
        stream = try FrameStream(
            reader, FrameDecoder(format, layout: layout, bytesPerLine: bytesPerLine, decoders: decoders), delivery)
    }

    private static let largestFrame = 1 << 31

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        try stream.nextFrame(timeout: timeout)
    }

    package var statistics: StreamStatistics { stream.statistics }

    package func stop() { stream.stop() }
}
