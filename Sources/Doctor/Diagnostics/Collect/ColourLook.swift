// SPDX-License-Identifier: Apache-2.0

internal import FrameCoding
internal import FrameMetrics
internal import Frames

/// Looks at the colours of one frame of a running stream; everything else needs only the brightness.
enum ColourLook {
    /// `nil` if the source gives no colours, and if no frame comes. Blocks for a few frames at most.
    static func look(at source: any FrameSource) -> ColourBalance? {
        guard let coloured = source as? any CompressedFrames else { return nil }
        coloured.keepCompressed(true)
        defer { coloured.keepCompressed(false) }
        // One that was taken before is without.
        for _ in 0..<3 {
            guard let frame = try? source.nextFrame(timeout: .seconds(1)) else { return nil }
            if frame.isCorrupt { continue }
            if let colours = frame.colours { return ColourBalance(colours) }
            if let jpeg = frame.jpeg, let balance = balance(jpeg) { return balance }
        }
        return nil
    }

    private static func balance(_ jpeg: PixelStorage) -> ColourBalance? {
        guard let decoder = try? MotionJPEGDecoder() else { return nil }
        let planes = (0..<3).compactMap { plane in
            jpeg.withSpan { try? decoder.decode($0, plane: plane).luma }
        }
        return planes.count == 3 ? ColourBalance(red: planes[0], green: planes[1], blue: planes[2]) : nil
    }
}
