// SPDX-License-Identifier: Apache-2.0

import Frames

/// A frame's bytes, cut out of the stream and not decoded yet.
enum CutFrame: Sendable {
    case pixels(PixelStorage)
    case jpeg([UInt8])
}

enum CutOutcome: Sendable {
    case frame(CutFrame)
    case end
    case stopped
    case timeout
}

/// Cuts a stream into frames. Broken off by a timeout, it goes on where it was.
protocol FrameCutter {
    mutating func next(
        _ buffer: inout StreamBuffer, deadline: FrameTimestamp?
    ) throws(FrameSourceError) -> CutOutcome
}
