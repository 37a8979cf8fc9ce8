// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A moment on `CLOCK_MONOTONIC`, the clock of V4L2's buffer timestamps.
package struct FrameTimestamp: Hashable, Sendable, Comparable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static var now: Self {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Self(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The time from `earlier` to this; negative if this is before it.
    package func since(_ earlier: Self) -> Duration { .nanoseconds(nanoseconds - earlier.nanoseconds) }

    package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    package static func + (moment: Self, duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        return Self(nanoseconds: moment.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

/// Which moment a frame's timestamp marks. It decides what can be said about the frame's age.
package enum TimestampOrigin: String, Hashable, Sendable, CaseIterable {
    /// The start of the exposure, according to the driver (`V4L2_BUF_FLAG_TSTAMP_SRC_SOE`).
    case exposureStart = "exposure-start"
    /// The moment the frame's last pixel was read out or sent (`V4L2_BUF_FLAG_TSTAMP_SRC_EOF`, also the default of
    /// drivers that do not say). When the exposure began is not known.
    case frameEnd = "frame-end"
    /// The moment the frame arrived, because nothing else is known: a stream on a pipe, or a driver with its own clock.
    case arrival
    /// The time of a simulation that does not run in real time.
    case simulated
}

extension Duration {
    /// The duration in milliseconds, for reports.
    package var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    }
}
