// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// The true conditions and contents of a simulated frame, to compare measurements with.
package struct FrameConditions: Hashable, Sendable {
    /// When the frame began, seconds of simulated time.
    package var start = 0.0
    /// Seconds.
    package var exposureTime = 0.0
    /// 1 and up.
    package var gain = 1.0
    /// From this frame's start to the next's, seconds.
    package var duration = 0.0
    /// The light of the room on the table, without the torch, lux: the mean over the frame, with shadows.
    package var illuminance = 0.0
    /// The diameter of the defocus blur, in pixels of the frame.
    package var blurDiameter = 0.0
    /// Whether the automatic focus, if on, has settled.
    package var isFocusLocked = false
    /// The electrons of a pixel at full scale (well / gain), and its read noise r in electrons.
    package var fullScaleElectrons = 0.0
    package var readNoise = 0.0
    /// The mean of the linear signal, as a share of full scale.
    package var meanSignal = 0.0
    package var codes: [CodePlacement] = []

    package init() {}
}

/// The place of a code in a frame, readable or not.
package struct CodePlacement: Hashable, Sendable {
    package var symbology: Symbology
    /// The text that a reader should return.
    package var content: String
    /// The symbol without its quiet zone, in pixels, even outside the frame. Does not include the rolling shutter.
    package var corners: Quadrilateral
    /// The X dimension in pixels of the frame, along the symbol's upper edge.
    package var modulePixels: Double
}
