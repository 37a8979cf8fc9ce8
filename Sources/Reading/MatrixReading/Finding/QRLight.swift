// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// The local dark and light levels of a QR symbol, interpolated linearly from its three finder patterns.
struct QRLight {
    /// The grey value half way between dark and light is `x * a + y * b + c`.
    private let a, b, c: Double
    /// The smallest difference between dark and light of the three, in grey values.
    let contrast: Double
    private let sign: Double

    init?(_ triple: QRTriple, in picture: LumaSampler) {
        let corners: [QRCorner] = [.topLeft, .topRight, .bottomLeft]
        let patterns = corners.map(triple.pattern)
        // Whatever is in the place of a missing pattern, it is not the symbol's light.
        let seen = corners.filter { $0 != triple.missing }.map { Self.levels(triple.pattern($0), picture) }
        let mean = (
            square: seen.reduce(0) { $0 + $1.square } / Double(seen.count),
            hole: seen.reduce(0) { $0 + $1.hole } / Double(seen.count)
        )
        let levels = corners.map { $0 == triple.missing ? mean : Self.levels(triple.pattern($0), picture) }
        let sign = triple.isInverted ? -1.0 : 1
        self.sign = sign
        contrast = levels.map { sign * ($0.hole - $0.square) }.min() ?? 0
        guard contrast > 8 else { return nil }
        // The plane through three centres.
        let (p, q, r) = (patterns[0].center, patterns[1].center, patterns[2].center)
        let values = levels.map { ($0.hole + $0.square) / 2 }
        let determinant = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        guard abs(determinant) > 1 else { return nil }
        a = ((values[1] - values[0]) * (r.y - p.y) - (values[2] - values[0]) * (q.y - p.y)) / determinant
        b = ((values[2] - values[0]) * (q.x - p.x) - (values[1] - values[0]) * (r.x - p.x)) / determinant
        c = values[0] - a * p.x - b * p.y
    }

    /// From -1, as dark as the patterns, to 1, as light as they are; reversed for inverted symbols.
    @inline(__always)
    func lightness(_ value: Double, at point: PixelPoint) -> Double {
        let away = (value - (a * point.x + b * point.y + c)) * 2 / contrast
        return sign * min(max(away, -1), 1)
    }

    private static func levels(_ pattern: FinderPattern, _ picture: LumaSampler) -> (square: Double, hole: Double) {
        let (center, right, down) = (pattern.center, pattern.right, pattern.down)
        func value(_ x: Int, _ y: Int) -> Double {
            picture(
                PixelPoint(
                    x: center.x + Double(x) * right.x + Double(y) * down.x,
                    y: center.y + Double(x) * right.y + Double(y) * down.y))
        }
        var (square, hole) = (0.0, 0.0)
        for y in -2...2 {
            for x in -2...2 {
                if max(abs(x), abs(y)) == 2 { hole += value(x, y) / 16 } else { square += value(x, y) / 9 }
            }
        }
        return (square, hole)
    }
}
