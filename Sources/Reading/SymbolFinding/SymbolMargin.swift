// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// The light margin (quiet zone) round a dark-on-light symbol as it is in the picture: how far from its outer bars or modules
/// the next dark thing is.
///
/// An outline may be off by a module, so the symbol's real edge is looked for near it.
package struct SymbolMargin: Hashable, Sendable, Codable {
    /// The narrowest side's width in modules, at most `limit`: left and right of a linear code, all four of others.
    package var modules: Double
    /// Whether it ends at the border of the picture, and not at something dark.
    package var endsAtBorder: Bool

    /// How many modules too far out the outline of a code may be that was read as a whole.
    package static let exactSlack = 1.5
    /// How far is looked.
    package static let limit = 12.0
    private static let step = 0.25
    private static let lines = 9

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`.
    ///   - module: the narrowest bar or module in pixels.
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    ///   - slack: how many modules too far out the outline may be.
    ///
    /// `nil` if the edges are not where the outline says.
    package init?(
        of image: LumaImage, corners: Quadrilateral, kind: SymbolCandidate.Kind, module: Double, dark: Double,
        light: Double, slack: Double = exactSlack
    ) {
        guard light - dark >= 20, module >= 1 else { return nil }
        let points = corners.corners
        // Each side as the pair of its ends, and the opposite side's ends, from which it is looked outward.
        let sides =
            kind == .linear ? [(1, 2, 0, 3), (0, 3, 1, 2)] : [(1, 2, 0, 3), (0, 3, 1, 2), (0, 1, 3, 2), (3, 2, 0, 1)]
        var narrowest: (modules: Double, endsAtBorder: Bool)?
        for side in sides {
            var found: [(modules: Double, endsAtBorder: Bool)] = []
            for line in 0..<Self.lines {
                let v = 0.08 + 0.84 * Double(line) / Double(Self.lines - 1)
                let end = points[side.0].towards(points[side.1], v)
                let start = points[side.2].towards(points[side.3], v)
                if let margin = Self.along(image, from: start, through: end, module, dark: dark, light: light, slack) {
                    found.append(margin)
                }
            }
            // Matrix symbols have light modules at the edge, too, which say nothing.
            guard found.count >= 3 else { continue }
            let middle = found.sorted { $0.modules < $1.modules }[found.count / 2]
            if middle.modules < narrowest?.modules ?? .infinity { narrowest = middle }
        }
        guard let narrowest else { return nil }
        modules = narrowest.modules
        endsAtBorder = narrowest.endsAtBorder
    }

    /// Notes that something dark begins at this distance, in modules.
    package mutating func end(at distance: Double) {
        if distance <= modules { (modules, endsAtBorder) = (distance, false) }
    }

    /// The margin on one line beyond `through`; `nil` if the symbol has nothing dark there.
    private static func along(
        _ image: LumaImage, from start: PixelPoint, through end: PixelPoint, _ module: Double, dark: Double,
        light: Double, _ slack: Double
    ) -> (modules: Double, endsAtBorder: Bool)? {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 8 * module else { return nil }
        // A pixel alone may be dark by noise, above all beside a pale code.
        let reach = module >= 4 ? 1 : 0
        func value(_ distance: Double) -> Double? {
            let x = end.x + dx / length * distance * module
            let y = end.y + dy / length * distance * module
            guard x >= 0, y >= 0, x < Double(image.width), y < Double(image.height) else { return nil }
            let columns = max(0, Int(x) - reach)...min(image.width - 1, Int(x) + reach)
            let rows = max(0, Int(y) - reach)...min(image.height - 1, Int(y) + reach)
            let sum = image.withSpan { pixels in
                rows.reduce(0) { sum, row in
                    columns.reduce(sum) { $0 + Int(pixels[row * image.rowStride + $1]) }
                }
            }
            return Double(sum) / Double(rows.count * columns.count)
        }
        // Light is uneven, and the paper of a pale code may be darker at one end than its bars at the other.
        let within = stride(from: -7.0, through: 0, by: step).compactMap(value)
        let near = stride(from: step, through: 3, by: step).compactMap(value)
        let (low, high) = (within.min() ?? dark, (within + near).max() ?? light)
        let threshold = high - low >= 0.5 * (light - dark) ? (low + high) / 2 : (dark + light) / 2
        /// Whether it is dark this many modules beyond the outline; `nil` outside the picture.
        func isDark(_ distance: Double) -> Bool? { value(distance).map { $0 < threshold } }
        var edge: Double?
        var position = -slack
        while position <= 0.75 {
            if isDark(position) == true { edge = position }
            position += step
        }
        guard var edge else { return nil }
        // A bar across the outline belongs to the symbol; none is wider than four modules.
        let inside = edge
        while isDark(edge + step) == true, edge < inside + 4 { edge += step }
        if isDark(edge + step) == true { return (0, false) }
        // A rough outline may end before the last bars: what follows within four modules, the widest space inside a code,
        // belongs to it.
        let furthest = slack > 2 ? edge + limit : edge
        position = edge + step
        while position <= edge + limit {
            guard let dark = isDark(position) else { return (max(0, position - edge - step), true) }
            if dark {
                guard position - edge <= 4, position < furthest else { return (max(0, position - edge - step), false) }
                edge = position
            }
            position += step
        }
        return (limit, false)
    }
}
