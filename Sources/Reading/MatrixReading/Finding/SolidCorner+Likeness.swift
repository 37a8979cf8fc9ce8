// SPDX-License-Identifier: Apache-2.0

import Barcodes

extension SolidCorner {
    /// A point well inside the possible symbol.
    var middle: PixelPoint { PixelPoint(x: (top.x + right.x) / 2, y: (top.y + right.y) / 2) }

    /// The parallelogram between the two edges.
    var outline: Quadrilateral {
        Quadrilateral(
            topLeft: top, topRight: PixelPoint(x: top.x + right.x - corner.x, y: top.y + right.y - corner.y),
            bottomRight: right, bottomLeft: corner)
    }

    func isLike(_ other: SolidCorner) -> Bool {
        isInverted == other.isInverted && corner.distance(to: other.corner) < 1.5 && top.distance(to: other.top) < 1.5
            && right.distance(to: other.right) < 1.5
    }

    /// A cheap test before the expensive one: both edges separate dark from light along almost their whole length, and
    /// the area between them changes like modules.
    func isLikely(_ picture: LumaSampler) -> Bool {
        let (ux, uy) = (right.x - corner.x, right.y - corner.y)
        let (vx, vy) = (top.x - corner.x, top.y - corner.y)
        let (a, b) = (lowerLength, leftLength)
        func value(_ u: Double, _ v: Double) -> Double {
            picture(PixelPoint(x: corner.x + u * ux + v * vx, y: corner.y + u * uy + v * vy))
        }
        var inside: [Double] = []
        var outside: [Double] = []
        let count = 16
        for index in 0..<count {
            let t = 0.08 + 0.84 * (Double(index) + 0.5) / Double(count)
            inside += [value(t, 1 / b), value(1 / a, t)]
            outside += [value(t, -1.5 / b), value(-1.5 / a, t)]
        }
        let sign = isInverted ? -1.0 : 1.0
        let dark = inside.reduce(0, +) / Double(inside.count)
        let light = outside.reduce(0, +) / Double(outside.count)
        guard sign * (light - dark) > 10 else { return false }
        let middle = (dark + light) / 2
        let wrong =
            inside.count { sign * ($0 - middle) > 0 } + outside.count { sign * (middle - $0) > 0 }
        guard wrong * 5 <= inside.count + outside.count else { return false }

        // Three lines in each direction; a line crosses at least six modules besides the borders.
        var changes = 0
        for along in [true, false] {
            let samples = min(64, max(16, Int(along ? a : b)))
            for line in [0.3, 0.5, 0.7] {
                var (low, high) = (Double.infinity, -Double.infinity)
                var values: [Double] = []
                for index in 0..<samples {
                    let t = (Double(index) + 0.5) / Double(samples)
                    let value = along ? value(t, line) : value(line, t)
                    low = min(low, value)
                    high = max(high, value)
                    values.append(value)
                }
                guard high - low > 8 else { continue }
                // With a dead band of a fifth of the range.
                let (up, down) = (low + 0.6 * (high - low), low + 0.4 * (high - low))
                var state = values[0] > (low + high) / 2
                for value in values {
                    if state ? value < down : value > up {
                        state.toggle()
                        changes += 1
                    }
                }
            }
        }
        return changes >= 12
    }
}
