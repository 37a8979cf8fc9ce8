// SPDX-License-Identifier: Apache-2.0

import Barcodes

extension Quadrilateral {
    /// The four corners of a square in perspective: the point farthest from the centre, the one farthest from that, and
    /// the farthest on both sides of the line between them. Clockwise.
    init?(around points: [PixelPoint]) {
        guard points.count >= 4 else { return nil }
        let n = Double(points.count)
        let middle = PixelPoint(
            x: points.reduce(0) { $0 + $1.x } / n, y: points.reduce(0) { $0 + $1.y } / n)
        guard let a = points.max(by: { $0.distance(to: middle) < $1.distance(to: middle) }),
            let c = points.max(by: { $0.distance(to: a) < $1.distance(to: a) })
        else { return nil }
        func side(_ p: PixelPoint) -> Double { (c.x - a.x) * (p.y - a.y) - (c.y - a.y) * (p.x - a.x) }
        // y points down: positive is clockwise of the line.
        guard let b = points.min(by: { side($0) < side($1) }), let d = points.max(by: { side($0) < side($1) }),
            side(b) < 0, side(d) > 0
        else { return nil }
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
