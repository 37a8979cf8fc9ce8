// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

extension SymbolPolarity {
    /// The polarity of a symbol that was read, by the parts that are dark in every symbol of its kind: the solid sides of a Data
    /// Matrix, the middle of an Aztec code, the first and last bar of a linear one. The surroundings may be dark for other reasons.
    /// `nil` for other kinds, for which see `FinderShape`, and if the outline does not fit.
    package static func ofRead(
        _ symbology: Symbology, in image: LumaImage, corners: Quadrilateral, module: Double, dark: Double, light: Double
    ) -> SymbolPolarity? {
        guard light - dark >= 20, module >= 1.5 else { return nil }
        let threshold = (dark + light) / 2
        func isDark(_ x: Double, _ y: Double) -> Bool? {
            guard x >= 0, y >= 0, x < Double(image.width), y < Double(image.height) else { return nil }
            return Double(image[Int(x), Int(y)]) < threshold
        }
        switch symbology {
        case .aztec:
            // The rings of the bull's eye round the point where the diagonals cross: dark, light, dark, light, dark.
            guard let centre = crossing(corners) else { return nil }
            var (plain, inverted) = (0, 0)
            for side in 0..<4 {
                let (a, b) = (corners.corners[side], corners.corners[(side + 1) % 4])
                let (dx, dy) = ((a.x + b.x) / 2 - centre.x, (a.y + b.y) / 2 - centre.y)
                let length = max(1, (dx * dx + dy * dy).squareRoot())
                for ring in 0...4 {
                    let reach = Double(ring) * module / length
                    guard let dark = isDark(centre.x + dx * reach, centre.y + dy * reach) else { return nil }
                    if dark == (ring % 2 == 0) { plain += 1 } else { inverted += 1 }
                }
            }
            if plain >= 17 { return .darkOnLight }
            return inverted >= 17 ? .lightOnDark : nil
        case .dataMatrix:
            let points = corners.corners
            let centre = corners.center
            var (darkSides, lightSides) = (0, 0)
            for index in 0..<4 {
                let (a, b) = (points[index], points[(index + 1) % 4])
                // Half a module towards the middle.
                let middle = PixelPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
                let inward = (x: centre.x - middle.x, y: centre.y - middle.y)
                let reach = max(1, (inward.x * inward.x + inward.y * inward.y).squareRoot())
                let shift = (x: inward.x / reach * module / 2, y: inward.y / reach * module / 2)
                let values = (0..<40).compactMap { step -> Bool? in
                    let share = 0.06 + 0.88 * Double(step) / 39
                    return isDark(a.x + (b.x - a.x) * share + shift.x, a.y + (b.y - a.y) * share + shift.y)
                }
                guard values.count > 30 else { return nil }
                let dark = Double(values.count(where: { $0 })) / Double(values.count)
                if dark > 0.9 { darkSides += 1 }
                if dark < 0.1 { lightSides += 1 }
            }
            if darkSides >= 2 { return .darkOnLight }
            return lightSides >= 2 ? .lightOnDark : nil
        case .ean13, .ean8, .upcA, .upcE, .isbn, .code39, .code39Mod43, .code93, .code128, .codabar, .itf:
            let points = corners.corners
            var (bars, outer, values) = (0, 0, 0)
            for (top, bottom, otherTop, otherBottom) in [(0, 3, 1, 2), (1, 2, 0, 3)] {
                for step in 0..<12 {
                    let share = (Double(step) + 0.5) / 12
                    let end = points[top].towards(points[bottom], share)
                    let other = points[otherTop].towards(points[otherBottom], share)
                    let half = module / 2 / max(1, end.distance(to: other))
                    let (inside, outside) = (end.towards(other, half), end.towards(other, -half))
                    guard let dark = isDark(inside.x, inside.y) else { return nil }
                    values += 1
                    if dark { bars += 1 }
                    if isDark(outside.x, outside.y) == true { outer += 1 }
                }
            }
            if bars * 5 >= values * 4 { return .darkOnLight }
            // An outline that is a module off may begin with a space, too: if it is too narrow, on a light ground; if it is too
            // wide and the margin narrow, beside a dark one that does not begin at once.
            guard bars * 5 <= values, outer * 5 >= values * 4 else { return nil }
            let ground = SymbolPolarity(
                of: image, corners: corners, kind: .linear, module: module, dark: dark, light: light)
            return ground == .lightOnDark ? ground : nil
        default: return nil
        }
    }

    /// Where the diagonals cross, which is the middle in any perspective.
    private static func crossing(_ corners: Quadrilateral) -> PixelPoint? {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let (p, q) = ((x: c.x - a.x, y: c.y - a.y), (x: d.x - b.x, y: d.y - b.y))
        let turn = p.x * q.y - p.y * q.x
        guard abs(turn) > 1 else { return nil }
        let share = ((b.x - a.x) * q.y - (b.y - a.y) * q.x) / turn
        return PixelPoint(x: a.x + p.x * share, y: a.y + p.y * share)
    }
}
