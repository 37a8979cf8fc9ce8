// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames

/// Determines how far the bars of a linear code extend. zxing-cpp 1.4 stops at the second line that reads, so its outline
/// is a thin strip across the bars.
enum BarExtent {
    /// Extends the strip along the bars as far as the neighbouring lines resemble it.
    ///
    /// A line is compared with the strip at up to 256 points, shifted to follow slanted bars; their correlation must be
    /// at least 0.6. A line across slanted bars leaves the code on one side first. So the direction of the bars is found
    /// first, and they are followed again with lines at a right angle to it.
    ///
    /// The strip's upper edge is a line that was read. So is its lower edge, but that may belong to an equal label
    /// further down, which zxing-cpp takes for the same one; that label then stays outside.
    static func along(_ strip: Quadrilateral, in image: LumaImage) -> Quadrilateral {
        var axis = Axis(from: strip.topLeft, to: strip.topRight)
        guard axis.length >= 16 else { return strip }
        return image.withSpan { pixels in
            let grid = Grid(width: image.width, height: image.height, rowStride: image.rowStride)
            var (up, down) = axis.reaches(in: pixels, grid)
            if up.away + down.away >= axis.length / 16 {
                let slant = (down.shift - up.shift) / (up.away + down.away)
                if abs(slant) > 0.01 {
                    axis = axis.across(barsSlantedBy: slant)
                    (up, down) = axis.reaches(in: pixels, grid)
                }
            }
            return Quadrilateral(
                topLeft: axis.corner(0, -up.away, up.shift), topRight: axis.corner(axis.length, -up.away, up.shift),
                bottomRight: axis.corner(axis.length, down.away, down.shift),
                bottomLeft: axis.corner(0, down.away, down.shift))
        }
    }

    /// A picture's pixels, lent for a call.
    private typealias Pixels = Span<UInt8>

    /// Their layout.
    private struct Grid {
        let width: Int
        let height: Int
        let rowStride: Int
    }

    /// A line across the bars, from the code's left end to its right end.
    private struct Axis {
        var begin: PixelPoint
        var length: Double
        /// The unit vector along the line.
        var u: (x: Double, y: Double)

        init(from begin: PixelPoint, to end: PixelPoint) {
            self.begin = begin
            length = begin.distance(to: end)
            u = length > 0 ? ((end.x - begin.x) / length, (end.y - begin.y) / length) : (1, 0)
        }

        /// The point `along` the line, `away` from it down the symbol (the reading direction rotated clockwise), and
        /// shifted along it.
        func corner(_ along: Double, _ away: Double, _ shift: Double) -> PixelPoint {
            PixelPoint(
                x: begin.x + (along + shift) * u.x - away * u.y, y: begin.y + (along + shift) * u.y + away * u.x)
        }

        /// The line through this one's middle, at a right angle to bars that move `slant` along for each step away.
        func across(barsSlantedBy slant: Double) -> Axis {
            let norm = (1 + slant * slant).squareRoot()
            let turned = (x: (u.x + slant * u.y) / norm, y: (u.y - slant * u.x) / norm)
            let middle = corner(length / 2, 0, 0)
            let half = length / norm / 2
            return Axis(
                from: PixelPoint(x: middle.x - half * turned.x, y: middle.y - half * turned.y),
                to: PixelPoint(x: middle.x + half * turned.x, y: middle.y + half * turned.y))
        }

        typealias Reach = (away: Double, shift: Double)

        /// How far the bars extend up and down, and how far they have shifted there.
        func reaches(in pixels: Pixels, _ grid: Grid) -> (up: Reach, down: Reach) {
            guard let middle = line(0, 0, pixels, grid) else { return ((0, 0), (0, 0)) }
            return (reach(-1, middle, pixels, grid), reach(1, middle, pixels, grid))
        }

