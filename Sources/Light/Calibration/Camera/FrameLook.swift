// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames

/// The figures of one frame.
struct FrameLook: Hashable, Sendable {
    /// The frame's timestamp, seconds on the camera's clock.
    var time: Double
    /// Seconds from the timestamp until the frame is here as luma; `nil` with a simulated clock.
    var delivery: Double?
    /// Mean linear light around the code, 0 to 1.
    var level: Double
    /// The 5th and 95th percentile around the code, luma 0 to 255.
    var dark: Double
    var light: Double
    /// The share of pixels around the code at 250 or above.
    var clipped: Double
    /// The mean of the whole frame, luma.
    var mean: Double
    /// Gradient energy around the code, less that of noise, divided by the mean squared. It compares frames of one scene.
    var sharpness: Double
    /// The standard deviation from one frame to the next around the code, luma; `nil` for the first frame.
    var noise: Double?
    /// The same from pixel to pixel, over the whole frame: less than `noise` if something moves, more on texture.
    var grain: Double
    /// The gradients that this frame shares with the previous one, divided by the mean squared: sharpness without noise.
    var commonSharpness: Double?
    /// The 10–90 % width of the code's edges, pixels; `nil` for a frame that was not read.
    var edgeWidth: Double?
    var modulePixels: Double?
    /// Whether the code that counts was read.
    var isRead = false
    /// The time reading took, seconds; `nil` if reading was not tried.
    var decodeTime: Double?
    var isCorrupt = false

    /// The figures in which a new setting shows.
    var signature: Signature { Signature(light: level, sharpness: sharpness) }
}

/// The two figures in which a change of a control shows, on linear scales.
package struct Signature: Hashable, Sendable {
    package var light: Double
    package var sharpness: Double

    package init(light: Double, sharpness: Double) {
        self.light = light
        self.sharpness = sharpness
    }
}
