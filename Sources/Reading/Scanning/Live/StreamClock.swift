// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// The time by which a live scan counts: the machine's; of a camera that simulates its frames as fast as they are read, the
/// camera's own, so that what is scanned does not depend on the speed of the machine.
struct StreamClock {
    private var simulated: FrameTimestamp?

    var isSimulated: Bool { simulated != nil }
    var now: FrameTimestamp { simulated ?? .now }

    /// A frame has come.
    mutating func note(_ frame: Frame) {
        if frame.timestampOrigin == .simulated { simulated = frame.timestamp }
    }
}
