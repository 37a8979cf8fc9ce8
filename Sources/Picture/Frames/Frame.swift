// SPDX-License-Identifier: Apache-2.0

/// One picture of a stream, and when it was taken.
package struct Frame: Sendable {
    package var luma: LumaImage
    /// Counts the frames that the camera produced, from 0. A gap means dropped frames.
    package var sequence: Int
    /// When the frame was taken, on the monotonic clock; `timestampOrigin` says which moment of the exposure that is.
    package var timestamp: FrameTimestamp
    package var timestampOrigin: TimestampOrigin
    /// Whether the driver flagged the frame as damaged (`V4L2_BUF_FLAG_ERROR`), or it did not decode cleanly.
    package var isCorrupt: Bool
    /// The JPEG that the frame was decoded from, as the camera sent it. Only if `CompressedFrames` was told to keep it.
    package var jpeg: PixelStorage?
    /// The pixels with their colours, if the camera sends packed colours; under the same condition.
    package var colours: PackedColours?

    package init(
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
