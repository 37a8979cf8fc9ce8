// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// A search for the small nested squares of a QR symbol near their expected position: five by five modules, dark outside
/// and in the middle.
struct AlignmentPattern {
    /// The expected centre, and the vectors of one module to the right and down from there.
    private var middle: PixelPoint
    private let right: (x: Double, y: Double)
    private let down: (x: Double, y: Double)

    /// From -1 to 1; other content rarely reaches this.
    private static let likeness = 0.45

    init(map: Homography, column: Double, row: Double) {
        middle = map(column, row)
        let (r, d) = (map(column + 1, row), map(column, row + 1))
        right = (r.x - middle.x, r.y - middle.y)
        down = (d.x - middle.x, d.y - middle.y)
    }

    /// The same pattern, expected elsewhere.
    func moved(by offset: (x: Double, y: Double)) -> AlignmentPattern {
        var result = self
        result.middle = PixelPoint(x: middle.x + offset.x, y: middle.y + offset.y)
        return result
    }

    private func at(_ x: Double, _ y: Double) -> PixelPoint {
        PixelPoint(
            x: middle.x + x * right.x + y * down.x, y: middle.y + x * right.y + y * down.y)
    }

    private func lightness(_ x: Double, _ y: Double, _ picture: LumaSampler, _ light: QRLight) -> Double {
        let point = at(x, y)
        return light.lightness(picture(point), at: point)
    }

    /// - Parameter seen: the lightness of the module that is this many columns and rows from the centre.
    private static func likeness(_ seen: (_ dx: Int, _ dy: Int) -> Double) -> Double {
        var sum = 0.0
        for dy in -2...2 {
            for dx in -2...2 {
                let lightness = seen(dx, dy)
                sum += max(abs(dx), abs(dy)) == 1 ? lightness / 8 : -lightness / 17
            }
        }
        return sum / 2
    }

    private func likeness(_ x: Double, _ y: Double, _ picture: LumaSampler, _ light: QRLight) -> Double {
        Self.likeness { lightness(x + Double($0), y + Double($1), picture, light) }
    }

    /// Possible positions up to `reach` modules from the expected one, likeliest first, none within two modules of
    /// another.
    func places(in picture: LumaSampler, _ light: QRLight, reach: Double, most: Int) -> [PixelPoint] {
        var peaks: [(x: Double, y: Double, likeness: Double)] = []
        let steps = Int((reach / 0.5).rounded(.up))
        // Neighbouring positions share most of their modules: each is sampled once, every half module.
        let margin = steps + 4
        let side = 2 * margin + 1
        var seen = [Double](repeating: 0, count: side * side)
        for row in 0..<side {
            for column in 0..<side {
                seen[row * side + column] = lightness(
                    Double(column - margin) * 0.5, Double(row - margin) * 0.5, picture, light)
            }
        }
        for row in -steps...steps {
            for column in -steps...steps {
                let (x, y) = (Double(column) * 0.5, Double(row) * 0.5)
                let center = (row + margin) * side + column + margin
                let value = Self.likeness { seen[center + 2 * $1 * side + 2 * $0] }
                // Positions nearby are likelier.
                if value > Self.likeness { peaks.append((x, y, value - 0.01 * max(abs(x), abs(y)))) }
            }
        }
        peaks.sort { $0.likeness > $1.likeness }
        var taken: [(x: Double, y: Double)] = []
        for peak in peaks where taken.count < most {
            guard !taken.contains(where: { abs($0.x - peak.x) < 2 && abs($0.y - peak.y) < 2 }) else { continue }
            taken.append((peak.x, peak.y))
        }
        return taken.map { place in
            // To an eighth of a module.
            var best = (x: place.x, y: place.y, value: likeness(place.x, place.y, picture, light))
            for step in [0.25, 0.125] {
                let from = best
                for dy in [-step, 0, step] {
                    for dx in [-step, 0, step] where dx != 0 || dy != 0 {
                        let value = likeness(from.x + dx, from.y + dy, picture, light)
                        if value > best.value { best = (from.x + dx, from.y + dy, value) }
                    }
                }
            }
            return at(best.x, best.y)
        }
    }
}
