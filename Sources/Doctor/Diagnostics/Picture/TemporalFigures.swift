// SPDX-License-Identifier: Apache-2.0

package import FrameMetrics

/// Differences from frame to frame while the camera sees one scene.
package struct TemporalFigures: Codable, Hashable, Sendable {
    /// The median frame interval, in seconds.
    package var interval: Double
    /// The noise of one frame, from its difference to the next, in luma of 255; `nil` if nothing stood still.
    package var noise: Double?
    /// Bands that move across the picture; `nil` without bands or with too few frames.
    package var banding: Banding?
    /// The speed of the likeliest symbol, in pixels per second; `nil` if it was not found in two frames.
    package var speed: Double?
    /// Structure of the mean of the frames; see `LumaImage.structure(of:)`.
    package var structure: Double?
    /// Sharpness (`FrameFigures.tenengrad`) of the frames, in order.
    package var sharpness: [Double]

    /// Whether the likeliest symbol's place differs from frame to frame by no more than noise; `nil` in older evidence, without a symbol,
    /// and without noise, as one picture again and again has none.
    package var isStill: Bool?

    package init(
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
