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

    /// Whether the file is truncated. The missing part is white or grey.
    public var wasTruncated: Bool { damage?.isTruncation ?? false }
}

/// The damage of a picture that was decoded in part.
public struct PictureDamage: Hashable, Sendable, CustomStringConvertible {
    /// The file is truncated; otherwise something inside it is broken.
    public var isTruncation: Bool
    /// The number of decoded rows, from the top as stored; `nil` if the decoder does not say.
    public var decodedRows: Int?
    /// A clause in the decoder's words.
    public var reason: String

    public var description: String {
        let rows = decodedRows.map { "; \($0) rows were read" } ?? ""
        return (isTruncation ? "the file is cut short" : "the file is damaged") + " (\(reason))" + rows
    }
}
