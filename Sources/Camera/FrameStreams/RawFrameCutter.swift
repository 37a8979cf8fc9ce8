// SPDX-License-Identifier: Apache-2.0

import Frames

/// Consecutive frames of a fixed length.
struct RawFrameCutter: FrameCutter {
    let frameBytes: Int
    private var payload: StreamPayload?
    private var index = 0

    init(frameBytes: Int) { self.frameBytes = frameBytes }

    mutating func next(
        _ buffer: inout StreamBuffer, deadline: FrameTimestamp?
    ) throws(FrameSourceError) -> CutOutcome {
        let payload = self.payload ?? StreamPayload(count: frameBytes)
        self.payload = payload
        switch try buffer.fill(payload, deadline) {
        case .done:
            self.payload = nil
            index += 1
            return .frame(.pixels(payload.finish()))
        case .end(after: 0): return .end
        case .end(let count):
            throw FrameSourceError(
                .malformed,
                "cannot read frame \(index): the stream ended after \(count) of its \(frameBytes) bytes; "
                    + "check --format and --size")
        case .stopped: return .stopped
        case .timeout: return .timeout
        }
    }
}
