// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A moment on `CLOCK_MONOTONIC`, the clock of V4L2's buffer timestamps.
public struct FrameTimestamp: Hashable, Sendable, Comparable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static var now: Self {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Self(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// How long after `earlier` this is; negative when it is before.
    public func since(_ earlier: Self) -> Duration { .nanoseconds(nanoseconds - earlier.nanoseconds) }

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    public static func + (moment: Self, duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        return Self(nanoseconds: moment.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

extension Duration {
    /// The duration in milliseconds, for reports.
    public var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    }
}
