// SPDX-License-Identifier: Apache-2.0

/// The time from one frame to the next, in seconds, as the exact fraction the driver gives.
package struct FrameInterval: Hashable, Sendable, Comparable {
    /// Seconds are `numerator / denominator`; both are positive.
    package var numerator: UInt32
    package var denominator: UInt32

    /// `nil` if either part is zero, or negative in a driver's signed number: some report these for "unknown".
    package init?(numerator: UInt32, denominator: UInt32) {
        guard 1...UInt32(Int32.max) ~= numerator, 1...UInt32(Int32.max) ~= denominator else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    package var framesPerSecond: Double { Double(denominator) / Double(numerator) }

    package var duration: Duration { .nanoseconds(Int64(numerator) * 1_000_000_000 / Int64(denominator)) }

    package static func < (left: Self, right: Self) -> Bool {
        UInt64(left.numerator) * UInt64(right.denominator) < UInt64(right.numerator) * UInt64(left.denominator)
    }
}
