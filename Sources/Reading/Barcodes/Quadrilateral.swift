// SPDX-License-Identifier: Apache-2.0

/// A point in a picture, in pixels from its top left corner; x points right, y down.
package struct PixelPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    @inlinable package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The four corners of a symbol in the picture, clockwise from the symbol's own top left.
package struct Quadrilateral: Hashable, Sendable {
    package var topLeft: PixelPoint
    package var topRight: PixelPoint
    package var bottomRight: PixelPoint
    package var bottomLeft: PixelPoint

    @inlinable package init(topLeft: PixelPoint, topRight: PixelPoint, bottomRight: PixelPoint, bottomLeft: PixelPoint) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// The corners, clockwise from the symbol's top left.
    @inlinable package var corners: [PixelPoint] { [topLeft, topRight, bottomRight, bottomLeft] }

    @inlinable package var center: PixelPoint {
        PixelPoint(
            x: corners.reduce(0) { $0 + $1.x } / 4,
            y: corners.reduce(0) { $0 + $1.y } / 4)
    }

    /// The quadrilateral with each corner passed through `transform`.
    @inlinable package func mapped(_ transform: (PixelPoint) -> PixelPoint) -> Quadrilateral {
        Quadrilateral(
            topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
            bottomLeft: transform(bottomLeft))
    }
}
