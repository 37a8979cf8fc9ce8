// SPDX-License-Identifier: Apache-2.0

import Frames

/// Cuts a stream into frames, numbers them and records when each was complete.
///
/// Unchecked: used by one thread at a time, the stream's own (`LiveReader`) or the calling one (`FrameStream`).
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
