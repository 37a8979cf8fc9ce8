// SPDX-License-Identifier: Apache-2.0

import Barcodes
import MatrixDecoding

/// Where a QR symbol of a given version lies, as a flat symbol lies; `QRMesh` follows it where it is bent.
struct QRPlacement {
    let shape: QRShape
    let light: QRLight
    let modulePixels: Double
    /// The middles of the three finder patterns, and where the fourth corner would have one.
    private(set) var middles: Quadrilateral
    /// How well what is known of the symbol is seen, from -1 to 1.
    private(set) var score = -1.0

    /// Modules that are looked at while the symbol is being fitted.
    private static let mostCells = 420

    init(_ triple: QRTriple, _ shape: QRShape, _ light: QRLight, fourthCorner: PixelPoint) {
        self.shape = shape
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

    /// Measures how well it fits, and with `steps` moves the corners until it fits no better.
    mutating func fit(in picture: LumaSampler, climbing: Bool) {
        let cells = self.cells
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

    private struct Cell {
        var x, y: Double
        /// `nil`: data, which is clearly dark or clearly light where it is met in its middle.
        var isDark: Bool?
    }

    private var cells: [Cell] {
        let known = shape.known
        let stride = max(1, known.count / Self.mostCells)
        var cells = known.enumerated().filter { $0.offset % stride == 0 }.map {
            Cell(x: Double($0.element.column) + 0.5, y: Double($0.element.row) + 0.5, isDark: $0.element.isDark)
        }
        // Small symbols show little that is known beyond their three corners.
        if shape.version <= 4 {
            let isKnown = Set(known.map { $0.row * shape.side + $0.column })
            for index in 0..<(shape.side * shape.side) where index % 3 == 0 && !isKnown.contains(index) {
                cells.append(
                    Cell(
                        x: Double(index % shape.side) + 0.5, y: Double(index / shape.side) + 0.5, isDark: nil))
            }
        }
        return cells
    }
}
