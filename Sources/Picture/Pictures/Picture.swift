// SPDX-License-Identifier: Apache-2.0

package import Frames

/// A decoded picture file.
package struct Picture: Sendable {
    /// Upright: rotated according to the file's orientation.
    package var luma: LumaImage
    package var format: PictureFormat
    /// As stored, before rotation.
    package var storedSize: FrameSize
    package var orientation: PictureOrientation
    /// What is wrong with the file although it was decoded; `nil` for an intact file.
    package var damage: PictureDamage?

    /// What a JPEG says of itself; `nil` for other formats.
    package var jpeg: JPEGFacts?

    /// Its transparent pixels, which are shown as white here; `nil` without any.
    package var transparency: PictureTransparency?

    /// Decodes the file again, to one plane of its colours, upright; `nil` for formats without that. It keeps the file's bytes.
    package var plane: (@Sendable (ColourPlane) -> LumaImage?)?

    package init(
        luma: LumaImage, format: PictureFormat, storedSize: FrameSize, orientation: PictureOrientation,
        damage: PictureDamage?, transparency: PictureTransparency?
    ) {
        self.luma = luma
        self.format = format
        self.storedSize = storedSize
        self.orientation = orientation
        self.damage = damage
        self.transparency = transparency
    }

    /// Whether the file is truncated. The missing part is white or grey.
    package var wasTruncated: Bool { damage?.isTruncation ?? false }
}

/// One of the three colours of a picture by itself.
package enum ColourPlane: String, Hashable, Sendable, CaseIterable, Codable {
    case red, green, blue

    package var index: Int { self == .red ? 0 : self == .green ? 1 : 2 }
}

/// The transparent part of a picture. Programs differ in what they put behind it.
package struct PictureTransparency: Hashable, Sendable, Codable {
    /// The share of pixels that are more transparent than opaque.
    package var share: Double
    /// The difference between the lightest and the darkest pixel, of 255, as a program sees them that leaves transparency
    /// out; 0 means one even surface.
    package var contrastWithout: Int

    package init(share: Double, contrastWithout: Int) {
        self.share = share
        self.contrastWithout = contrastWithout
    }
}

/// The damage of a picture that was decoded in part.
package struct PictureDamage: Hashable, Sendable, CustomStringConvertible {
    /// The file is truncated; otherwise something inside it is broken.
    package var isTruncation: Bool
    /// The number of decoded rows, from the top as stored; `nil` if the decoder does not say.
    package var decodedRows: Int?
    /// A clause in the decoder's words.
    package var reason: String

    package init(isTruncation: Bool, decodedRows: Int?, reason: String) {
        self.isTruncation = isTruncation
        self.decodedRows = decodedRows
        self.reason = reason
    }

    package var description: String {
        let rows = decodedRows.map { "; \($0) rows were read" } ?? ""
        return (isTruncation ? "the file is cut short" : "the file is damaged") + " (\(reason))" + rows
    }
}
