// SPDX-License-Identifier: Apache-2.0

/// What a camera did while it was watched for longer than an examination takes: `doctor --watch`.
package struct WatchRecord: Codable, Hashable, Sendable {
    /// How long it was watched.
    package var seconds: Double
    /// Pairs of a time in seconds from the beginning and the value then: the lens's position.
    package var focus: [[Double]] = []
    /// The same for sharpness (`FrameFigures.tenengrad`).
    package var sharpness: [[Double]] = []
    /// The same for the mean luma; absent in older evidence.
    package var brightness: [[Double]]?
    /// Frames lost on the way.
    package var drops = 0
    /// When it stopped sending frames for a while, or disconnected: the time and how it was reported.
    package var interruptions: [Interruption]?

    package struct Interruption: Codable, Hashable, Sendable {
        package var time: Double
        package var message: String
    }

    package init(seconds: Double) { self.seconds = seconds }
}
