// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// The position of a QR symbol of a given version, assumed flat; `QRMesh` follows bends.
struct QRPlacement {
    let pattern: QRPattern
    let light: QRLight
    let modulePixels: Double
    /// The centres of the three finder patterns, and the corresponding point in the fourth corner.
    private(set) var middles: Quadrilateral
    /// How well the fixed modules match, from -1 to 1; in small symbols, also whether those of the data are clearly dark or light.
    private(set) var score = -1.0
    /// The modules to look at; not those of a finder pattern that is missing.
    private let cells: [QRPattern.Cell]

    var shape: QRShape { pattern.shape }

    init(_ triple: QRTriple, _ pattern: QRPattern, _ light: QRLight, fourthCorner: PixelPoint) {
        self.pattern = pattern
        self.light = light
        modulePixels = triple.modulePixels
        cells = pattern.cells(without: triple.missing)
        middles = Quadrilateral(
            topLeft: triple.topLeft.center, topRight: triple.topRight.center, bottomRight: fourthCorner,
            bottomLeft: triple.bottomLeft.center)
    }

    /// Maps columns and rows to the picture.
    var map: Homography? { Self.map(shape, middles) }

    private static func map(_ shape: QRShape, _ middles: Quadrilateral) -> Homography? {
        Homography(from: square(from: 3.5, to: Double(shape.side) - 3.5), to: middles)
    }

    private static func square(from low: Double, to high: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: PixelPoint(x: low, y: low), topRight: PixelPoint(x: high, y: low),
            bottomRight: PixelPoint(x: high, y: high), bottomLeft: PixelPoint(x: low, y: high))
    }

    /// The corners of the symbol itself.
    var corners: Quadrilateral? {
        guard let map else { return nil }
        return Self.square(from: 0, to: Double(shape.side)).mapped { map($0.x, $0.y) }
    }

    // MARK: The fourth corner

    /// The same with its fourth corner set by the last alignment pattern: one for each candidate position of that
    /// pattern.
    func aligned(in picture: LumaSampler) -> [QRPlacement] {
        guard shape.version > 1, let map else { return [] }
        let last = Double(shape.side) - 6.5
        let reach = 2.5 + 0.07 * Double(shape.side)
        let pattern = AlignmentPattern(map: map, column: last, row: last)
        return pattern.places(in: picture, light, reach: reach, most: 3).compactMap { place in
            // The map from three centres and this pattern to their observed positions.
            let s = Double(shape.side) - 3.5
            let known = Quadrilateral(
                topLeft: PixelPoint(x: 3.5, y: 3.5), topRight: PixelPoint(x: s, y: 3.5),
                bottomRight: PixelPoint(x: last, y: last), bottomLeft: PixelPoint(x: 3.5, y: s))
            var seen = middles
            seen.bottomRight = place
            guard let map = Homography(from: known, to: seen) else { return nil }
            var result = self
            result.middles.bottomRight = map(s, s)
            return result
        }
    }

    // MARK: Fitting

    /// Measures the match; if `climbing`, also moves the corners until it no longer improves.
    mutating func fit(in picture: LumaSampler, climbing: Bool) {
        let (shape, cells) = (shape, cells)
        let weight = 1 / Double(max(1, cells.count))
        func score(_ middles: Quadrilateral) -> Double {
            guard let map = Self.map(shape, middles) else { return -1 }
            var sum = 0.0
            for cell in cells {
                let point = map(cell.x, cell.y)
                let seen = light.lightness(picture(point), at: point)
                sum += cell.isDark.map { $0 ? -seen : seen } ?? 0.6 * abs(seen) - 0.3
            }
            return sum * weight
        }
        var fit = GridFit(corners: middles, score: score(middles))
        if climbing {
            fit.climb(step: max(0.5, modulePixels * (shape.version == 1 ? 1 : 0.6)), halvings: 3, score)
        }
        middles = fit.corners
        self.score = fit.score
    }

    /// How well the fixed modules alone match, from -1 to 1: comparable between versions. What is outside the picture matches nothing.
    func fixedScore(in picture: LumaSampler) -> Double {
        guard let map else { return -1 }
        let fixed = cells.filter { $0.isDark != nil }
        let sum = fixed.reduce(0.0) { sum, cell in
            let point = map(cell.x, cell.y)
            guard picture.contains(point) else { return sum }
            let seen = light.lightness(picture(point), at: point)
            return sum + (cell.isDark == true ? -seen : seen)
        }
        return sum / Double(max(1, fixed.count))
    }
}
