// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import Frames

/// Reads the exposure at intervals and caches it: over USB a read takes about a millisecond.
package struct ExposureWatch {
    private let reader: ExposureReader?
    private let pause: Duration
    private var last: (knowledge: ExposureKnowledge, moment: FrameTimestamp)

    /// Reads the exposure for the first time.
    ///
    /// - Parameter pause: the least time between reads.
    package init(_ controls: (any ControlSurface)?, pause: Duration) {
        self.pause = pause
        reader = controls.flatMap { try? ExposureReader($0) }
        last = (reader.map { $0.read() } ?? Self.none(controls), .now)
    }

    private static func none(_ controls: (any ControlSurface)?) -> ExposureKnowledge {
        .unknown(
            reason: controls == nil
                ? "the stream has no camera that reports an exposure"
                : "the camera does not list its controls")
    }

    package mutating func now() -> ExposureKnowledge {
        let moment = FrameTimestamp.now
        if let reader, moment.since(last.moment) >= pause { last = (reader.read(), moment) }
        return last.knowledge
    }
}
