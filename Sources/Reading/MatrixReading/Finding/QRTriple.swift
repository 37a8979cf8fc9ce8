// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// A corner of a QR symbol that has a finder pattern.
package enum QRCorner: Hashable, Sendable, CaseIterable {
    case topLeft, topRight, bottomLeft
}

/// Three finder patterns arranged like those of one QR symbol.
struct QRTriple {
    var topLeft: FinderPattern
    var topRight: FinderPattern
    var bottomLeft: FinderPattern
    /// The one that is not in the picture, but supposed from the two others.
    var missing: QRCorner?

    var isInverted: Bool { topLeft.isInverted }
    var modulePixels: Double { (topLeft.module + topRight.module + bottomLeft.module) / 3 }

    /// The parallelogram through the centres of the three patterns.
    var outline: Quadrilateral {
        let (a, b, c) = (topLeft.center, topRight.center, bottomLeft.center)
        return Quadrilateral(
            topLeft: a, topRight: b, bottomRight: PixelPoint(x: b.x + c.x - a.x, y: b.y + c.y - a.y), bottomLeft: c)
    }

    /// Modules a side, estimated from the size of the patterns: accurate to a few percent.
    var side: Double {
        (Self.modules(topLeft, topRight) + Self.modules(topLeft, bottomLeft)) / 2 + 7
    }

    /// Modules a side from each visible timing pattern, if roughly consistent with the estimate from the size.
    func timedSides(in picture: LumaSampler, _ light: QRLight) -> [Double] {
        [
            Self.timedSide(topLeft, topRight, beside: bottomLeft, picture, light),
            Self.timedSide(topLeft, bottomLeft, beside: topRight, picture, light),
        ].compactMap(\.self).filter { abs($0 / side - 1) < 0.3 }
    }

    /// The possible versions, likeliest first: from the timing patterns, and from the size.
    func versions(timed: [Double]) -> [Int] {
        var result: [Int] = []
        for offset in [0, 1, -1] {
            for side in timed + [side] {
                let version = Int(((side - 17) / 4).rounded()) + offset
                if (1...40).contains(version), !result.contains(version) { result.append(version) }
            }
        }
        return result
    }

    /// Modules a side from the count of dark and light along the timing pattern, however its modules shrink with
    /// distance; `nil` if it is not visible.
    private static func timedSide(
        _ a: FinderPattern, _ b: FinderPattern, beside c: FinderPattern, _ picture: LumaSampler, _ light: QRLight
    ) -> Double? {
        let along = (b.center.x - a.center.x, b.center.y - a.center.y)
        let inwards = (c.center.x - a.center.x, c.center.y - a.center.y)
        // The timing line lies three modules inwards from the centres; the separators end five modules from them.
        func end(_ pattern: FinderPattern, _ sign: Double) -> PixelPoint {
            let (x, y) = (axis(of: pattern, along: along), axis(of: pattern, along: inwards))
            return PixelPoint(
                x: pattern.center.x + sign * 4 * x.x + 3 * y.x, y: pattern.center.y + sign * 4 * x.y + 3 * y.y)
        }
        let (from, to) = (end(a, 1), end(b, -1))
        let steps = Int(from.distance(to: to) * 2)
        guard steps > 10, steps < 20_000 else { return nil }
        // From separator to separator: light at both ends. Changes of a third of the contrast count.
        var isDark = false
        var changes = 0
        for step in 0...steps {
            let point = from.towards(to, Double(step) / Double(steps))
            let value = light.lightness(picture(point), at: point)
            if isDark ? value > 0.3 : value < -0.3 {
                isDark.toggle()
                changes += 1
            }
        }
        // `side - 16` modules that begin and end dark.
        return changes % 2 == 0 && changes >= 6 ? Double(changes - 1 + 16) : nil
    }

    /// The deviation of its legs from a square; 0 for a square.
    var unlikeness: Double {
        let (a, b) = (Self.modules(topLeft, topRight), Self.modules(topLeft, bottomLeft))
        return max(a, b) / min(a, b) - 1
    }

