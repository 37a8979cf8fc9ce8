// SPDX-License-Identifier: Apache-2.0

import Frames

/// Cuts the frames after a YUV4MPEG2 header: a line that begins with FRAME, then the planes.
struct Y4MFrameCutter: FrameCutter {
    let frameBytes: Int
    private var payload: StreamPayload?
    private var index = 0

    init(frameBytes: Int) { self.frameBytes = frameBytes }

    mutating func next(
        _ buffer: inout StreamBuffer, deadline: FrameTimestamp?
    ) throws(FrameSourceError) -> CutOutcome {
        if payload == nil {
            let line: ArraySlice<UInt8>
            switch try buffer.line(deadline) {
            case .line(let found): line = found
            case .outcome(.end(after: 0)): return .end
            case .outcome(.stopped): return .stopped
            case .outcome(.timeout): return .timeout
            case .outcome: throw malformed("its FRAME line is cut short or too long")
            }
            // Parameters may follow, after a space.
            guard line.starts(with: "FRAME".utf8), line.count == 5 || line[line.startIndex + 5] == 0x20 else {
                throw malformed("its FRAME line is missing")
            }
            payload = StreamPayload(count: frameBytes)
        }
        guard let payload else { return .end }
        switch try buffer.fill(payload, deadline) {
        case .done:
            self.payload = nil
            index += 1
            return .frame(.pixels(payload.finish()))
        case .end(let count): throw malformed("the stream ended after \(count) of its \(frameBytes) bytes")
        case .stopped: return .stopped
        case .timeout: return .timeout
        }
    }

    private func malformed(_ cause: String) -> FrameSourceError {
        FrameSourceError(.malformed, "cannot read YUV4MPEG2 frame \(index): \(cause)")
    }
}

extension StreamBuffer {
    enum Line {
        case line(ArraySlice<UInt8>)
        /// Why there is no line; `.done` for a line that is too long.
        case outcome(Outcome)
    }

    /// Takes the next line, without its line feed.
    mutating func line(_ deadline: FrameTimestamp?) throws(FrameSourceError) -> Line {
        var searched = 0
        while true {
            while searched < min(count, Y4MHeader.longestLine) {
                if self[searched] == 0x0a {
                    let line = take(searched + 1)
                    return .line(line.dropLast())
                }
                searched += 1
            }
            if searched >= Y4MHeader.longestLine { return .outcome(.done) }
            let outcome = try fill(deadline)
            if outcome != .done { return .outcome(outcome) }
        }
    }
}
