// SPDX-License-Identifier: Apache-2.0

import Barcodes

extension QRTriple {
    /// Symbols of which two finder patterns are seen and the third is supposed: it is covered, damaged, cut off, or cannot be
    /// told from its ground. Most of them are none: two patterns of a whole symbol also suppose others.
    static func incomplete(of patterns: [FinderPattern], most: Int) -> [QRTriple] {
        var triples: [QRTriple] = []
        for (index, a) in patterns.enumerated() {
            for b in patterns[(index + 1)...]
            where a.isInverted == b.isInverted && a.module < 1.7 * b.module && b.module < 1.7 * a.module {
                triples += beside(a, b) + across(a, b)
            }
        }
        return Array(triples.filter { $0.side > 17 && $0.side < 120 }.sorted { $0.modulePixels > $1.modulePixels }.prefix(most))
    }

    /// Both on one side of the symbol: the third is beside either of them, to the one hand or the other.
    private static func beside(_ a: FinderPattern, _ b: FinderPattern) -> [QRTriple] {
        guard way(from: a, to: b) != nil, way(from: b, to: a) != nil else { return [] }
        return [(a, b), (b, a)].flatMap { corner, other -> [QRTriple] in
            // A quarter turn in the corner's own modules, so that the symbol may be seen at an angle.
            let (x, y) = corner.modules(to: other.center)
            let clockwise = corner.moved(x: -y, y: x)
            let back = corner.moved(x: y, y: -x)
            return [
                QRTriple(topLeft: corner, topRight: other, bottomLeft: clockwise, missing: .bottomLeft),
                QRTriple(topLeft: corner, topRight: back, bottomLeft: other, missing: .topRight),
            ]
        }
    }

    /// In opposite corners: the third is in one of the two others.
    private static func across(_ a: FinderPattern, _ b: FinderPattern) -> [QRTriple] {
        let (x, y) = a.modules(to: b.center)
        guard min(abs(x), abs(y)) > 11, max(abs(x), abs(y)) < 1.25 * min(abs(x), abs(y)) else { return [] }
        return [a.moved(x: x, y: 0), a.moved(x: 0, y: y)].map { corner in
            let (p, q) = (corner.modules(to: a.center), corner.modules(to: b.center))
            let isClockwise = p.x * q.y - p.y * q.x > 0
            return QRTriple(
                topLeft: corner, topRight: isClockwise ? a : b, bottomLeft: isClockwise ? b : a, missing: .topLeft)
        }
    }

    func pattern(_ corner: QRCorner) -> FinderPattern {
        switch corner {
        case .topLeft: topLeft
        case .topRight: topRight
        case .bottomLeft: bottomLeft
        }
    }
}

extension FinderPattern {
    /// The same pattern at another place: `x` to its right and `y` down, in its own modules.
    fileprivate func moved(x: Double, y: Double) -> FinderPattern {
        let way = (x: x * right.x + y * down.x, y: x * right.y + y * down.y)
        return FinderPattern(
            hole: hole.mapped { PixelPoint(x: $0.x + way.x, y: $0.y + way.y) }, isInverted: isInverted)
    }
}
