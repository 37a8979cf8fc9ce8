// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A decoded JPEG.
package struct MotionJPEGFrame: Sendable {
    package var luma: LumaImage
    /// libturbojpeg's warning about a frame that it still decoded; `nil` for an intact frame. In a truncated frame the
    /// upper part is correct and the rest is grey.
    package var damage: String?

    package init(luma: LumaImage, damage: String? = nil) {
        self.luma = luma
        self.damage = damage
    }

    package var isDamaged: Bool { damage != nil }
}
