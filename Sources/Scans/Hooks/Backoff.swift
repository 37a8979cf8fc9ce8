// SPDX-License-Identifier: Apache-2.0

/// The pauses between attempts. Each is twice as long as the last, up to a limit, and randomly shortened, so that many
/// clients that lost the same server do not all return at the same moment.
package struct Backoff {
    private let first: Duration
    private let longest: Duration
    private var current: Duration

    package init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
        self.first = first
        self.longest = longest
        current = first
    }

    /// - Parameter chance: from 0 to 1; the pause is between half and all of its length.
    package mutating func next(chance: Double = Double.random(in: 0...1)) -> Duration {
        defer { current = min(current * 2, longest) }
        return current * (0.5 + chance / 2)
    }

    package mutating func reset() { current = first }
}
