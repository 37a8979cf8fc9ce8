// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Glibc
internal import LumaProcessing

/// The bull's eye of a MaxiCode: three dark rings round a light centre. Nothing else among barcodes has it: the squares of an
/// Aztec code have a dark centre, and so have the corners of a QR code.
///
/// Source: ISO/IEC 16023, 4.2.1: six circles whose radii grow by the width of a ring, and a light centre of one and a half.
package struct BullsEye: Hashable, Sendable, Codable {
    /// Its centre, and the radius of its outermost circle, in pixels of the picture.
    package var x: Double
    package var y: Double
    package var radius: Double

    private static let longestSide = 1024
    /// The circles, seen from the centre: light, then five rings that alternate, then the margin.
    private static let circles = 6
    private static let rays = 16

    /// The likeliest one; `nil` if there is none. A picture of 1280 × 720 takes a few milliseconds.
    package static func find(in image: LumaImage) -> BullsEye? {
        let side = max(image.width, image.height)
        guard min(image.width, image.height) >= 24 else { return nil }
        let factor = max(1, (side + longestSide - 1) / longestSide)
        let picture = image.reduced(by: factor)
        let marks = picture.image.thresholded(radius: 60, offset: 8)
        var best: (eye: BullsEye, error: Double)?
        for y in stride(from: 1, to: marks.height - 1, by: 2) {
            let row = (0..<marks.width).map { marks[$0, y] }
            for (x, ring) in centres(row) {
                guard let found = measure(marks, x, y, ring), found.error < best?.error ?? .infinity else { continue }
                best = found
            }
        }
        guard var eye = best?.eye else { return nil }
        let centre = picture.toOriginal(x: eye.x, y: eye.y)
        (eye.x, eye.y, eye.radius) = (centre.x, centre.y, eye.radius * Double(factor))
        return eye
    }

    /// The middles of eleven runs that look like a line through a bull's eye, with the width of a ring.
    private static func centres(_ row: [UInt8]) -> [(x: Int, ring: Double)] {
        var starts = [0]
        for x in row.indices.dropFirst() where row[x] != row[x - 1] { starts.append(x) }
        starts.append(row.count)
        let runs = zip(starts, starts.dropFirst()).map { $1 - $0 }
        guard runs.count >= 13 else { return [] }
        var found: [(x: Int, ring: Double)] = []
        // The first run is at the border, so it is not one of them.
        for first in 1..<(runs.count - 11) where row[starts[first]] == 0 {
            let rings = runs[first..<first + 5] + runs[first + 6..<first + 11]
            let ring = Double(rings.reduce(0, +)) / 10
            let centre = runs[first + 5]
            guard ring >= 2, (0.6...3).contains(Double(centre) / ring),
                rings.allSatisfy({ (0.4...1.9).contains(Double($0) / ring) })
            else { continue }
            found.append((starts[first + 5] + centre / 2, ring))
        }
        return found
    }

    /// Follows rays from the centre outwards. Seen from the side the circles are ellipses, so each ray has its own scale.
    ///
    /// - Returns: the bull's eye and how far it is from an ellipse; `nil` if its rings are no rings.
    private static func measure(
        _ marks: LumaImage, _ x: Int, _ y: Int, _ ring: Double
    ) -> (eye: BullsEye, error: Double)? {
        var radii: [Double] = []
        for ray in 0..<rays {
            let angle = 2 * Double.pi * Double(ray) / Double(rays)
            guard let radius = follow(marks, (x, y), (cos(angle), sin(angle)), reach: 14 * ring) else { return nil }
            radii.append(radius)
        }
        // 1/r² of an ellipse is a constant and one wave in twice the angle. A square has one in four times the angle, too.
        let values = radii.map { 1 / ($0 * $0) }
        let mean = values.reduce(0, +) / Double(rays)
        func wave(_ function: (Double) -> Double) -> Double {
            2
                * values.enumerated().reduce(0) { sum, value in
                    sum + value.element * function(4 * .pi * Double(value.offset) / Double(rays))
                } / Double(rays)
        }
        let (even, odd) = (wave(cos), wave(sin))
        let square = values.enumerated().reduce(0.0) { sum, value in
            let angle = 4 * Double.pi * Double(value.offset) / Double(rays)
            let rest = value.element - mean - even * cos(angle) - odd * sin(angle)
            return sum + rest * rest
        }
        let error = (square / Double(rays)).squareRoot() / mean
        guard error < 0.15 else { return nil }
        return (BullsEye(x: Double(x), y: Double(y), radius: 1 / mean.squareRoot()), error)
    }

    /// The distance along a ray at which it leaves the last of six circles; `nil` if it does not cross them evenly.
    private static func follow(
        _ marks: LumaImage, _ from: (x: Int, y: Int), _ step: (x: Double, y: Double), reach: Double
    ) -> Double? {
        var crossings: [Double] = []
        var isDark = false
        var distance = 0.0
        while crossings.count < circles, distance < reach {
            let (x, y) = (Double(from.x) + step.x * distance, Double(from.y) + step.y * distance)
            guard x >= 0, y >= 0, x < Double(marks.width), y < Double(marks.height) else { return nil }
            if (marks[Int(x), Int(y)] == 0) != isDark {
                isDark.toggle()
                crossings.append(distance)
            }
            distance += 0.25
        }
        guard crossings.count == circles, let first = crossings.first, let last = crossings.last else { return nil }
        let mean = (last - first) / Double(circles - 1)
        let widths = zip(crossings, crossings.dropFirst()).map { $1 - $0 }
        guard widths.allSatisfy({ (0.45...1.7).contains($0 / mean) }), (0.2...1.6).contains(first / mean) else {
            return nil
        }
        return last
    }
}
