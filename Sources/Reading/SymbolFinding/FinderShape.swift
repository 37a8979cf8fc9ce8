// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
internal import Glibc

/// The shape of the three corner patterns (finder patterns) of a QR code that was read.
package struct FinderShape: Sendable {
    /// Modules a side, 21 to 177. In perspective it may be off by four or eight.
    package var modules: Int
    /// How much farther their outer edge is along the diagonals than along the sides: 1.41 for squares, 1 for circles. Blur
    /// rounds squares to 1.3.
    package var squareness: Double
    /// Whether they are light on dark.
    package var isInverted: Bool
    /// For each pattern, the share of lines across its core on which dark and light alternate as 1:1:3:1:1, in ascending order.
    /// Readers find the pattern by such lines.
    package var lines: [Double]
    /// The middles of the three patterns, and the pixels per module there, by the index of their corner.
    let patterns: [(corner: Int, centre: PixelPoint, pitch: Double)]

    /// The greatest misfit of three patterns; those of readable codes have up to 0.6 in perspective.
    private static let tolerance = 0.8

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`.
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    ///
    /// `nil` unless three patterns are where the outline says, whatever the number of modules: the distances between edges do
    /// not tell it for dots that do not touch, or for grainy print.
    package init?(of image: LumaImage, corners: Quadrilateral, dark: Double, light: Double) {
        guard light - dark >= 20 else { return nil }
        let points = corners.corners
        var best: (misfit: Double, modules: Int, patterns: [(corner: Int, shape: Pattern.Shape)])?
        for modules in stride(from: 21, through: 177, by: 4) {
            guard min(corners.width, corners.height) >= 1.5 * Double(modules) else { break }
            // The fourth corner has none. Which one that is, a reader may not know.
            var found = (0..<4).compactMap { index -> (corner: Int, shape: Pattern.Shape)? in
                let (corner, next, last) = (points[index], points[(index + 1) % 4], points[(index + 3) % 4])
                let u = Vector(from: corner, to: next, parts: Double(modules))
                let v = Vector(from: corner, to: last, parts: Double(modules))
                return Pattern(
                    image: image, threshold: (dark + light) / 2, doubt: 0.1 * (light - dark), u: u, v: v,
                    centre: PixelPoint(x: corner.x + 3.5 * (u.x + v.x), y: corner.y + 3.5 * (u.y + v.y)))?.shape
                    .map { (index, $0) }
            }
            found.sort { $0.shape.misfit < $1.shape.misfit }
            guard found.count >= 3, Set(found.prefix(3).map(\.shape.isInverted)).count == 1 else { continue }
            let misfit = found.prefix(3).reduce(0) { $0 + $1.shape.misfit } / 3
            if misfit < best?.misfit ?? Self.tolerance { best = (misfit, modules, Array(found.prefix(3))) }
        }
        // Nothing is drawn rounder than a circle: something else, such as a display's pixels, was measured.
        guard let best, best.patterns.allSatisfy({ $0.shape.squareness > 0.9 }) else { return nil }
        modules = best.modules
        isInverted = best.patterns[0].shape.isInverted
        // The middle one: all three are drawn alike, and one may be soiled.
        squareness = best.patterns.map(\.shape.squareness).sorted()[1]
        lines = best.patterns.map(\.shape.lines).sorted()
        patterns = best.patterns.map { ($0.corner, $0.shape.centre, $0.shape.pitch) }
    }

    private struct Vector {
        var x, y: Double

        init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
        init(from: PixelPoint, to: PixelPoint, parts: Double) {
            (x, y) = ((to.x - from.x) / parts, (to.y - from.y) / parts)
        }
        var length: Double { hypot(x, y) }
        func times(_ factor: Double) -> Vector { Vector(x: x * factor, y: y * factor) }
    }

    /// One corner pattern: a core of three modules, a gap and a ring of one each.
    private struct Pattern {
        struct Shape {
            /// How far its edges are from where they should be, in modules.
            var misfit: Double
            var squareness: Double
            var isInverted: Bool
            var centre: PixelPoint
            /// Pixels per module.
            var pitch: Double
            var lines: Double
        }

        let image: LumaImage
        let threshold: Double
        /// How far beyond the threshold a value must be to be believed: at an edge, noise crosses it back and forth.
        let doubt: Double
        var u, v: Vector
        var centre: PixelPoint

        /// Moves the centre to that of the core; `nil` if there is none.
        init?(image: LumaImage, threshold: Double, doubt: Double, u: Vector, v: Vector, centre: PixelPoint) {
            (self.image, self.threshold, self.doubt) = (image, threshold, doubt)
            (self.u, self.v, self.centre) = (u, v, centre)
            for _ in 0..<2 {
                guard let right = edges(1, 0).first, let left = edges(-1, 0).first, let down = edges(0, 1).first,
                    let up = edges(0, -1).first
                else { return nil }
                let (x, y) = ((right - left) / 2, (down - up) / 2)
                self.centre.x += x * u.x + y * v.x
                self.centre.y += x * u.y + y * v.y
            }
        }

        /// The mean of nine points within two fifths of a module, which levels grain; `nil` outside the picture.
        private func value(_ x: Double, _ y: Double) -> Double? {
            let (px, py) = (centre.x + x * u.x + y * v.x, centre.y + x * u.y + y * v.y)
            guard px >= 0, py >= 0, px < Double(image.width), py < Double(image.height) else { return nil }
            return image.withSpan { span in
                var sum = 0.0
                for a in [-0.2, 0, 0.2] {
                    for b in [-0.2, 0, 0.2] {
                        let column = min(max(Int(px + a * u.x + b * v.x), 0), image.width - 1)
                        let row = min(max(Int(py + a * u.y + b * v.y), 0), image.height - 1)
                        sum += Double(span[row * image.rowStride + column])
                    }
                }
                return sum / 9
            }
        }

        /// The distances from the centre, in modules, at which a ray changes between dark and light; at most three.
        private func edges(_ x: Double, _ y: Double) -> [Double] {
            guard let middle = value(0, 0) else { return [] }
            var isDark = middle < threshold
            var found: [Double] = []
            var crossing: Double?
            var distance = 0.0
            while distance < 6, found.count < 3 {
                distance += 0.1
                guard let next = value(x * distance, y * distance) else { break }
                let beyond = isDark ? next - threshold : threshold - next
                guard beyond > 0 else {
                    crossing = nil
                    continue
                }
                let place = crossing ?? distance - 0.05
                crossing = place
                guard beyond > doubt else { continue }
                found.append(place)
                isDark.toggle()
                crossing = nil
            }
            return found
        }

        var shape: Shape? {
            guard let core = value(0, 0) else { return nil }
            let sides = [edges(1, 0), edges(0, 1), edges(-1, 0), edges(0, -1)]
            guard sides.allSatisfy({ $0.count == 3 }) else { return nil }
            var misfit = 0.0
            var scales: [Double] = []
            for axis in 0..<2 {
                let mean = (0..<3).map { (sides[axis][$0] + sides[axis + 2][$0]) / 2 }
                let scale = mean[2] / 3.5
                guard scale > 0 else { return nil }
                misfit += abs(mean[0] / scale - 1.5) + abs(mean[1] / scale - 2.5) + abs(log(scale))
                scales.append(scale)
            }
            // As wide as high, whatever the perspective makes of it.
            var even = self
            (even.u, even.v) = (u.times(scales[0]), v.times(scales[1]))
            let half = 0.5.squareRoot()
            let diagonals = [(half, half), (-half, half), (-half, -half), (half, -half)].map { even.edges($0.0, $0.1) }
            guard diagonals.allSatisfy({ $0.count == 3 }) else { return nil }
            let reach = diagonals.reduce(0) { $0 + $1[2] } / 4
            return Shape(
                misfit: misfit, squareness: reach / 3.5, isInverted: core >= threshold, centre: centre,
                pitch: (even.u.length + even.v.length) / 2, lines: lines(sides))
        }

        /// - Parameter sides: the changes right, down, left and up from the centre, where grain is levelled.
        private func lines(_ sides: [[Double]]) -> Double {
            var (whole, all) = (0.0, 0.0)
            for offset in stride(from: -1.2, through: 1.2, by: 0.15) {
                for axis in 0..<2 {
                    all += 1
                    let isWhole = [axis, axis + 2].allSatisfy { side in
                        let changes = changes(side, offset, within: sides[side][2] + 0.5)
                        return changes.count == 3 && zip(changes, sides[side]).allSatisfy { abs($0 - $1) < 0.5 }
                    }
                    if isWhole { whole += 1 }
                }
            }
            return whole / all
        }

        /// The distances in modules at which dark and light change on a thin line beside the centre, as far as
        /// half a module from the pattern.
        private func changes(_ side: Int, _ offset: Double, within reach: Double) -> [Double] {
            let (x, y) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][side]
            var isDark = value(0, 0).map { $0 < threshold } ?? true
            var found: [Double] = []
            for distance in stride(from: 0, to: reach, by: 0.1) {
                let (a, b) = (x * distance + abs(y) * offset, y * distance + abs(x) * offset)
                let (px, py) = (centre.x + a * u.x + b * v.x, centre.y + a * u.y + b * v.y)
                guard px >= 0, py >= 0, px < Double(image.width), py < Double(image.height) else { break }
                // What is finer, such as the pixels of a display, every reader's own threshold levels.
                let pixel = image.withSpan { span in
                    [(0.0, 0.0), (0.12, 0), (-0.12, 0), (0, 0.12), (0, -0.12)].reduce(0.0) { sum, off in
                        let column = min(max(Int(px + off.0 * u.x + off.1 * v.x), 0), image.width - 1)
                        let row = min(max(Int(py + off.0 * u.y + off.1 * v.y), 0), image.height - 1)
                        return sum + Double(span[row * image.rowStride + column]) / 5
                    }
                }
                guard (pixel < threshold) != isDark else { continue }
                isDark.toggle()
                found.append(distance)
            }
            return found
        }
    }
}
