// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Square rings around one middle: the middle of an Aztec symbol, perhaps.
struct BullsEye {
    /// The corners of one ring, in order around it, wherever the symbol's top is.
    var corners: Quadrilateral
    /// Modules a side of that ring: 5, 7, 9 or 11.
    var modules: Int
    /// Rings that were seen, the middle module too.
    var rings: Int
    var isInverted: Bool

    var modulePixels: Double { (corners.width + corners.height) / 2 / Double(modules) }

    /// Outlines that lie around one point and whose areas are as 1, 9, 25, 49 (and 81, 121 in full symbols), turn by turn
    /// around dark and light.
    static func all(in outlines: Outlines) -> [BullsEye] {
        // By place, in squares of `cell` pixels.
        let cell = 8.0
        var places: [SIMD2<Int32>: [Int]] = [:]
        func key(_ x: Double, _ y: Double) -> SIMD2<Int32> {
            SIMD2(Int32((x / cell).rounded(.down)), Int32((y / cell).rounded(.down)))
        }
        for (index, outline) in outlines.all.enumerated() {
            // A square's outline along pixel edges is 4 to 5.7 times its side long; more where it is ragged.
            let area = abs(outline.area)
            guard area >= 1, Double(outline.length * outline.length) < 50 * area else { continue }
            places[key(outline.center.x, outline.center.y), default: []].append(index)
        }
        var result: [BullsEye] = []
        for (index, outline) in outlines.all.enumerated() where abs(outline.area) >= 20 {
            let area = abs(outline.area)
            guard Double(outline.length * outline.length) < 50 * area else { continue }
            // This one as the square of five modules.
            let reach = 1.5 + 0.12 * area.squareRoot()
            var near: [Int] = []
            let (low, high) = (
                key(outline.center.x - reach, outline.center.y - reach),
                key(outline.center.x + reach, outline.center.y + reach)
            )
            for y in low.y...high.y {
                for x in low.x...high.x { near += places[SIMD2(x, y)] ?? [] }
            }
            guard near.count >= 3 else { continue }
            let sign = outline.area > 0 ? 1.0 : -1.0
            var best: [Int: Int] = [:]
            for other in near where other != index {
                let candidate = outlines.all[other]
                guard candidate.center.distance(to: outline.center) <= reach else { continue }
                let ratio = (candidate.area * sign) / area
                for (modules, turn) in [(1, 1.0), (3, -1.0), (7, -1.0), (9, 1.0), (11, -1.0)] {
                    let wanted = Double(modules * modules) / 25
                    // Ink spread makes dark squares larger and light ones smaller, small ones most.
                    let slack = modules == 1 ? 3.5 : modules == 3 ? 1.8 : 1.4
                    if ratio * turn > wanted / slack, ratio * turn < wanted * slack { best[modules] = other }
                }
            }
            let inner = (best[1] != nil ? 1 : 0) + (best[3] != nil ? 1 : 0)
            guard best.count >= 2, inner >= 1 else { continue }
            let outer = [11, 9, 7].first { best[$0] != nil } ?? 5
            guard let corners = quadrilateral(outlines.points(of: outlines.all[best[outer] ?? index])) else { continue }
            result.append(
                BullsEye(corners: corners, modules: outer, rings: best.count + 1, isInverted: sign < 0))
        }
        return result.sorted { $0.rings > $1.rings }
    }

    /// The four corners of a square seen askew: the point farthest from the middle, the one farthest from that, and the
    /// farthest on both sides of the line between. In clockwise order.
    private static func quadrilateral(_ points: [PixelPoint]) -> Quadrilateral? {
        guard points.count >= 4 else { return nil }
        let n = Double(points.count)
        let middle = PixelPoint(
            x: points.reduce(0) { $0 + $1.x } / n, y: points.reduce(0) { $0 + $1.y } / n)
        guard let a = points.max(by: { $0.distance(to: middle) < $1.distance(to: middle) }),
            let c = points.max(by: { $0.distance(to: a) < $1.distance(to: a) })
        else { return nil }
        func side(_ p: PixelPoint) -> Double { (c.x - a.x) * (p.y - a.y) - (c.y - a.y) * (p.x - a.x) }
        // y points down: positive lies clockwise of the line.
        guard let b = points.min(by: { side($0) < side($1) }), let d = points.max(by: { side($0) < side($1) }),
            side(b) < 0, side(d) > 0
        else { return nil }
        return Quadrilateral(topLeft: a, topRight: b, bottomRight: c, bottomLeft: d)
    }
}
