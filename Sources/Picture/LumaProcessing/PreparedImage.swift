// SPDX-License-Identifier: Apache-2.0

public import Frames

/// A picture made from another, with the map back to it.
public struct PreparedImage: Sendable {
    public var image: LumaImage
    /// From positions in `image` to positions in the picture it was made from.
    public var toOriginal: PixelMap

    public init(_ image: LumaImage, toOriginal: PixelMap = .identity) {
        self.image = image
        self.toOriginal = toOriginal
    }

    /// Applies `step` to this picture and combines the maps of both.
    public func then(_ step: (LumaImage) -> PreparedImage) -> PreparedImage {
        let next = step(image)
        return PreparedImage(next.image, toOriginal: next.toOriginal.followed(by: toOriginal))
    }
}
