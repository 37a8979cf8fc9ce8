// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Synchronization

/// A frame source that records when its first frame arrived.
package final class FirstFrameWitness: FrameSource {
    private let source: any FrameSource
    private let arrival = Mutex<FrameTimestamp?>(nil)

    package init(_ source: any FrameSource) { self.source = source }

    /// When the first frame arrived; `nil` before.
    package var firstArrival: FrameTimestamp? { arrival.withLock { $0 } }

    package var format: StreamFormat { source.format }
    package var statistics: StreamStatistics { source.statistics }
    package func stop() { source.stop() }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let frame = try source.nextFrame(timeout: timeout)
        if frame != nil { arrival.withLock { $0 = $0 ?? .now } }
        return frame
    }
}
