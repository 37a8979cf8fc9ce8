// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Synchronization

/// A frame source that delivers what a test scripts, without waiting, and records the calls.
package final class ScriptedFrameSource: FrameSource {
    package enum Step: Sendable {
        case frame(Frame)
        case failure(FrameSourceError)
    }

    private struct State {
        var steps: [Step]
        var timeouts: [Duration] = []
        var isStopped = false
        var captured = 0
    }

    package let format: StreamFormat
    private let state: Mutex<State>
    private let last: Frame?

    /// Ends after its steps, or with `last` delivers that forever.
    private init(_ steps: [Step], last: Frame?) {
        format = StreamFormat(size: FrameSize(width: 32, height: 32), fourCC: FourCC("GREY"))
        state = Mutex(State(steps: steps))
        self.last = last
    }

    package convenience init(_ steps: [Step]) { self.init(steps, last: nil) }
    package convenience init(_ frames: [Frame]) { self.init(frames.map { .frame($0) }, last: nil) }
    /// Delivers one frame forever.
    package convenience init(endless frame: Frame) { self.init([Step](), last: frame) }

    /// The timeout of each call so far.
    package var timeouts: [Duration] { state.withLock { $0.timeouts } }
    /// Steps not yet requested.
    package var remaining: Int { state.withLock { $0.steps.count } }
    package var isStopped: Bool { state.withLock { $0.isStopped } }

    package var statistics: StreamStatistics {
        var statistics = StreamStatistics()
        statistics.captured = state.withLock { $0.captured }
        return statistics
    }

    package func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? {
        let step: Step? = state.withLock { state in
            state.timeouts.append(timeout)
            guard !state.isStopped else { return nil }
            state.captured += 1
            return state.steps.isEmpty ? last.map { .frame($0) } : state.steps.removeFirst()
        }
        switch step {
        case .frame(let frame): return frame
        case .failure(let error): throw error
        case nil: return nil
        }
    }

    package func stop() { state.withLock { $0.isStopped = true } }
}

extension Frame {
    /// A frame of one grey value, with the current time.
    package static func grey(
        _ value: UInt8, sequence: Int = 0, size: FrameSize = FrameSize(width: 32, height: 32), isCorrupt: Bool = false
    ) -> Frame {
        Frame(
            luma: LumaImage(size: size, pixels: [UInt8](repeating: value, count: size.area)), sequence: sequence,
            timestamp: .now, isCorrupt: isCorrupt)
    }
}
