// SPDX-License-Identifier: Apache-2.0

/// Decides when a probe has read enough frames.
package struct StoppingRule: Hashable, Sendable {
    /// One round of the camera ladder: its expensive steps take turns over twelve frames.
    package static let round = 12
    /// Frames without a read after which a setting is given up: both readers have had at least two turns.
    package static let hopeless = 5

    package init(limit: Int = Self.round, hopeless: Int = Self.hopeless, toBeat: Double? = nil) {
        self.limit = limit
        self.hopeless = hopeless
        self.toBeat = toBeat
    }

    /// The most frames to read.
    package var limit = Self.round
    /// The most frames to read while nothing was decoded.
    package var hopeless = Self.hopeless
    /// The decode rate of the best setting so far; a probe that cannot reach it stops early.
    package var toBeat: Double?

    package func isEnough(frames: Int, reads: Int) -> Bool {
        if frames >= limit { return true }
        if reads == 0 { return frames >= hopeless }
        guard let toBeat, frames >= hopeless else { return false }
        let best = Double(reads + limit - frames) / Double(limit)
        return best < toBeat - 0.15
    }
}
