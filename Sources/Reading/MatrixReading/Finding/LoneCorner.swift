// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
package import Frames
internal import LumaProcessing

/// The corner pattern of a QR code of whose three no other can be seen: two sides of the code, or two of its corners, are cut off or
/// covered.
///
/// Nested squares alone prove no code: the timing pattern, a row of single modules, begins beside them, data lie on two sides, and
/// nothing on the two others. (Micro QR codes, which have one such pattern, have their timing patterns along their edges.)
package struct LoneCorner: Codable, Hashable, Sendable {
    /// The pattern's own corners, seven modules a side: x and y alternating, in pixels of the picture.
    package var corners: [Double]
    /// In pixels.
    package var module: Double

    /// `nil` without any, and for a picture that is too small or too large.
    package static func find(in image: LumaImage) -> LoneCorner? {
        guard min(image.width, image.height) >= 21, let view = MatrixReader.whole(image) else { return nil }
        let picture = LumaSampler(view.image)
        let patterns = FinderPattern.all(in: Outlines(DarkMap(picture))).filter { $0.module >= leastModule }
        let lone = patterns.filter { pattern in
            // Alignment patterns and letters may look like corner patterns with dark and light exchanged.
            let peers = patterns.filter { $0.isInverted == pattern.isInverted && abs($0.module / pattern.module - 1) < 0.4 }
            return peers.count == 1 && hasData(pattern, picture)
        }
        guard lone.count == 1, let pattern = lone.first else { return nil }
        let corners = [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)].map { column, row in
            view.original(place(column, row, of: pattern))
        }
        let width = corners[0].distance(to: corners[1]) + corners[1].distance(to: corners[2])
        return LoneCorner(corners: corners.flatMap { [$0.x, $0.y] }, module: width / 14)
    }

    /// The same in a picture of which this one is a part that begins at `offset`.
    package func moved(by offset: (x: Double, y: Double)) -> LoneCorner {
        LoneCorner(
            corners: corners.enumerated().map { $0.element + ($0.offset.isMultiple(of: 2) ? offset.x : offset.y) }, module: module)
    }

    /// With fewer pixels, single modules are not told apart.
    private static let leastModule = 3.0

    /// Whether a timing pattern and data begin on two neighbouring sides, and the others are free.
    private static func hasData(_ pattern: FinderPattern, _ picture: LumaSampler) -> Bool {
        let (dark, light) = (picture(pattern.center), picture(place(2, 0, of: pattern)))
        let middle = (dark + light) / 2
        guard abs(dark - light) >= 40 else { return false }
        /// `nil` outside the picture.
        func isDark(_ column: Double, _ row: Double) -> Bool? {
            let point = place(column, row, of: pattern)
            guard point.x >= 0, point.y >= 0, point.x < Double(picture.width), point.y < Double(picture.height) else { return nil }
            return (picture(point) < middle) != pattern.isInverted
        }
        return [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)].contains { across, down in
            let sides = [true, false].map { isAcross in
                Side { away, beside in
                    isAcross ? isDark(across * away, down * beside) : isDark(across * beside, down * away)
                }
            }
            // Of the top right pattern, and of that at the bottom, one side has no timing pattern.
            return sides.allSatisfy { $0.hasData && $0.isFreeBehind } && sides.contains { $0.hasTiming }
        }
    }

    /// One side of the pattern, seen from its centre, in modules.
    private struct Side {
        /// Whether the timing pattern runs here: three modules beside the centre, from the separator on.
        var hasTiming: Bool
        var hasData: Bool
        /// Whether the quiet zone is on the opposite side.
        var isFreeBehind: Bool

        init(isDark: (_ away: Double, _ beside: Double) -> Bool?) {
            let timing = (4...13).map { away in isDark(Double(away), 3).map { $0 == !away.isMultiple(of: 2) } }
            hasTiming = timing.count { $0 == true } >= 9
            let data = (5...14).flatMap { away in (-3...2).map { isDark(Double(away), Double($0)) } }.compactMap(\.self)
            let share = Double(data.count(where: \.self)) / Double(max(1, data.count))
            hasData = data.count >= 40 && (0.25...0.75).contains(share)
            let behind = [4.5, 5.2].flatMap { away in (-3...3).map { isDark(-away, Double($0)) } }.compactMap(\.self)
            isFreeBehind = behind.count(where: \.self) <= behind.count / 10
        }
    }

    /// A place in modules from the centre.
    private static func place(_ column: Double, _ row: Double, of pattern: FinderPattern) -> PixelPoint {
        let (right, down) = (pattern.right, pattern.down)
        return PixelPoint(
            x: pattern.center.x + column * right.x + row * down.x, y: pattern.center.y + column * right.y + row * down.y)
    }
}
