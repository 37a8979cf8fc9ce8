// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Synchronization

/// Passes a camera's frames to the reader and remembers the current one, so that its picture can be shown with its
/// codes.
/// While scanning is paused, it passes none.
final class FrameTap: CompressedFrames {
    private struct State {
        var current: Frame?
        var begun = FrameTimestamp(nanoseconds: 0)
        var isPaused = false
    }

    private let source: any FrameSource
    private let state = Mutex(State())

    init(_ source: any FrameSource, isPaused: Bool) {
        self.source = source
        state.withLock { $0.isPaused = isPaused }
    }

    var format: StreamFormat { source.format }
    var statistics: StreamStatistics { source.statistics }
    func stop() { source.stop() }
    func keepCompressed(_ isWanted: Bool) { (source as? any CompressedFrames)?.keepCompressed(isWanted) }

    func pause(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        // Keeping a frame would keep its buffer from the driver.
        state.withLock { $0.current = nil }
        while true {
            guard let frame = try source.nextFrame(timeout: timeout) else { return nil }
            let goesOn = state.withLock { state in
                guard !state.isPaused else { return false }
                state.current = frame
                state.begun = .now
                return true
            }
            if goesOn { return frame }
        }
    }

    /// The frame being read, and when reading it began.
    var current: (frame: Frame, begun: FrameTimestamp)? {
        state.withLock { state in state.current.map { ($0, state.begun) } }
    }
}
