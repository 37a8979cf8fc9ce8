// SPDX-License-Identifier: Apache-2.0

/// What a camera did while it was watched for longer than an examination takes: `doctor --watch`.
public struct WatchRecord: Codable, Hashable, Sendable {
    /// How long it was watched.
    public var seconds: Double
    /// Pairs of a time in seconds from the beginning and the value then: the lens's position.
    public var focus: [[Double]] = []
    /// The same for sharpness (`FrameFigures.tenengrad`).
    public var sharpness: [[Double]] = []
    /// The same for the mean luma; absent in older evidence.
    public var brightness: [[Double]]?
    /// Frames lost on the way.
    public var drops = 0
    /// When it stopped sending frames for a while, or disconnected: the time and how it was reported.
    public var interruptions: [Interruption]?

    public struct Interruption: Codable, Hashable, Sendable {
        public var time: Double
        public var message: String
    }

    public init(seconds: Double) { self.seconds = seconds }
}
