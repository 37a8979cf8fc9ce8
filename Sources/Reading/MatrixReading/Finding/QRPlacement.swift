// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Where a QR symbol of a given version lies, as a flat symbol lies; `QRMesh` follows it where it is bent.
struct QRPlacement {
    let pattern: QRPattern
    let light: QRLight
    let modulePixels: Double
    /// The middles of the three finder patterns, and where the fourth corner would have one.
    private(set) var middles: Quadrilateral
    /// How well what is known of the symbol is seen, from -1 to 1.
    private(set) var score = -1.0

    var shape: QRShape { pattern.shape }

    init(_ triple: QRTriple, _ pattern: QRPattern, _ light: QRLight, fourthCorner: PixelPoint) {
        self.pattern = pattern
        self.light = light
        modulePixels = triple.modulePixels
        middles = Quadrilateral(
            topLeft: triple.topLeft.center, topRight: triple.topRight.center, bottomRight: fourthCorner,
            bottomLeft: triple.bottomLeft.center)
    }

    /// From columns and rows to the picture.
    var map: Homography? { Self.map(shape, middles) }

    private static func map(_ shape: QRShape, _ middles: Quadrilateral) -> Homography? {
        Homography(from: square(from: 3.5, to: Double(shape.side) - 3.5), to: middles)
    }

    private static func square(from low: Double, to high: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: PixelPoint(x: low, y: low), topRight: PixelPoint(x: high, y: low),
            bottomRight: PixelPoint(x: high, y: high), bottomLeft: PixelPoint(x: low, y: high))
    }

    /// The symbol's own corners.
    var corners: Quadrilateral? {
        guard let map else { return nil }
        return Self.square(from: 0, to: Double(shape.side)).mapped { map($0.x, $0.y) }
    }

    // MARK: The fourth corner

    /// The same with its fourth corner where the last alignment pattern has it: one for each place that looks like one.
    func aligned(in picture: LumaSampler) -> [QRPlacement] {
        guard shape.version > 1, let map else { return [] }
        let last = Double(shape.side) - 6.5
        let reach = 2.5 + 0.07 * Double(shape.side)
        let pattern = AlignmentPattern(map: map, column: last, row: last)
        return pattern.places(in: picture, light, reach: reach, most: 3).compactMap { place in
            // The map that takes three middles and this place to where they were seen.
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

    /// Measures how well it fits, and when climbing moves the corners until it fits no better.
    mutating func fit(in picture: LumaSampler, climbing: Bool) {
        let (shape, cells) = (shape, pattern.cells)
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
}
