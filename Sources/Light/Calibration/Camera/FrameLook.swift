// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames

/// What one frame says.
struct FrameLook: Hashable, Sendable {
    /// When it was taken, seconds on the camera's clock.
    var time: Double
    /// Seconds from then until it was here as luma; `nil` where the clock is a simulated one.
    var delivery: Double?
    /// The linear light around the code, 0 to 1, on average.
    var level: Double
    /// The 5th and 95th percentile around the code, luma 0 to 255.
    var dark: Double
    var light: Double
    /// The share around the code at 250 or above.
    var clipped: Double
    /// The mean of the whole frame, luma.
    var mean: Double
    /// Gradient energy around the code, less what noise adds, over the contrast squared: compares frames of one scene.
    var sharpness: Double
    /// The standard deviation from one frame to the next around the code, luma; `nil` for the first frame.
    var noise: Double?
    /// The same from pixel to pixel: less than the other where something moves, more on texture.
    var grain: Double
    /// Gradients this frame has in common with the one before, over the mean squared: sharpness without the noise.
    var commonSharpness: Double?
    /// The 10–90 % width of the code's edges, pixels; only where the code was read or looked for.
    var edgeWidth: Double?
    var modulePixels: Double?
    /// Whether the code that counts was read.
    var isRead = false
    /// What reading took, seconds; `nil` when the frame was not read.
    var decodeTime: Double?
    var isCorrupt = false

    /// What tells that a setting shows: stops of light, and stops of sharpness.
    var signature: Signature { Signature(light: level, sharpness: sharpness) }
}

/// The two figures a change of a control shows in, as binary logarithms.
package struct Signature: Hashable, Sendable {
    package var light: Double
    package var sharpness: Double

    package init(light: Double, sharpness: Double) {
        self.light = light
        self.sharpness = sharpness
    }
}
