// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames

/// A place in a picture that looks like a symbol. Nothing has been read.
public struct SymbolCandidate: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// Bars side by side; stacked ones too.
        case linear
        /// Squares or dots in rows and columns.
        case matrix
    }

    public var kind: Kind
    /// In pixels of the picture. Of a linear candidate the upper edge runs across the bars; of a matrix candidate the
    /// edges run as the texture does, and which corner is the symbol's own first is not known.
    public var corners: Quadrilateral
    /// Of the upper edge against the picture's, degrees clockwise, −45 to 135.
    public var angle: Double
    /// How much it looks like a symbol beside the others of the same picture; larger is more.
    public var score: Double

    public init(kind: Kind, corners: Quadrilateral, angle: Double, score: Double) {
        self.kind = kind
        self.corners = corners
        self.angle = angle
        self.score = score
    }

    /// The longer and the shorter edge are what a symbol's size is judged by, in pixels.
    public var width: Double { corners.width }
    public var height: Double { corners.height }

    /// Whether it comes so near the picture's border that a part of it or of its quiet zone may be cut off. Bars may well
    /// run out of the picture lengthwise.
    ///
    /// - Parameter module: the narrowest bar or module, in pixels, if known.
    public func isCutOff(in size: FrameSize, module: Double?) -> Bool {
        let margin = 2 * (module ?? 2)
        let box = corners.bounds
        let across = box.minX < margin || box.maxX > Double(size.width) - margin
        let along = box.minY < margin || box.maxY > Double(size.height) - margin
        guard kind == .linear else { return across || along }
        let isWide =
            abs(corners.topRight.x - corners.topLeft.x) >= abs(corners.topRight.y - corners.topLeft.y)
        return isWide ? across : along
    }
}
