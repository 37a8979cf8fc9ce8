// SPDX-License-Identifier: Apache-2.0

package import Frames

/// The clock of a stream: the machine's. For a camera that simulates frames as fast as they are read, it is the
/// camera's own, so that results do not depend on the machine's speed.
package struct StreamClock {
    private var simulated: FrameTimestamp?

    package init() {}

    package var isSimulated: Bool { simulated != nil }
    package var now: FrameTimestamp { simulated ?? .now }

    /// Call this for each frame.
    package mutating func note(_ frame: Frame) {
        if frame.timestampOrigin == .simulated { simulated = frame.timestamp }
    }
}
