// SPDX-License-Identifier: Apache-2.0

import Barcodes

extension Quadrilateral {
    /// The four corners of a square in perspective: the point farthest from the centre, the one farthest from that, and
    /// the farthest on both sides of the line between them. Clockwise.
    init?(around points: [PixelPoint]) {
        guard points.count >= 4 else { return nil }
        let n = Double(points.count)
        var (sumX, sumY) = (0.0, 0.0)
        for point in points {
            sumX += point.x
            sumY += point.y
        }
        func farthest(from point: PixelPoint) -> PixelPoint {
            var (best, most) = (points[0], -1.0)
            for other in points {
                let (dx, dy) = (other.x - point.x, other.y - point.y)
                let distance = dx * dx + dy * dy
                if distance > most { (best, most) = (other, distance) }
            }
            return best
        }
        let a = farthest(from: PixelPoint(x: sumX / n, y: sumY / n))
        let c = farthest(from: a)
        // y points down: positive is clockwise of the line.
        var (b, d) = (a, a)
        var (least, most) = (0.0, 0.0)
        for point in points {
            let side = (c.x - a.x) * (point.y - a.y) - (c.y - a.y) * (point.x - a.x)
            if side < least { (b, least) = (point, side) }
            if side > most { (d, most) = (point, side) }
        }
        guard least < 0, most > 0 else { return nil }
        self.init(topLeft: a, topRight: b, bottomRight: c, bottomLeft: d)
    }

    /// The same place with rows and columns exchanged, as in a mirror.
    var mirrored: Quadrilateral {
        Quadrilateral(topLeft: topLeft, topRight: bottomLeft, bottomRight: bottomRight, bottomLeft: topRight)
    }

    /// In square pixels; positive if the corners run clockwise.
    var area: Double {
        ((bottomRight.x - topLeft.x) * (bottomLeft.y - topRight.y)
            - (bottomLeft.x - topRight.x) * (bottomRight.y - topLeft.y)) / 2
    }
}
