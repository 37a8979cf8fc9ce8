// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Concentric square rings: possibly the centre of an Aztec symbol.
struct BullsEye {
    /// The corners of one ring, in order around it, wherever the symbol's top is.
    var corners: Quadrilateral
    /// Modules a side of that ring: 5, 7, 9 or 11.
    var modules: Int
    /// The number of visible rings, including the centre module.
    var rings: Int
    var isInverted: Bool

    var modulePixels: Double { (corners.width + corners.height) / 2 / Double(modules) }

    /// Outlines around one point with areas in the ratio 1, 9, 25, 49 (and 81, 121 in full symbols), alternately dark and
    /// light.
    static func all(in outlines: Outlines) -> [BullsEye] {
        var places: [Outlines.Place: [Int]] = [:]
        for (index, outline) in outlines.all.enumerated() where outline.isCompact && abs(outline.area) >= 1 {
            places[Outlines.place(outline.center), default: []].append(index)
        }
        var result: [BullsEye] = []
        for (index, outline) in outlines.all.enumerated() where outline.isCompact && abs(outline.area) >= 20 {
            let area = abs(outline.area)
            // This one as the square of five modules.
            let reach = 1.5 + 0.12 * area.squareRoot()
            let near = Outlines.places(around: outline.center, reach).flatMap { places[$0] ?? [] }
            guard near.count >= 3 else { continue }
            let sign = outline.area > 0 ? 1.0 : -1.0
            var best: [Int: Int] = [:]
            for other in near where other != index {
                let candidate = outlines.all[other]
                guard candidate.center.distance(to: outline.center) <= reach else { continue }
                let ratio = (candidate.area * sign) / area
                for (modules, turn) in [(1, 1.0), (3, -1.0), (7, -1.0), (9, 1.0), (11, -1.0)] {
                    let wanted = Double(modules * modules) / 25
                    // Ink spread makes dark squares larger and light ones smaller, small squares most.
                    let slack = modules == 1 ? 3.5 : modules == 3 ? 1.8 : 1.4
                    if ratio * turn > wanted / slack, ratio * turn < wanted * slack { best[modules] = other }
                }
            }
            let inner = (best[1] != nil ? 1 : 0) + (best[3] != nil ? 1 : 0)
            guard best.count >= 2, inner >= 1 else { continue }
            let outer = [11, 9, 7].first { best[$0] != nil } ?? 5
            guard let corners = Quadrilateral(around: outlines.points(of: outlines.all[best[outer] ?? index])) else {
                continue
            }
            result.append(
                BullsEye(corners: corners, modules: outer, rings: best.count + 1, isInverted: sign < 0))
        }
        return result.sorted { $0.rings > $1.rings }
    }
}
