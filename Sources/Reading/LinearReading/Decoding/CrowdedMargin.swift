// SPDX-License-Identifier: Apache-2.0

internal import Barcodes

/// EAN and UPC symbols with something dark in their quiet zone: a frame, a neighbour, the dark page that a label lies on.
///
/// The standard demands 7 to 11 light modules there, because the quiet zone is what tells the start of a symbol from bars
/// inside one. Without it, other things must tell: a symbol has an exact number of edges, its outer bars are one module wide,
/// and no element is wider than four. Where all of this is so, the profile is cleared beyond the symbol, and read as usual.
enum CrowdedMargin {
    /// The quiet zone below which the usual search ignores a place, in modules. See `RetailPlaces`.
    static let usual: Float = 3
    /// Nearer marks merge with the outer bar in most pictures.
    static let least: Float = 0.7
    /// How far a bar's width may be from a module. Bars grow and shrink in print, but elements of one kind do so alike.
    private static let slack: Float = 0.6

    /// Copies of a profile, dark on light, each with everything beyond one such symbol replaced by paper; mostly none.
    static func clearings(of line: [Float], _ edges: ProfileEdges, _ layout: RetailLayout, leastModule: Float)
        -> [[Float]]
    {
        let elements = layout.elements
        guard edges.count > elements + 1 else { return [] }
        var found: [[Float]] = []
        for first in 0..<edges.count - elements where edges.isIntoDark(first) {
            let last = first + elements
            let at = edges.positions
            let module = (at[last] - at[first]) / Float(layout.modules)
            guard module >= leastModule else { continue }
            let before = first > 0 ? at[first] - at[first - 1] : .infinity
            let after = last + 1 < edges.count ? at[last + 1] - at[last] : .infinity
            guard min(before, after) <= usual * module, min(before, after) >= least * module,
                isPlausible(edges, from: first, to: last, module, layout)
            else { continue }
            var cleared = line
            let paper = line[max(0, Int(at[first]))...min(line.count - 1, Int(at[last]) + 1)].max() ?? 255
            if before <= usual * module {
                for index in 0...max(0, Int(at[first] - least * module)) { cleared[index] = paper }
            }
            if after <= usual * module {
                for index in min(line.count - 1, Int((at[last] + least * module).rounded(.up)))..<line.count {
                    cleared[index] = paper
                }
            }
            found.append(cleared)
            if found.count == 2 { break }
        }
        return found
    }

    private static func isPlausible(
        _ edges: ProfileEdges, from first: Int, to last: Int, _ module: Float, _ layout: RetailLayout
    ) -> Bool {
        let at = edges.positions
        for edge in first..<last where !(0.25...4.7).contains((at[edge + 1] - at[edge]) / module) { return false }
        // From each bar of the guard to the next is two modules, whatever ink and blur do.
        let ends = layout.symbology == .upcE ? [first, last - 5, last - 3] : [first, last - 3]
        return ends.allSatisfy { start in
            let pair = (at[start + 2] - at[start]) / module
            let other = (at[start + 3] - at[start + 1]) / module
            return abs(pair - 2) < slack && abs(other - 2) < slack
        }
    }
}
