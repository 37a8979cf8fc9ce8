// SPDX-License-Identifier: Apache-2.0

public import FrameMetrics

/// What differs from frame to frame while the camera looks at one place.
public struct TemporalFigures: Codable, Hashable, Sendable {
    /// Seconds from a frame to the next, the median.
    public var interval: Double
    /// The noise of one frame, by the difference to the next, in values of 255; `nil` when nothing stood still.
    public var noise: Double?
    /// Bands that run over the picture; `nil` when there were none or too few frames.
    public var banding: Banding?
    /// How fast the likeliest symbol moves over the picture, in pixels a second; `nil` where it was not found in two
    /// frames.
    public var speed: Double?
    /// Light and shade of the mean of the frames, block by block; see `LumaImage.structure(of:)`.
    public var structure: Double?
    /// Sharpness (`FrameFigures.tenengrad`) of the frames, in order.
    public var sharpness: [Double]

    public init(
        interval: Double, noise: Double? = nil, banding: Banding? = nil, speed: Double? = nil, structure: Double? = nil,
        sharpness: [Double] = []
    ) {
        self.interval = interval
        self.noise = noise
        self.banding = banding
        self.speed = speed
        self.structure = structure
        self.sharpness = sharpness
    }
}
