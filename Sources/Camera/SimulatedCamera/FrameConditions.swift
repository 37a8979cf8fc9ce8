// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// What a simulated frame was taken with and what is in it: the truth that measurements can be held against.
public struct FrameConditions: Hashable, Sendable {
    /// Seconds.
    public var exposureTime = 0.0
    /// 1 and up.
    public var gain = 1.0
    /// From this frame's start to the next's, seconds.
    public var duration = 0.0
    /// The diameter of the blur of the lens out of focus, in pixels of the frame.
    public var blurDiameter = 0.0
    /// Whether the automatic focus, if on, has found its place.
    public var isFocusLocked = false
    /// Electrons in a pixel, and those of its read noise, that make full scale: well / gain and r.
    public var fullScaleElectrons = 0.0
    public var readNoise = 0.0
    /// The mean of the linear signal, of full scale.
    public var meanSignal = 0.0
    public var codes: [CodePlacement] = []

    public init() {}
}

/// Where a code lies in a frame, whether it can be read or not.
public struct CodePlacement: Hashable, Sendable {
    public var symbology: Symbology
    /// What a reader should give back.
    public var content: String
    /// The symbol without its quiet zone, in pixels of the frame; outside the frame too. Rolling shutter not included.
    public var corners: Quadrilateral
    /// The X dimension in pixels of the frame, along the symbol's upper edge.
    public var modulePixels: Double
}
