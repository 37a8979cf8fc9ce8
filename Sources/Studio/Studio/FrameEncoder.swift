// SPDX-License-Identifier: Apache-2.0

internal import FrameCoding
internal import Frames

/// Encodes a frame as JPEG. For one thread.
final class FrameEncoder {
    /// Good enough to judge focus, and a third of the size of the best quality.
    private static let quality = 80

    private let encoder = try? JPEGEncoder()

    /// The JPEG of a frame. A frame that is JPEG already passes unchanged.
    func bytes(of frame: Frame) -> [UInt8]? {
        if let jpeg = frame.jpeg, let bytes = wholeJPEG(jpeg) { return bytes }
        if let colours = frame.colours, let bytes = bytes(of: colours) { return bytes }
        return bytes(of: frame.luma)
    }

    func bytes(of colours: PackedColours) -> [UInt8]? { try? encoder?.encode(colours, quality: Self.quality) }

    func bytes(of luma: LumaImage) -> [UInt8]? { try? encoder?.encode(luma, quality: Self.quality) }

    /// A picture of what a source shows now; `nil` if it delivers none.
    func picture(of source: any FrameSource) -> [UInt8]? {
        let compressed = source as? any CompressedFrames
        compressed?.keepCompressed(true)
        defer { compressed?.keepCompressed(false) }
        return ((try? source.nextFrame(timeout: .seconds(2))) ?? nil).flatMap { bytes(of: $0) }
    }
}
