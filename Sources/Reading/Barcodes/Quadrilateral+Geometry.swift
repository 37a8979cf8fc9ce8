// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Quadrilateral {
    /// The same place rotated by half a turn: the bottom right corner becomes the top left one.
    package var turnedAround: Quadrilateral {
        Quadrilateral(topLeft: bottomRight, topRight: bottomLeft, bottomRight: topLeft, bottomLeft: topRight)
    }

    /// The bounding box.
    package var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
        var box = (topLeft.x, topLeft.y, topLeft.x, topLeft.y)
        for corner in corners.dropFirst() {
            box = (min(box.0, corner.x), min(box.1, corner.y), max(box.2, corner.x), max(box.3, corner.y))
        }
        return box
    }

    /// The mean length of its upper and lower edges; for a linear code, the length across its bars.
    @inlinable package var width: Double { (topLeft.distance(to: topRight) + bottomLeft.distance(to: bottomRight)) / 2 }

    /// The mean length of its left and right edges.
    @inlinable package var height: Double { (topLeft.distance(to: bottomLeft) + topRight.distance(to: bottomRight)) / 2 }

    /// Whether its opposite edges and its two diagonals have the same lengths, within 5 %. From a steep angle, the near edge of a
    /// symbol is the longer one.
    package var isRectangle: Bool {
        func areAlike(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 0.05 * max(a, b) }
        return areAlike(topLeft.distance(to: topRight), bottomLeft.distance(to: bottomRight))
            && areAlike(topLeft.distance(to: bottomLeft), topRight.distance(to: bottomRight))
            && areAlike(topLeft.distance(to: bottomRight), topRight.distance(to: bottomLeft))
    }

    /// The point at a share of its width and of its height, from the top left corner; beyond the edges for less than 0 and more than 1.
    package func point(_ u: Double, _ v: Double) -> PixelPoint {
        func between(_ from: PixelPoint, _ to: PixelPoint, _ share: Double) -> PixelPoint {
            PixelPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        }
        return between(between(topLeft, topRight, u), between(bottomLeft, bottomRight, u), v)
    }

    /// Whether the point lies inside or on an edge, in whichever direction the corners run. The shape must be convex.
    @inlinable package func contains(_ point: PixelPoint) -> Bool {
        var positive = false
        var negative = false
        let all = corners
        for index in 0..<4 {
            let a = all[index]
            let b = all[(index + 1) % 4]
            let cross = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
            if cross > 0 { positive = true }
            if cross < 0 { negative = true }
        }
        return !(positive && negative)
    }

    /// Whether two outlines are of the same symbol: the centre of one lies in the other, grown by an eighth of its longer
    /// edge.
    ///
    /// The growth allows for linear codes, whose outline is only as high as the scan lines that read them.
    package func coversSamePlace(as other: Quadrilateral) -> Bool {
        grown().contains(other.center) || other.grown().contains(center)
    }

    /// Every corner moved away from the centre by an eighth of the longer edge, along both of the symbol's axes.
    private func grown() -> Quadrilateral {
        let margin = max(width, height) / 8 + 2
        func direction(_ from: PixelPoint, _ to: PixelPoint) -> (Double, Double)? {
            let length = from.distance(to: to)
            return length < 1e-6 ? nil : ((to.x - from.x) / length, (to.y - from.y) / length)
        }
        let right = direction(topLeft, topRight) ?? direction(bottomLeft, bottomRight) ?? (1, 0)
        // A code read by one scan line has no height: its second axis is the normal of the first.
        let down = direction(topLeft, bottomLeft) ?? direction(topRight, bottomRight) ?? (-right.1, right.0)
        func moved(_ point: PixelPoint, _ a: Double, _ b: Double) -> PixelPoint {
            PixelPoint(
                x: point.x + margin * (a * right.0 + b * down.0), y: point.y + margin * (a * right.1 + b * down.1))
        }
        return Quadrilateral(
            topLeft: moved(topLeft, -1, -1), topRight: moved(topRight, 1, -1), bottomRight: moved(bottomRight, 1, 1),
            bottomLeft: moved(bottomLeft, -1, 1))
    }
}

extension PixelPoint {
    /// The point at this share of the way to `other`: 0 is here, 1 there.
    @inlinable package func towards(_ other: PixelPoint, _ share: Double) -> PixelPoint {
        PixelPoint(x: x + share * (other.x - x), y: y + share * (other.y - y))
    }

    @inlinable package func distance(to other: PixelPoint) -> Double { hypot(x - other.x, y - other.y) }
}
