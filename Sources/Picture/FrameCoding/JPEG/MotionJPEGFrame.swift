// SPDX-License-Identifier: Apache-2.0

public import Frames

/// A decoded JPEG.
public struct MotionJPEGFrame: Sendable {
    public var luma: LumaImage
    /// libturbojpeg's warning about a frame that it still decoded; `nil` for an intact frame. In a truncated frame the
    /// upper part is correct and the rest is grey.
    public var damage: String?

    package init(luma: LumaImage, damage: String? = nil) {
        self.luma = luma
        self.damage = damage
    }

    public var isDamaged: Bool { damage != nil }
}
