// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// The nested squares in three corners of a QR symbol: a dark ring of seven modules a side, light inside, and a dark
/// square of three. Inverted symbols have them reversed.
struct FinderPattern {
    /// The corners of the light square of five modules, in order around it, wherever the symbol's top is.
    var hole: Quadrilateral
    var isInverted: Bool

    var center: PixelPoint { hole.center }
    /// In pixels.
    var module: Double { (hole.width + hole.height) / 10 }

    /// The vectors of one module from the centre to the right and down, in the orientation of `hole`.
    var right: (x: Double, y: Double) {
        let (from, to) = (hole.topLeft.towards(hole.bottomLeft, 0.5), hole.topRight.towards(hole.bottomRight, 0.5))
        return ((to.x - from.x) / 5, (to.y - from.y) / 5)
    }
    var down: (x: Double, y: Double) {
        let (from, to) = (hole.topLeft.towards(hole.topRight, 0.5), hole.bottomLeft.towards(hole.bottomRight, 0.5))
        return ((to.x - from.x) / 5, (to.y - from.y) / 5)
    }

    /// A point in modules from the centre, along the hole's own sides.
    func modules(to point: PixelPoint) -> (x: Double, y: Double) {
        let (dx, dy) = (point.x - center.x, point.y - center.y)
        let determinant = right.x * down.y - right.y * down.x
        guard abs(determinant) > 1e-9 else { return (0, 0) }
        return ((dx * down.y - dy * down.x) / determinant, (right.x * dy - right.y * dx) / determinant)
    }

    /// A hole of 25 modules around a square of 9. The outer ring is not required: blur and ink join it to the data next
    /// to it, and then it has no separate outline.
    static func all(in outlines: Outlines) -> [FinderPattern] {
        var squares: [Outlines.Place: [Int]] = [:]
        for (index, outline) in outlines.all.enumerated() where outline.isCompact && abs(outline.area) >= 4 {
            squares[Outlines.place(outline.center), default: []].append(index)
        }
        var result: [FinderPattern] = []
        for outline in outlines.all where outline.isCompact && abs(outline.area) >= 20 {
            let reach = 1 + 0.08 * abs(outline.area).squareRoot()
            let isSquareInside = Outlines.places(around: outline.center, reach).contains { place in
                (squares[place] ?? []).contains { index in
                    let other = outlines.all[index]
                    // Ink spread makes the dark square larger and the light one smaller.
                    let share = -other.area / outline.area
                    return share > 0.36 / 2 && share < 0.36 * 1.9 && other.center.distance(to: outline.center) <= reach
                }
            }
            guard isSquareInside, let hole = Quadrilateral(around: outlines.points(of: outline)) else { continue }
            // A square in perspective fills its four corners; a circle or a letter does not.
            let filled = abs(outline.area) / max(1, hole.area)
            guard filled > 0.72, filled < 1.35, max(hole.width, hole.height) < 3 * min(hole.width, hole.height) else {
                continue
            }
            result.append(FinderPattern(hole: hole, isInverted: outline.area > 0))
        }
        // The ring around the hole looks like a hole around a larger square: the innermost counts.
        return result.filter { pattern in
            !result.contains {
                $0.isInverted != pattern.isInverted && $0.module < pattern.module && $0.module > pattern.module / 2
                    && $0.center.distance(to: pattern.center) < pattern.module
            }
        }
    }
}
