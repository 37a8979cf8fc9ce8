// SPDX-License-Identifier: Apache-2.0

public import Frames

/// A decoded picture file.
public struct Picture: Sendable {
    /// Upright: rotated according to the file's orientation.
    public var luma: LumaImage
    public var format: PictureFormat
    /// As stored, before rotation.
    public var storedSize: FrameSize
    public var orientation: PictureOrientation
    /// What is wrong with the file although it was decoded; `nil` for an intact file.
    public var damage: PictureDamage?

    /// Its transparent pixels, which are shown as white here; `nil` without any.
    public var transparency: PictureTransparency?

    /// Decodes the file again, to one plane of its colours, upright; `nil` for formats without that. It keeps the file's bytes.
    public var plane: (@Sendable (ColourPlane) -> LumaImage?)?

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
    public var wasTruncated: Bool { damage?.isTruncation ?? false }
}

/// One of the three colours of a picture by itself.
public enum ColourPlane: String, Hashable, Sendable, CaseIterable, Codable {
    case red, green, blue

    package var index: Int { self == .red ? 0 : self == .green ? 1 : 2 }
}

/// The transparent part of a picture. Programs differ in what they put behind it.
public struct PictureTransparency: Hashable, Sendable, Codable {
    /// The share of pixels that are more transparent than opaque.
    public var share: Double
    /// The difference between the lightest and the darkest pixel, of 255, as a program sees them that leaves transparency
    /// out; 0 means one even surface.
    public var contrastWithout: Int

    public init(share: Double, contrastWithout: Int) {
        self.share = share
        self.contrastWithout = contrastWithout
    }
}

/// The damage of a picture that was decoded in part.
public struct PictureDamage: Hashable, Sendable, CustomStringConvertible {
    /// The file is truncated; otherwise something inside it is broken.
    public var isTruncation: Bool
    /// The number of decoded rows, from the top as stored; `nil` if the decoder does not say.
    public var decodedRows: Int?
    /// A clause in the decoder's words.
    public var reason: String

    package init(isTruncation: Bool, decodedRows: Int?, reason: String) {
        self.isTruncation = isTruncation
        self.decodedRows = decodedRows
        self.reason = reason
    }

    public var description: String {
        let rows = decodedRows.map { "; \($0) rows were read" } ?? ""
        return (isTruncation ? "the file is cut short" : "the file is damaged") + " (\(reason))" + rows
    }
}