    /// Modules from centre to centre. In perspective, module sizes differ: takes the mean of both ends.
    private static func modules(_ a: FinderPattern, _ b: FinderPattern) -> Double {
        let (there, back) = (a.modules(to: b.center), b.modules(to: a.center))
        return (max(abs(there.x), abs(there.y)) * max(abs(back.x), abs(back.y))).squareRoot()
    }

    /// Likely centres of a finder pattern in the fourth corner: the intersection of the sides that leave the patterns,
    /// which is right if they were measured exactly, and the corner of a parallelogram, which is right if the symbol is
    /// far away.
    var fourthCorners: [PixelPoint] {
        let (a, b, c) = (topLeft.center, topRight.center, bottomLeft.center)
        var result = [PixelPoint(x: b.x + c.x - a.x, y: b.y + c.y - a.y)]
        let down = Self.axis(of: topRight, along: (c.x - a.x, c.y - a.y))
        let right = Self.axis(of: bottomLeft, along: (b.x - a.x, b.y - a.y))
        let determinant = down.x * right.y - down.y * right.x
        if abs(determinant) > 1e-6 {
            let t = ((c.x - b.x) * right.y - (c.y - b.y) * right.x) / determinant
            let meeting = PixelPoint(x: b.x + t * down.x, y: b.y + t * down.y)
            let side = max(a.distance(to: b), a.distance(to: c))
            if meeting.distance(to: result[0]) < side / 2, meeting.distance(to: result[0]) > modulePixels {
                result.append(meeting)
            }
        }
        return result
    }

    /// The pattern's direction, of four, that is nearest to `way`.
    static func axis(of pattern: FinderPattern, along way: (Double, Double)) -> (x: Double, y: Double) {
        let (r, d) = (pattern.right, pattern.down)
        let ways = [r, d, (x: -r.x, y: -r.y), (x: -d.x, y: -d.y)]
        return ways.max { $0.x * way.0 + $0.y * way.1 < $1.x * way.0 + $1.y * way.1 } ?? r
    }

    // MARK: Which three

    /// Likeliest first. Each pattern is tried as the corner between two others, in each of its four directions with the
    /// nearest patterns in that direction.
    static func all(of patterns: [FinderPattern], most: Int) -> [QRTriple] {
        var triples: [QRTriple] = []
        for (index, corner) in patterns.enumerated() {
            // Neighbours along the corner's own sides: right, down, left, up.
            var ways: [[(index: Int, distance: Double)]] = [[], [], [], []]
            for (other, pattern) in patterns.enumerated()
            where other != index && pattern.isInverted == corner.isInverted
                && pattern.module < 2.5 * corner.module && corner.module < 2.5 * pattern.module
            {
                guard let way = way(from: corner, to: pattern), Self.way(from: pattern, to: corner) != nil else {
                    continue
                }
                ways[way].append((other, corner.center.distance(to: pattern.center)))
            }
            let nearest = ways.map { $0.sorted { $0.distance < $1.distance }.prefix(4).map(\.index) }
            for way in 0..<4 {
                // The next direction clockwise leads down if this one leads right.
                for right in nearest[way] {
                    for down in nearest[(way + 1) % 4] {
                        let triple = QRTriple(
                            topLeft: corner, topRight: patterns[right], bottomLeft: patterns[down])
                        if triple.unlikeness < 0.6, triple.side > 17, triple.side < 220 { triples.append(triple) }
                    }
                }
            }
        }
        return Array(triples.sorted { $0.unlikeness < $1.unlikeness }.prefix(most))
    }

    /// Which of the pattern's own directions leads to the other, if one does: 0 to 3 for right, down, left, up.
    static func way(from pattern: FinderPattern, to other: FinderPattern) -> Int? {
        let (x, y) = pattern.modules(to: other.center)
        // The smallest symbol has 14 modules from centre to centre.
        guard max(abs(x), abs(y)) > 11, max(abs(x), abs(y)) < 230, min(abs(x), abs(y)) < 0.4 * max(abs(x), abs(y))
        else { return nil }
        return abs(x) > abs(y) ? (x > 0 ? 0 : 2) : (y > 0 ? 1 : 3)
    }
}
