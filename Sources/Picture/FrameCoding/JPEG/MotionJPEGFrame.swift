// SPDX-License-Identifier: Apache-2.0

public import Frames

/// A decoded JPEG.
public struct MotionJPEGFrame: Sendable {
    public var luma: LumaImage
    /// What libturbojpeg complained of while it decoded all the same, in its words: `nil` for a clean frame. Of a frame
    /// cut short the upper part is right and the rest is grey.
    public var damage: String?

    public var isDamaged: Bool { damage != nil }
}
