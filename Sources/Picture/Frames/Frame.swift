// SPDX-License-Identifier: Apache-2.0

/// One picture of a stream, with what is known of when it was taken.
public struct Frame: Sendable {
    public var luma: LumaImage
    /// Counts the frames the camera produced, from 0: a gap is a dropped frame.
    public var sequence: Int
    /// When the frame was taken, on the monotonic clock; `timestampOrigin` says which moment that is.
    public var timestamp: FrameTimestamp
    public var timestampOrigin: TimestampOrigin
    /// Whether the driver flagged the frame as damaged (`V4L2_BUF_FLAG_ERROR`), or it did not decode cleanly.
    public var isCorrupt: Bool
    /// The JPEG it was decoded from, as the camera sent it; only where a `CompressedFrames` was told to keep it.
    public var jpeg: PixelStorage?
    /// Its pixels with their colours, where the camera sent them packed; under the same condition.
    public var colours: PackedColours?

    public init(
        luma: LumaImage, sequence: Int, timestamp: FrameTimestamp, timestampOrigin: TimestampOrigin = .arrival,
        isCorrupt: Bool = false, jpeg: PixelStorage? = nil, colours: PackedColours? = nil
    ) {
        self.luma = luma
        self.sequence = sequence
        self.timestamp = timestamp
        self.timestampOrigin = timestampOrigin
        self.isCorrupt = isCorrupt
        self.jpeg = jpeg
        self.colours = colours
    }
}
