// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A picture made from another, with the map back to it.
package struct PreparedImage: Sendable {
    package var image: LumaImage
    /// From positions in `image` to positions in the picture it was made from.
    package var toOriginal: PixelMap

    package init(_ image: LumaImage, toOriginal: PixelMap = .identity) {
        self.image = image
        self.toOriginal = toOriginal
    }

    /// Applies `step` to this picture and combines the maps of both.
    package func then(_ step: (LumaImage) -> PreparedImage) -> PreparedImage {
        let next = step(image)
        return PreparedImage(next.image, toOriginal: next.toOriginal.followed(by: toOriginal))
    }
}
