// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Light lines that run through a whole matrix symbol, along its rows or its columns, and that no symbol has: dots of a print head that
/// do not print, or a scratch.
package struct UnprintedStrips: Hashable, Sendable, Codable {
    package var count: Int
    /// The widest, in pixels.
    package var width: Double

    /// Lines across the strips. More than a symbol has rows, so that a column of modules that are light by chance does not count.
    private static let lines = 96
    /// Changes between dark and light along a column of modules; a frame that leans has two.
    private static let leastChanges = 6
    /// How far a strip may lean against the outline, as rise over run: the outline of a candidate stands upright.
    private static let slopes = stride(from: -0.12, through: 0.12, by: 0.012)

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`.
    ///   - module: in pixels.
    ///   - dark, light: the values of the symbol's parts.
    ///
    /// `nil` if there are none, or the symbol is too small to tell.
    package init?(of image: LumaImage, corners: Quadrilateral, module: Double, dark: Double, light: Double) {
        let (short, long) = (min(corners.width, corners.height), max(corners.width, corners.height))
        // Stacked codes have light columns of their own, and text has light rows. Through a code of few modules, lines that lean a little
        // can be light by chance.
        guard module >= 3, short >= 29 * module, long <= 1.25 * short else { return nil }
        let turned = Quadrilateral(
            topLeft: corners.bottomLeft, topRight: corners.topLeft, bottomRight: corners.topRight, bottomLeft: corners.bottomRight)
        let found = [corners, turned].compactMap { Self.strips(image, $0, module, dark + 0.7 * (light - dark)) }
        // One direction: a print head is a row, and moves over the paper in one.
        guard found.count == 1, let strips = found.first, (1...4).contains(strips.count), let widest = strips.max() else { return nil }
        count = strips.count
        width = widest
    }

    /// The widths of light strips that run from the upper edge to the lower one, at the slope at which most is light.
    private static func strips(_ image: LumaImage, _ corners: Quadrilateral, _ module: Double, _ least: Double) -> [Double]? {
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let columns = Int(corners.width)
        let aspect = corners.height / max(1, corners.width)
        func isLight(_ u: Double, _ v: Double) -> Bool {
            let x = (a.x + (b.x - a.x) * u) * (1 - v) + (d.x + (c.x - d.x) * u) * v
            let y = (a.y + (b.y - a.y) * u) * (1 - v) + (d.y + (c.y - d.y) * u) * v
            let (column, row) = (Int(x), Int(y))
            guard column >= 0, row >= 0, column < image.width, row < image.height else { return false }
            return Double(image[column, row]) >= least
        }
        // The place of a line down the outline, and whether a column that leans is light there.
        func isLight(_ column: Int, _ line: Int, _ slope: Double) -> Bool {
            let v = 0.04 + 0.92 * (Double(line) + 0.5) / Double(lines)
            return isLight(Double(column) / Double(columns) + slope * (v - 0.5) * aspect, v)
        }
        // A strip has modules on both sides of it. Beside the margin of a code in a frame there is nothing but the frame, and its edge.
        func hasModules(_ slope: Double, _ range: Range<Int>) -> Bool {
            let inside = range.clamped(to: 0..<columns)
            let mixed = inside.count { column in
                let lights = (0..<lines).map { isLight(column, $0, slope) }
                return zip(lights, lights.dropFirst()).count { $0 != $1 } >= Self.leastChanges
            }
            return 2 * mixed >= inside.count
        }
        let reach = max(2, Int(2 * module))
        var best: [Double] = []
        for slope in slopes {
            var widths: [Double] = []
            var run = 0
            // One that begins at the end of what is looked at can be the margin of a loose outline.
            var isMargin = true
            for column in 0...columns {
                let u = Double(column) / Double(columns)
                var misses = 0
                // The outline may reach beyond the symbol, and a strip through its end is the margin.
                let isInside = (0.06...0.94).contains(u) && column < columns
                if isInside {
                    for line in 0..<lines where misses < 3 {
                        if !isLight(column, line, slope) { misses += 1 }
                    }
                }
                if isInside, misses < 3 {
                    run += 1
                } else {
                    if run > 0, isInside, !isMargin, hasModules(slope, column - run - reach..<column - run),
                        hasModules(slope, column..<column + reach)
                    {
                        widths.append(Double(run))
                    }
                    if isInside { isMargin = false }
                    run = 0
                }
            }
            if widths.reduce(0, +) > best.reduce(0, +) { best = widths }
        }
        // A whole band without modules is no strip, but the space between two symbols.
        let strips = best.filter { $0 >= max(2, 0.2 * module) }
        return strips.isEmpty || strips.contains { $0 > 2.2 * module } ? nil : strips
    }
}
