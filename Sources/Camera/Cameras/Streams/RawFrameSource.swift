// SPDX-License-Identifier: Apache-2.0

public import Frames

/// Frames without any header, of a format and size the user gives: uncompressed pixels, or JPEG pictures in a row.
public final class RawFrameSource: FrameSource {
    public let format: StreamFormat
    private let stream: FrameStream

    /// - Parameters:
    ///   - fileDescriptor: stays the caller's, must outlive the source, and is read by nobody else meanwhile.
    ///   - fourCC: one that luma can be taken from, or `MJPG` or `JPEG`.
    ///   - size: also of JPEG pictures; one of another size ends the stream with an error that names it.
    ///   - bytesPerLine: from row to row; 0 stands for rows without padding. Not used for JPEG.
    /// - Throws: `.malformed` when frames of this format and size cannot be.
    public init(
        fileDescriptor: Int32, fourCC: FourCC, size: FrameSize, bytesPerLine: Int = 0,
        delivery: FrameDelivery = .everyFrame
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
                    .malformed, "cannot read \(size) frames of format \(fourCC): no frame has that size; check --size")
            }
            (layout, cutter) = (known, RawFrameCutter(frameBytes: bytes))
        case .unreadable(let reason):
            throw FrameSourceError(.malformed, "cannot read frames of format \(fourCC): it is \(reason)")
        case .unknown:
            throw FrameSourceError(
                .malformed,
                "cannot read frames of format \(fourCC): the format is not known; "
                    + "use one V4L2 names, such as GREY, YUYV, NV12 or MJPG")
        }
        format = StreamFormat(size: size, fourCC: fourCC, interval: nil)
        let reader = StreamReader(StreamBuffer(try StreamInput(fileDescriptor)), cutter)
        stream = try FrameStream(reader, FrameDecoder(format, layout: layout, bytesPerLine: bytesPerLine), delivery)
    }

    private static let largestFrame = 1 << 31

    public func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        try stream.nextFrame(timeout: timeout)
    }

    public var statistics: StreamStatistics { stream.statistics }

    public func stop() { stream.stop() }
}
