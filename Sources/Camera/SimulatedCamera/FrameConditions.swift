// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// The true conditions and contents of a simulated frame, to compare measurements with.
public struct FrameConditions: Hashable, Sendable {
    /// When the frame began, seconds of simulated time.
    public var start = 0.0
    /// Seconds.
    public var exposureTime = 0.0
    /// 1 and up.
    public var gain = 1.0
    /// From this frame's start to the next's, seconds.
    public var duration = 0.0
    /// The light of the room on the table, without the torch, lux: the mean over the frame, with shadows.
    public var illuminance = 0.0
    /// The diameter of the defocus blur, in pixels of the frame.
    public var blurDiameter = 0.0
    /// Whether the automatic focus, if on, has settled.
    public var isFocusLocked = false
    /// The electrons of a pixel at full scale (well / gain), and its read noise r in electrons.
    public var fullScaleElectrons = 0.0
    public var readNoise = 0.0
    /// The mean of the linear signal, as a share of full scale.
    public var meanSignal = 0.0
    public var codes: [CodePlacement] = []

    public init() {}
}

/// The place of a code in a frame, readable or not.
public struct CodePlacement: Hashable, Sendable {
    public var symbology: Symbology
    /// The text that a reader should return.
    public var content: String
    /// The symbol without its quiet zone, in pixels, even outside the frame. Does not include the rolling shutter.
    public var corners: Quadrilateral
    /// The X dimension in pixels of the frame, along the symbol's upper edge.
    public var modulePixels: Double
}
