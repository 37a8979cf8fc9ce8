// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Synchronization

/// A source without the first frames of its stream, until they have settled.
package final class SettledFrameSource: CompressedFrames {
    private let source: any FrameSource
    private let settling = Mutex(SettlingFilter())

    package init(_ source: any FrameSource) { self.source = source }

    package var format: StreamFormat { source.format }
    package var statistics: StreamStatistics { source.statistics }
    package func stop() { source.stop() }
    package func keepCompressed(_ isWanted: Bool) { (source as? any CompressedFrames)?.keepCompressed(isWanted) }

    /// A camera so slow that it has not settled when the time is up has given frames all the same: the last good one
    /// is returned, unsettled, instead of an error that would say none came.
    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + timeout
        var last: Frame?
        while true {
            do throws(FrameSourceError) {
                guard let frame = try source.nextFrame(timeout: deadline.since(.now)) else { return nil }
                let mean = frame.isCorrupt ? nil : frame.luma.sparseMean
                if settling.withLock({ $0.accept(mean: mean) }) { return frame }
                // A copy: a lent buffer kept while waiting is one less for the driver to fill.
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
