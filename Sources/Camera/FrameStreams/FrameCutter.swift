// SPDX-License-Identifier: Apache-2.0

import Frames

/// The bytes of one frame, cut from the stream and not yet decoded.
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

/// Cuts a stream into frames. After a timeout it continues where it stopped.
protocol FrameCutter {
    mutating func next(
        _ buffer: inout StreamBuffer, deadline: FrameTimestamp?
    ) throws(FrameSourceError) -> CutOutcome
}
