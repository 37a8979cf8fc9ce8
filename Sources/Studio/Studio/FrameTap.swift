// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Synchronization

/// A camera's frames on their way to the reader: the one being read is remembered, so that its picture can be shown with
/// what was read in it.
final class FrameTap: CompressedFrames {
    private let source: any FrameSource
    private let reading = Mutex<(frame: Frame, begun: FrameTimestamp)?>(nil)

    init(_ source: any FrameSource) { self.source = source }

    var format: StreamFormat { source.format }
    var statistics: StreamStatistics { source.statistics }
    func stop() { source.stop() }
    func keepCompressed(_ isWanted: Bool) { (source as? any CompressedFrames)?.keepCompressed(isWanted) }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        // A frame that is kept keeps its buffer from the driver.
        reading.withLock { $0 = nil }
        guard let frame = try source.nextFrame(timeout: timeout) else { return nil }
        reading.withLock { $0 = (frame, .now) }
        return frame
    }

    /// The frame being read, and when that was begun.
    var current: (frame: Frame, begun: FrameTimestamp)? { reading.withLock { $0 } }
}
