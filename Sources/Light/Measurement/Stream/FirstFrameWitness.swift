// SPDX-License-Identifier: Apache-2.0

public import Frames
internal import Synchronization

/// Notes when the first frame of a stream came, whatever becomes of it.
public final class FirstFrameWitness: FrameSource {
    private let source: any FrameSource
    private let arrival = Mutex<FrameTimestamp?>(nil)

    public init(_ source: any FrameSource) { self.source = source }

    /// `nil` until it has come.
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
