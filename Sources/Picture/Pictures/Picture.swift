// SPDX-License-Identifier: Apache-2.0

public import Frames

/// A decoded picture file.
public struct Picture: Sendable {
    /// Upright: turned as the file's orientation says.
    public var luma: LumaImage
    public var format: PictureFormat
    /// As stored, before it was turned.
    public var storedSize: FrameSize
    public var orientation: PictureOrientation
    /// What is wrong with the file although something was decoded; `nil` when nothing is.
    public var damage: PictureDamage?

    /// Whether the file ends before its picture does. What is missing is white or grey.
    public var wasTruncated: Bool { damage?.isTruncation ?? false }
}

/// What is wrong with a picture that could be decoded in part.
public struct PictureDamage: Hashable, Sendable, CustomStringConvertible {
    /// The file ends before the picture does; otherwise something inside it is broken.
    public var isTruncation: Bool
    /// Rows decoded, from the top as stored; `nil` when the decoder does not say.
    public var decodedRows: Int?
    /// A clause, in the decoder's words.
    public var reason: String

    public var description: String {
        let rows = decodedRows.map { "; \($0) rows were read" } ?? ""
        return (isTruncation ? "the file is cut short" : "the file is damaged") + " (\(reason))" + rows
    }
}
