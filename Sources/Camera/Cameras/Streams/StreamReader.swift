// SPDX-License-Identifier: Apache-2.0

import Frames

/// A stream being cut into frames; numbers them and says when each was complete.
///
/// Unchecked: one thread at a time uses it, the stream's own (`LiveReader`) or the one whose turn it is (`FrameStream`).
final class StreamReader: @unchecked Sendable {
    let input: StreamInput
    private var buffer: StreamBuffer
    private var cutter: any FrameCutter
    private var count = 0

    init(_ buffer: StreamBuffer, _ cutter: any FrameCutter) {
        input = buffer.input
        self.buffer = buffer
        self.cutter = cutter
    }

    struct NumberedFrame: Sendable {
        var frame: CutFrame
        var sequence: Int
        var timestamp: FrameTimestamp
    }

    enum Outcome: Sendable {
        case frame(NumberedFrame)
        case end
        case stopped
        case timeout
    }

    func next(deadline: FrameTimestamp?) throws(FrameSourceError) -> Outcome {
        switch try cutter.next(&buffer, deadline: deadline) {
        case .frame(let frame):
            defer { count += 1 }
            return .frame(NumberedFrame(frame: frame, sequence: count, timestamp: .now))
        case .end: return .end
        case .stopped: return .stopped
        case .timeout: return .timeout
        }
    }
}
