// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// A place in a picture that looks like a symbol. It has not been read.
package struct SymbolCandidate: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Codable {
        /// Parallel bars, also stacked.
        case linear
        /// Squares or dots in rows and columns.
        case matrix
    }

    package var kind: Kind
    /// In pixels of the picture. For a linear candidate, the upper edge runs across the bars. For a matrix candidate, the
    /// edges follow the texture, and the symbol's own first corner is unknown.
    package var corners: Quadrilateral
    /// The angle of the upper edge to the picture's, in degrees clockwise, −45 to 135.
    package var angle: Double
    /// Its likelihood relative to other candidates of the same picture; larger is more likely.
    package var score: Double

    package init(kind: Kind, corners: Quadrilateral, angle: Double, score: Double) {
        self.kind = kind
        self.corners = corners
        self.angle = angle
        self.score = score
    }

    /// The longer and the shorter edge, in pixels.
    package var width: Double { corners.width }
    package var height: Double { corners.height }

    /// Whether it is so close to the picture's border that it, or its quiet zone, may be cut off. Bars may extend beyond
    /// the picture lengthwise.
    ///
    /// - Parameter module: the narrowest bar or module, in pixels, if known.
    package func isCutOff(in size: FrameSize, module: Double?) -> Bool {
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
