// SPDX-License-Identifier: Apache-2.0

internal import FrameCoding
internal import Frames

/// Makes a JPEG of a frame. For one thread.
final class FrameEncoder {
    /// Good enough to judge focus by, and a third of the best's size.
    private static let quality = 80

    private let encoder = try? JPEGEncoder()

    /// What a camera sent as JPEG passes through; anything else is compressed.
    func bytes(of frame: Frame) -> [UInt8]? {
        if let jpeg = frame.jpeg, let bytes = wholeJPEG(jpeg) { return bytes }
        if let colours = frame.colours, let bytes = bytes(of: colours) { return bytes }
        return bytes(of: frame.luma)
    }

    func bytes(of colours: PackedColours) -> [UInt8]? { try? encoder?.encode(colours, quality: Self.quality) }

    func bytes(of luma: LumaImage) -> [UInt8]? { try? encoder?.encode(luma, quality: Self.quality) }

    /// A picture of what a source shows now; `nil` where it gives none.
    func picture(of source: any FrameSource) -> [UInt8]? {
        let compressed = source as? any CompressedFrames
        compressed?.keepCompressed(true)
        defer { compressed?.keepCompressed(false) }
        return ((try? source.nextFrame(timeout: .seconds(2))) ?? nil).flatMap { bytes(of: $0) }
    }
}
