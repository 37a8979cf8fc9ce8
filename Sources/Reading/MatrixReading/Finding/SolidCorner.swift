// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Two straight edges that meet: possibly the outer edges of the solid L of a Data Matrix.
struct SolidCorner {
    /// Far end of the left edge, the corner, far end of the lower edge.
    var top: PixelPoint
    var corner: PixelPoint
    var right: PixelPoint
    /// Whether the L is light on dark.
    var isInverted: Bool

    var leftLength: Double { top.distance(to: corner) }
    var lowerLength: Double { right.distance(to: corner) }
    /// The parallelogram's area in square pixels.
    var area: Double {
        abs((top.x - corner.x) * (right.y - corner.y) - (top.y - corner.y) * (right.x - corner.x))
    }

    /// The shortest side of a symbol: eight modules of one pixel.
    private static let shortest = 7.5
    /// The longest symbols are 8 by 144.
    private static let mostOblong = 20.0

    /// All corners in one outline's polygon.
    ///
    /// Traversed with dark on the right, the lower edge comes from the right, then the left edge goes up: a right turn.
    /// For a light L it is the other way round, with a left turn.
    static func all(of polygon: [PixelPoint]) -> [SolidCorner] {
        guard polygon.count >= 3 else { return [] }
        let sides = joined(polygon)
        var result: [SolidCorner] = []
        for index in sides.indices {
            let first = sides[index]
            // The next side, or the one after a short one: corners get rounded and torn.
            for skip in 1...2 where sides.count > skip {
                let second = sides[(index + skip) % sides.count]
                if skip == 2 {
                    let between = sides[(index + 1) % sides.count]
                    guard between.length < 0.25 * min(first.length, second.length) else { continue }
                }
                if let corner = SolidCorner(first, second) { result.append(corner) }
            }
        }
        return result
    }

    private struct Side {
        var from: PixelPoint
        var to: PixelPoint
        var length: Double { from.distance(to: to) }
    }

    /// The polygon's sides. Sides that continue in the same line after a small dent are also returned joined.
    private static func joined(_ polygon: [PixelPoint]) -> [Side] {
        polygon.indices.map { Side(from: polygon[$0], to: polygon[($0 + 1) % polygon.count]) }
    }

    private init?(_ first: Side, _ second: Side) {
        let (a, b) = (first.length, second.length)
        guard min(a, b) >= Self.shortest, max(a, b) <= Self.mostOblong * min(a, b) else { return nil }
        let (ux, uy) = ((first.to.x - first.from.x) / a, (first.to.y - first.from.y) / a)
        let (vx, vy) = ((second.to.x - second.from.x) / b, (second.to.y - second.from.y) / b)
        let sine = ux * vy - uy * vx
        let cosine = ux * vx + uy * vy
        // 55 to 125 degrees.
        guard abs(cosine) < 0.575 else { return nil }
        // The intersection of the two lines.
        let (dx, dy) = (second.from.x - first.from.x, second.from.y - first.from.y)
        let along = (dx * vy - dy * vx) / sine
        corner = PixelPoint(x: first.from.x + along * ux, y: first.from.y + along * uy)
        // y points down: a positive sine is a right turn.
        isInverted = sine < 0
        if isInverted {
            top = first.from
            right = second.to
        } else {
            right = first.from
            top = second.to
        }
    }

    /// Each edge moved to the steepest change of the grey value, which is more exact than pixel borders.
    func refined(_ picture: LumaSampler) -> SolidCorner {
        guard let left = Self.edge(corner, top, picture, darkOnRight: !isInverted),
            let lower = Self.edge(right, corner, picture, darkOnRight: !isInverted),
            let meeting = left.meeting(lower)
        else { return self }
        var result = self
        result.corner = meeting
        result.top = left.foot(of: top)
        result.right = lower.foot(of: right)
        // Too far away: a different edge.
        guard meeting.distance(to: corner) < 4 + 0.1 * min(leftLength, lowerLength) else { return self }
        return result
    }

    private struct Line {
        var point: PixelPoint
        var dx: Double
        var dy: Double

        func meeting(_ other: Line) -> PixelPoint? {
            let cross = dx * other.dy - dy * other.dx
            guard abs(cross) > 0.3 else { return nil }
            let t = ((other.point.x - point.x) * other.dy - (other.point.y - point.y) * other.dx) / cross
            return PixelPoint(x: point.x + t * dx, y: point.y + t * dy)
        }

        func foot(of p: PixelPoint) -> PixelPoint {
            let t = (p.x - point.x) * dx + (p.y - point.y) * dy
            return PixelPoint(x: point.x + t * dx, y: point.y + t * dy)
        }
    }

    /// A line through the steepest points of the profiles across an edge, without those far from the median.
    private static func edge(_ from: PixelPoint, _ to: PixelPoint, _ picture: LumaSampler, darkOnRight: Bool) -> Line? {
        let length = from.distance(to: to)
        guard length > 4 else { return nil }
        let (dx, dy) = ((to.x - from.x) / length, (to.y - from.y) / length)
        // The normal to the right of the direction from `from` to `to`, y down.
        let (nx, ny) = (-dy, dx)
        let count = min(64, max(8, Int(length / 2)))
        var points: [(along: Double, off: Double)] = []
        for index in 0..<count {
            let along = length * (0.04 + 0.92 * (Double(index) + 0.5) / Double(count))
            var best = 6.0
            var place: Double?
            var slopes: [Double] = []
            for step in -6...6 {
                let off = Double(step) * 0.5
                func value(_ more: Double) -> Double {
                    picture(
                        PixelPoint(
                            x: from.x + along * dx + (off + more) * nx, y: from.y + along * dy + (off + more) * ny))
                }
                let slope = (value(-0.75) - value(0.75)) * (darkOnRight ? 1 : -1)
                slopes.append(slope)
                if slope > best { (best, place) = (slope, off) }
            }
            if let place {
                // The vertex of the parabola through the steepest point and its neighbours.
                let at = Int(place * 2) + 6
                var offset = place
                if at > 0, at < slopes.count - 1 {
                    let (l, m, r) = (slopes[at - 1], slopes[at], slopes[at + 1])
                    let curve = l - 2 * m + r
                    if curve < -1e-9 { offset += 0.25 * (l - r) / curve }
                }
                points.append((along, offset))
            }
        }
        guard points.count >= max(4, count / 2) else { return nil }
        let middle = points.map(\.off).sorted()[points.count / 2]
        for limit in [2.0, 0.8] {
            let near = points.filter { abs($0.off - middle) < limit + 0.01 * length }
            guard near.count >= 4 else { break }
            points = near
        }
        // Least squares: off = a + b * along.
        let n = Double(points.count)
        let meanA = points.reduce(0) { $0 + $1.along } / n
        let meanO = points.reduce(0) { $0 + $1.off } / n
        var (aa, ao) = (0.0, 0.0)
        for point in points {
            aa += (point.along - meanA) * (point.along - meanA)
            ao += (point.along - meanA) * (point.off - meanO)
        }
        guard aa > 0 else { return nil }
        let slope = ao / aa
        let start = meanO - slope * meanA
        let norm = (1 + slope * slope).squareRoot()
        return Line(
            point: PixelPoint(x: from.x + start * nx, y: from.y + start * ny),
            dx: (dx + slope * nx) / norm, dy: (dy + slope * ny) / norm)
    }
}
