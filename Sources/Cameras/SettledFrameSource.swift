// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Synchronization

/// A source without the first frames of its stream, until they have settled.
final class SettledFrameSource: FrameSource {
    private let source: any FrameSource
    private let settling = Mutex(SettlingFilter())

    init(_ source: any FrameSource) { self.source = source }

    var format: StreamFormat { source.format }
    var statistics: StreamStatistics { source.statistics }
    func stop() { source.stop() }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let deadline = FrameTimestamp.now + timeout
        while true {
            guard let frame = try source.nextFrame(timeout: deadline.since(.now)) else { return nil }
            let mean = frame.isCorrupt ? nil : frame.luma.sparseMean
            if settling.withLock({ $0.accept(mean: mean) }) { return frame }
        }
    }
}
