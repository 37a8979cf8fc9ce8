// SPDX-License-Identifier: Apache-2.0

public import Frames
internal import Synchronization

/// A frame source that records when its first frame arrived.
public final class FirstFrameWitness: FrameSource {
    private let source: any FrameSource
    private let arrival = Mutex<FrameTimestamp?>(nil)

    public init(_ source: any FrameSource) { self.source = source }

    /// When the first frame arrived; `nil` before.
    public var firstArrival: FrameTimestamp? { arrival.withLock { $0 } }

    public var format: StreamFormat { source.format }
    public var statistics: StreamStatistics { source.statistics }
    public func stop() { source.stop() }

    public func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let frame = try source.nextFrame(timeout: timeout)
        if frame != nil { arrival.withLock { $0 = $0 ?? .now } }
        return frame
    }
}
