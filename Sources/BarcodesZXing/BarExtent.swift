// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames

/// How far the bars of a linear code reach. zxing-cpp 1.4 stops at the second line that reads, so what it gives is a
/// thin strip across the bars.
enum BarExtent {
    /// The strip, grown along the bars as long as the lines beside it look like it.
    ///
    /// Lines are followed in steps of about 1/64 of the code's length; each is compared at up to 256 places, shifted to
    /// follow a slant of up to one pixel a line, and must correlate by 0.6 with the line before.
    static func along(_ strip: Quadrilateral, in image: LumaImage) -> Quadrilateral {
        let left = midpoint(strip.topLeft, strip.bottomLeft)
        let right = midpoint(strip.topRight, strip.bottomRight)
        let length = left.distance(to: right)
        guard length >= 16 else { return strip }
        let u = (x: (right.x - left.x) / length, y: (right.y - left.y) / length)
        // Down the symbol: the reading direction turned clockwise.
        let v = (x: -u.y, y: u.x)
        let samples = min(256, Int(length))
        let step = max(1.0, (length / 64).rounded())
        let pace = length / Double(samples)

        return image.withSpan { pixels in
            func line(_ away: Double, _ shift: Double) -> [Double]? {
                var values: [Double] = []
                values.reserveCapacity(samples)
                for index in 0..<samples {
                    let t = (Double(index) + 0.5) * pace + shift
                    let x = Int((left.x + t * u.x + away * v.x).rounded())
                    let y = Int((left.y + t * u.y + away * v.y).rounded())
                    guard x >= 0, y >= 0, x < image.width, y < image.height else { return nil }
                    values.append(Double(pixels[y * image.rowStride + x]))
                }
                return values
            }
            guard let middle = line(0, 0) else { return strip }
            func reach(_ sign: Double) -> (away: Double, shift: Double) {
                var reference = middle
                var away = 0.0
                var shift = 0.0
                while away < length * 2 {
                    let next = away + step
                    var best: (score: Double, shift: Double, values: [Double])?
                    var offset = -step
                    while offset <= step {
                        if let values = line(sign * next, shift + offset) {
                            let score = correlation(values, reference)
                            // Of equals the least shift: plain bars are as good anywhere.
                            if best == nil || score > best!.score + 0.005 {
                                best = (score, shift + offset, values)
                            }
                        }
                        offset += max(1, step / 4)
                    }
                    guard let best, best.score > 0.6 else { break }
                    away = next
                    shift = best.shift
                    reference = best.values
                }
                return (away, shift)
            }
            let up = reach(-1)
            let down = reach(1)
            func corner(_ end: PixelPoint, _ sign: Double, _ reach: (away: Double, shift: Double)) -> PixelPoint {
                PixelPoint(
                    x: end.x + sign * reach.away * v.x + reach.shift * u.x,
                    y: end.y + sign * reach.away * v.y + reach.shift * u.y)
            }
            return Quadrilateral(
                topLeft: corner(left, -1, up), topRight: corner(right, -1, up),
                bottomRight: corner(right, 1, down), bottomLeft: corner(left, 1, down))
        }
    }

    /// The parts of `part` above, below, left and right of an outline that are large enough for another code.
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
        // Two lines must agree, and the shortest code (an EAN-8) has 67 modules.
        return candidates.filter { min($0.width, $0.height) >= 4 && max($0.width, $0.height) >= 60 }
    }

    private static func midpoint(_ a: PixelPoint, _ b: PixelPoint) -> PixelPoint {
        PixelPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
    }

    /// Pearson's correlation; 0 for a line without contrast.
    private static func correlation(_ a: [Double], _ b: [Double]) -> Double {
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
