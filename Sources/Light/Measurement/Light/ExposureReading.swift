// SPDX-License-Identifier: Apache-2.0

/// What a frame was exposed with, as far as a camera tells.
public struct ExposureReading: Hashable, Sendable {
    /// Seconds.
    public var time: Double
    /// The gain above the camera's least, in stops: log₂(g / g₀).
    public var gainStops: Double
    /// How far `gainStops` may be off, in stops.
    public var gainError: Double
    /// Whether a person or program set it; else it is what an automatic mode says it does.
    public var isManual: Bool
    /// Something that the camera does to the picture's values besides, such as its brightness control away from the
    /// default; `nil` for nothing known.
    public var disturbance: String?

    public init(
        time: Double, gainStops: Double = 0, gainError: Double = 0, isManual: Bool = true, disturbance: String? = nil
    ) {
        self.time = time
        self.gainStops = gainStops
        self.gainError = gainError
        self.isManual = isManual
        self.disturbance = disturbance
    }
}

/// The exposure, or why it cannot be known.
public enum ExposureKnowledge: Hashable, Sendable {
    case known(ExposureReading)
    /// A clause: "the camera has no exposure control".
    case unknown(reason: String)
}
