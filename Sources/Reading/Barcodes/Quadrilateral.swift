// SPDX-License-Identifier: Apache-2.0

/// A point in a picture, in pixels from its top left corner; x points right, y down.
public struct PixelPoint: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The four corners of a symbol in the picture, clockwise from the symbol's own top left.
public struct Quadrilateral: Hashable, Sendable {
    public var topLeft: PixelPoint
    public var topRight: PixelPoint
    public var bottomRight: PixelPoint
    public var bottomLeft: PixelPoint

    public init(topLeft: PixelPoint, topRight: PixelPoint, bottomRight: PixelPoint, bottomLeft: PixelPoint) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// The corners, clockwise from the symbol's top left.
    public var corners: [PixelPoint] { [topLeft, topRight, bottomRight, bottomLeft] }

    public var center: PixelPoint {
        PixelPoint(
            x: corners.reduce(0) { $0 + $1.x } / 4,
            y: corners.reduce(0) { $0 + $1.y } / 4)
    }

    /// The quadrilateral with each corner passed through `transform`.
    public func mapped(_ transform: (PixelPoint) -> PixelPoint) -> Quadrilateral {
        Quadrilateral(
            topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
            bottomLeft: transform(bottomLeft))
    }
}
