// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
internal import LumaProcessing

/// A QR symbol that is in a picture, whether it can be read or not: the grid of modules that fits its three corner patterns and
/// its other fixed modules best, assumed flat.
package struct QRSighting: Sendable {
    /// Modules a side.
    package let modules: Int
    /// In pixels of the picture.
    package let corners: Quadrilateral
    package let isInverted: Bool
    /// The corner whose finder pattern cannot be seen.
    package let missing: QRCorner?
    /// How well the fixed modules match, but for those of a missing pattern: 1 for all of them, 0 for chance.
    package let score: Double
    private let map: Homography

    private init?(modules: Int, corners: Quadrilateral, isInverted: Bool, missing: QRCorner?, score: Double) {
        guard let map = Homography(corners) else { return nil }
        self.missing = missing
        self.score = score
        self.modules = modules
        self.corners = corners
        self.isInverted = isInverted
        self.map = map
    }

    /// A code that was read, as if one of its finder patterns could not be seen; to look whether that is so. Its score says nothing.
    package init?(read corners: Quadrilateral, modules: Int, missing: QRCorner) {
        guard modules >= 21 else { return nil }
        self.init(modules: modules, corners: corners, isInverted: false, missing: missing, score: 0)
    }

    /// The same in a picture of which this one is a part that begins at `offset`.
    package func moved(by offset: (x: Double, y: Double)) -> QRSighting? {
        QRSighting(
            modules: modules, corners: corners.mapped { PixelPoint(x: $0.x + offset.x, y: $0.y + offset.y) },
            isInverted: isInverted, missing: missing, score: score)
    }

    /// A place in modules from the top left corner of a corner's finder pattern, which has seven a side.
    package func place(_ column: Double, _ row: Double, in corner: QRCorner) -> PixelPoint {
        let far = Double(modules) - 7
        return place(column + (corner == .topRight ? far : 0), row + (corner == .bottomLeft ? far : 0))
    }

    /// Whether it is a QR code of Model 1, the first form of QR codes.
    ///
    /// - Parameters:
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    package func isModel1(in image: LumaImage, dark: Double, light: Double) -> Bool {
        guard missing == nil, (modules - 17).isMultiple(of: 4), let shape = QRShape(version: (modules - 17) / 4) else { return false }
        return shape.isModel1(in: image, corners: corners, dark: dark, light: light, isInverted: isInverted)
    }

    /// How well the fixed modules must match: what is no symbol stays below.
    private static let least = 0.55

    /// How many modules are looked at for the exact place.
    private static let mostCells = 1200

    /// A place in modules from the symbol's own top left corner: the middle of the first module is (0.5, 0.5).
    package func place(_ column: Double, _ row: Double) -> PixelPoint {
        map(column / Double(modules), row / Double(modules))
    }

    /// The symbol whose fixed modules match best; `nil` without any.
    package static func find(in image: LumaImage) -> QRSighting? {
        guard min(image.width, image.height) >= 21, let whole = MatrixReader.whole(image) else { return nil }
        if let found = find(whole) { return found }
        // Large modules on a ground with light and shade of its own are seen in a smaller picture.
        for factor in [2, 3] where min(whole.image.width, whole.image.height) / factor >= 60 {
            if let found = find(whole.then { $0.reduced(by: factor) }) { return found }
        }
        return nil
    }

    private static func find(_ view: PreparedImage) -> QRSighting? {
        let picture = LumaSampler(view.image)
        let finder = QRFinder(picture: picture, mostTriples: 24, mostVersions: 3, mostIncomplete: 24, methods: [])
        guard let best = finder.best(Outlines(DarkMap(picture)), least: least), let corners = best.placement.corners
        else { return nil }
        let side = best.placement.shape.side
        let settled = settled(corners, side, best.placement.modulePixels, picture)
        return QRSighting(
            modules: side, corners: settled.mapped { view.original($0) }, isInverted: best.triple.isInverted,
            missing: best.triple.missing, score: best.score)
    }

    /// The grid whose modules are most of one value each. The fit to the fixed modules looks at their middles only, and so leaves
    /// it a third of a module of play.
    private static func settled(
        _ corners: Quadrilateral, _ side: Int, _ module: Double, _ picture: LumaSampler
    ) -> Quadrilateral {
        let every = max(1, side * side / mostCells)
        let cells = stride(from: 0, to: side * side, by: every).map { (Double($0 % side), Double($0 / side)) }
        func score(_ corners: Quadrilateral) -> Double {
            guard let map = Homography(corners) else { return -.infinity }
            var sum = 0.0
            for (column, row) in cells {
                func value(_ x: Double, _ y: Double) -> Double {
                    picture(map((column + x) / Double(side), (row + y) / Double(side)))
                }
                let (a, b, c, d) = (value(0.2, 0.2), value(0.8, 0.2), value(0.2, 0.8), value(0.8, 0.8))
                sum += max(a, b, c, d) - min(a, b, c, d)
            }
            return -sum / Double(cells.count)
        }
        var fit = GridFit(corners: corners, score: score(corners))
        fit.climb(step: 0.3 * module, halvings: 3, score)
        return fit.corners
    }
}
