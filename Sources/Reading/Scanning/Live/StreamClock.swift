// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// The clock of a live scan: the machine's. For a camera that simulates frames as fast as they are read, it is the
/// camera's own, so that results do not depend on the machine's speed.
struct StreamClock {
    private var simulated: FrameTimestamp?

    var isSimulated: Bool { simulated != nil }
    var now: FrameTimestamp { simulated ?? .now }

    /// Call this for each frame.
    mutating func note(_ frame: Frame) {
        if frame.timestampOrigin == .simulated { simulated = frame.timestamp }
    }
}
