// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// A projective map of the plane: how a camera sees a flat symbol.
struct Homography {
    // (u, v) maps to (a u + b v + c, d u + e v + f) / (g u + h v + 1).
    private let a, b, c, d, e, f, g, h: Double

    /// Maps (0, 0), (1, 0), (1, 1), (0, 1) to top left, top right, bottom right, bottom left. `nil` if the shape is not
    /// convex.
    init?(_ corners: Quadrilateral) {
        let (p0, p1, p2, p3) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        let sumX = p0.x - p1.x + p2.x - p3.x
        let sumY = p0.y - p1.y + p2.y - p3.y
        let (dx1, dy1) = (p1.x - p2.x, p1.y - p2.y)
        let (dx2, dy2) = (p3.x - p2.x, p3.y - p2.y)
        let determinant = dx1 * dy2 - dx2 * dy1
        guard abs(determinant) > 1e-9 else { return nil }
        g = (sumX * dy2 - dx2 * sumY) / determinant
        h = (dx1 * sumY - sumX * dy1) / determinant
        // Beyond these values the horizon cuts the symbol.
        guard g > -0.95, h > -0.95, g + h > -0.95 else { return nil }
        a = p1.x - p0.x + g * p1.x
        b = p3.x - p0.x + h * p3.x
        c = p0.x
        d = p1.y - p0.y + g * p1.y
        e = p3.y - p0.y + h * p3.y
        f = p0.y
    }

    /// Maps the corners of one shape to those of another; `nil` if one of them is not convex.
    init?(from source: Quadrilateral, to target: Quadrilateral) {
        guard let s = Homography(source), let t = Homography(target) else { return nil }
        // Back from the source to the unit square: the matrix of cofactors, which is the inverse up to a factor.
        let back = [
            s.e - s.f * s.h, s.c * s.h - s.b, s.b * s.f - s.c * s.e,
            s.f * s.g - s.d, s.a - s.c * s.g, s.c * s.d - s.a * s.f,
            s.d * s.h - s.e * s.g, s.b * s.g - s.a * s.h, s.a * s.e - s.b * s.d,
        ]
        let on = [t.a, t.b, t.c, t.d, t.e, t.f, t.g, t.h, 1]
        func entry(_ row: Int, _ column: Int) -> Double {
            on[3 * row] * back[column] + on[3 * row + 1] * back[3 + column] + on[3 * row + 2] * back[6 + column]
        }
        let last = entry(2, 2)
        guard abs(last) > 1e-12 else { return nil }
        (a, b, c) = (entry(0, 0) / last, entry(0, 1) / last, entry(0, 2) / last)
        (d, e, f) = (entry(1, 0) / last, entry(1, 1) / last, entry(1, 2) / last)
        (g, h) = (entry(2, 0) / last, entry(2, 1) / last)
    }

    @inline(__always)
    func callAsFunction(_ u: Double, _ v: Double) -> PixelPoint {
        let scale = 1 / (g * u + h * v + 1)
        return PixelPoint(x: (a * u + b * v + c) * scale, y: (d * u + e * v + f) * scale)
    }
}