        private func reach(_ sign: Double, _ middle: [Double], _ pixels: Pixels, _ grid: Grid) -> Reach {
            let coarse = max(1, (length / 64).rounded())
            var step = coarse
            var reached: Reach = (0, 0)
            // Coarse steps until one fails, then finer ones from the last that matched.
            while reached.away < length * 4 {
                if let next = match(reached, step, sign, middle, pixels, grid) {
                    reached = next
                } else if step > 1 {
                    step = max(1, (step / 2).rounded(.down))
                } else {
                    break
                }
            }
            return reached
        }

        /// The line one step further, at the shift at which it is most similar to the middle; `nil` if it is not similar.
        private func match(
            _ reached: Reach, _ step: Double, _ sign: Double, _ middle: [Double], _ pixels: Pixels, _ grid: Grid
        ) -> Reach? {
            let away = reached.away + step
            var best: (score: Double, shift: Double)?
            var offset = 0.0
            // From no shift outwards: of equal results, the smallest shift wins.
            while abs(offset) <= step {
                if let values = line(sign * away, reached.shift + offset, pixels, grid) {
                    let score = BarExtent.correlation(values, middle)
                    if best == nil || score > best!.score + 0.002 { best = (score, reached.shift + offset) }
                }
                offset = offset > 0 ? -offset : -offset + max(0.5, step / 8)
            }
            guard let best, best.score > 0.6 else { return nil }
            return (away, best.shift)
        }

        /// Up to 256 pixels along a line parallel to this one; `nil` if it leaves the picture.
        private func line(_ away: Double, _ shift: Double, _ pixels: Pixels, _ grid: Grid) -> [Double]? {
            let count = min(256, Int(length))
            let pace = length / Double(count)
            var values: [Double] = []
            values.reserveCapacity(count)
            for index in 0..<count {
                let point = corner((Double(index) + 0.5) * pace, away, shift)
                let x = Int(point.x.rounded(.down))
                let y = Int(point.y.rounded(.down))
                guard x >= 0, y >= 0, x < grid.width, y < grid.height else { return nil }
                values.append(Double(pixels[y * grid.rowStride + x]))
            }
            return values
        }
    }

    /// The areas of `part` above, below, left and right of an outline that are large enough for another code.
    static func remainders(of part: PixelRectangle, around outline: Quadrilateral) -> [PixelRectangle] {
        let box = outline.bounds
        func clamp(_ value: Double, _ low: Int, _ high: Int) -> Int { min(max(Int(value.rounded()), low), high) }
        let x0 = clamp(box.minX - 1, part.x, part.x + part.width)
        let x1 = clamp(box.maxX + 2, x0, part.x + part.width)
        let y0 = clamp(box.minY - 1, part.y, part.y + part.height)
        let y1 = clamp(box.maxY + 2, y0, part.y + part.height)
        let candidates = [
            PixelRectangle(x: part.x, y: part.y, width: part.width, height: y0 - part.y),
            PixelRectangle(x: part.x, y: y1, width: part.width, height: part.y + part.height - y1),
            PixelRectangle(x: part.x, y: y0, width: x0 - part.x, height: y1 - y0),
            PixelRectangle(x: x1, y: y0, width: part.x + part.width - x1, height: y1 - y0),
        ]
        // Two lines must agree, and the shortest code (EAN-8) has 67 modules.
        return candidates.filter { min($0.width, $0.height) >= 4 && max($0.width, $0.height) >= 60 }
    }

    /// Pearson's correlation; 0 for a line without contrast.
    fileprivate static func correlation(_ a: [Double], _ b: [Double]) -> Double {
        let count = Double(a.count)
        let meanA = a.reduce(0, +) / count
        let meanB = b.reduce(0, +) / count
        var ab = 0.0
        var aa = 0.0
        var bb = 0.0
        for index in a.indices {
            let x = a[index] - meanA
            let y = b[index] - meanB
            ab += x * y
            aa += x * x
            bb += y * y
        }
        return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
    }
}
