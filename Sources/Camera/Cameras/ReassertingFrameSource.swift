// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Synchronization

/// Wraps a source and, after its first frames, has the settings written again that the start of the stream may have cost.
final class ReassertingFrameSource: CompressedFrames {
    private let source: any FrameSource
    private let write: @Sendable () -> Void
    private let frames = Mutex(0)

    /// A camera that loses its settings does so before its second frame.
    private static let due = 2

    init(_ source: any FrameSource, write: @escaping @Sendable () -> Void) {
        self.source = source
        self.write = write
    }

    var format: StreamFormat { source.format }
    var statistics: StreamStatistics { source.statistics }
    func stop() { source.stop() }
    func keepCompressed(_ isWanted: Bool) { (source as? any CompressedFrames)?.keepCompressed(isWanted) }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let frame = try source.nextFrame(timeout: timeout)
        guard frame != nil else { return nil }
        let count = frames.withLock { count in
            count += 1
            return count
        }
        if count == Self.due { write() }
        return frame
    }
}
