// SPDX-License-Identifier: Apache-2.0

internal import ConfinedDecoding
internal import FrameMetrics
internal import Frames
internal import Pictures
internal import VideoStreams

/// Looks at the colours of one frame of a running stream, and how it is compressed; everything else needs only the brightness.
struct ColourLook {
    var colours: ColourBalance?
    /// Of a JPEG, 1 to 100.
    var quality: Int?

    /// `nil` if the source gives no colours, and if no frame comes. Blocks for a few frames at most.
    static func look(at source: any FrameSource, decoders: Decoders) -> ColourLook? {
        // Its worker hands over luma, and says what the colours were.
        if let video = source as? VideoFrameSource {
            return video.colours.map {
                ColourLook(colours: ColourBalance(red: $0.red, green: $0.green, blue: $0.blue, saturation: $0.saturation))
            }
        }
        guard let coloured = source as? any CompressedFrames else { return nil }
        coloured.keepCompressed(true)
        defer { coloured.keepCompressed(false) }
        // One that was taken before is without.
        for _ in 0..<3 {
            guard let frame = try? source.nextFrame(timeout: .seconds(1)) else { return nil }
            if frame.isCorrupt { continue }
            if let colours = frame.colours { return ColourLook(colours: ColourBalance(colours)) }
            if let jpeg = frame.jpeg { return ColourLook(colours: balance(jpeg, decoders), quality: jpeg.withSpan { JPEGQuality.estimate($0) }) }
        }
        return nil
    }

    private static func balance(_ jpeg: PixelStorage, _ decoders: Decoders) -> ColourBalance? {
        guard let plane = try? decoders.pictures().picture(in: jpeg, name: "a frame").plane, let red = plane(.red),
            let green = plane(.green), let blue = plane(.blue)
        else { return nil }
        return ColourBalance(red: red, green: green, blue: blue)
    }
}
