// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
package import Frames
internal import LumaProcessing

/// Corner patterns of a QR code of which only the outlines are drawn: three nested squares of thin lines, and between these one value, that
/// of the ground. So a milling machine, a plotter or a laser draws a code that it is given as lines, and a program that strokes shapes
/// in place of filling them.
package struct HollowPatterns: Codable, Hashable, Sendable {
    package var count: Int
    /// In pixels.
    package var module: Double
    /// Whether the lines are lighter than the ground.
    package var isLight: Bool

    package init(count: Int, module: Double, isLight: Bool) {
        (self.count, self.module, self.isLight) = (count, module, isLight)
    }

    /// Those of light lines on a dark, even ground: where a picture is even, it counts as light, which hides some of them.
    package static func light(in image: LumaImage) -> HollowPatterns? {
        guard var found = QRBend.Codes(in: image.inverted())?.hollow, !found.isLight else { return nil }
        found.isLight = true
        return found
    }

    /// One may be an ornament.
    private static let least = 2

    init?(_ patterns: [FinderPattern], in picture: LumaSampler, _ view: PreparedImage) {
        let hollow = patterns.filter { $0.module >= Self.leastModule && Self.isHollow($0, picture) }
        for pattern in hollow {
            let peers = hollow.filter { $0.isInverted == pattern.isInverted && abs($0.module / pattern.module - 1) < 0.3 }
            guard peers.count >= Self.least else { continue }
            let origin = view.original(pattern.center)
            let end = view.original(PixelPoint(x: pattern.center.x + pattern.module, y: pattern.center.y))
            self.init(count: peers.count, module: origin.distance(to: end), isLight: pattern.isInverted)
            return
        }
        return nil
    }

    /// With fewer pixels, a line is as wide as what is between two of them.
    private static let leastModule = 5.0
    /// In grey values: the lines against the ground.
    private static let leastDepth = 12.0

    /// Where the three lines are, in modules from the centre, and what is between them and on both sides.
    private static let (lines, grounds) = ([1.5, 2.5, 3.5], [0.6, 2, 3, 4])

    /// Whether there are lines in all four directions.
    private static func isHollow(_ pattern: FinderPattern, _ picture: LumaSampler) -> Bool {
        let (right, down) = (pattern.right, pattern.down)
        let sign = pattern.isInverted ? 1.0 : -1
        /// Larger is nearer to the lines' value.
        func value(_ column: Double, _ row: Double) -> Double {
            let x = pattern.center.x + column * right.x + row * down.x
            let y = pattern.center.y + column * right.y + row * down.y
            return sign * picture(PixelPoint(x: x, y: y))
        }
        var clear = 0
        for (x, y) in [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)] {
            for beside in [-0.6, 0, 0.6] {
                let hasLines = hasLines { distance in value(distance * x + beside * y, distance * y + beside * x) }
                if hasLines { clear += 1 }
            }
        }
        return clear >= 10
    }

    /// Whether a way out of the centre crosses the three lines, and one even ground between them.
    private static func hasLines(_ value: (_ distance: Double) -> Double) -> Bool {
        func around(_ distance: Double, _ reach: Double) -> [Double] {
            stride(from: -reach, through: reach, by: 0.1).map { value(distance + $0) }
        }
        let even = grounds.map { ground in
            let values = around(ground, 0.1)
            return values.reduce(0, +) / Double(values.count)
        }
        let peaks = lines.compactMap { around($0, 0.35).max() }
        guard let top = even.max(), let bottom = even.min(), let lowest = peaks.min() else { return false }
        return lowest - top >= leastDepth && top - bottom <= 0.6 * (lowest - top)
    }
}
