// SPDX-License-Identifier: Apache-2.0

/// When enough frames of a probe have been read.
package struct StoppingRule: Hashable, Sendable {
    /// A round of the reading ladder for cameras: its dear looks take turns over a dozen frames.
    package static let round = 12
    /// Frames without a read after which a setting is given up: both readers have had two turns and more.
    package static let hopeless = 5

    package init(limit: Int = Self.round, hopeless: Int = Self.hopeless, toBeat: Double? = nil) {
        self.limit = limit
        self.hopeless = hopeless
        self.toBeat = toBeat
    }

    /// Frames at most.
    package var limit = Self.round
    /// Frames at most while nothing was read.
    package var hopeless = Self.hopeless
    /// The reads of the best setting so far, of as many frames as `limit`; a probe that cannot reach it is ended.
    package var toBeat: Double?

    package func isEnough(frames: Int, reads: Int) -> Bool {
        if frames >= limit { return true }
        if reads == 0 { return frames >= hopeless }
        guard let toBeat, frames >= hopeless else { return false }
        let best = Double(reads + limit - frames) / Double(limit)
        return best < toBeat - 0.15
    }
}
