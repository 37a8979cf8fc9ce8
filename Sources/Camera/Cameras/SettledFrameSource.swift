// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Synchronization

/// Wraps a source and skips its first frames, until they have settled.
package final class SettledFrameSource: CompressedFrames {
    private let source: any FrameSource
    private let settling = Mutex(SettlingFilter())

    package init(_ source: any FrameSource) { self.source = source }

    package var format: StreamFormat { source.format }
    package var statistics: StreamStatistics { source.statistics }
    package func stop() { source.stop() }
    package func keepCompressed(_ isWanted: Bool) { (source as? any CompressedFrames)?.keepCompressed(isWanted) }

    /// If a slow camera has delivered frames but not settled before the timeout, returns the last good frame instead of an
    /// error that claims that none came.
    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + timeout
        var last: Frame?
        while true {
            do throws(FrameSourceError) {
                guard let frame = try source.nextFrame(timeout: deadline.since(.now)) else { return nil }
                let mean = frame.isCorrupt ? nil : frame.luma.sparseMean
                if settling.withLock({ $0.accept(mean: mean) }) { return frame }
                // A copy: holding a lent buffer while waiting would leave the driver one fewer to fill.
                if !frame.isCorrupt {
                    var copy = frame
                    copy.luma = frame.luma.copy()
                    last = copy
                }
            } catch {
                if error.kind == .noFrame, let last { return last }
                throw error
            }
        }
    }
}
