// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// The position of a QR symbol from alignment pattern to alignment pattern: large prints are seldom flat, and every lens
/// distorts.
struct QRMesh {
    private let alignments: [Double]
    /// Maps from columns and rows to the picture, one for each field between four neighbouring patterns, row by row.
    private let fields: [Homography]

    /// Follows the patterns from one to the next. `nil` for symbols with fewer than seven of them, and if the mesh would
    /// fold.
    init?(_ placement: QRPlacement, in picture: LumaSampler) {
        let shape = placement.shape
        guard shape.version >= 7, let map = placement.map else { return nil }
        let places = shape.alignments
        let count = places.count
        let alignments = places.map { Double($0) + 0.5 }
        // The offset of each pattern from its position in a flat symbol.
        var offsets = Array(repeating: (x: 0.0, y: 0.0), count: count * count)
        for row in 0..<count {
            for column in 0..<count where shape.hasAlignment(places[column], places[row]) {
                // Start from the offset of its known neighbours.
                var guess = (x: 0.0, y: 0.0)
                var known = 0.0
                for (left, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    let (column, row) = (column - left, row - up)
                    guard column >= 0, row >= 0, column < count else { continue }
                    let offset = offsets[row * count + column]
                    guess = (x: guess.x + offset.x, y: guess.y + offset.y)
                    known += 1
                }
                if known > 1 { guess = (x: guess.x / known, y: guess.y / known) }
                let flat = map(alignments[column], alignments[row])
                let pattern = AlignmentPattern(map: map, column: alignments[column], row: alignments[row])
                    .moved(by: guess)
                let found = pattern.places(in: picture, placement.light, reach: 2.5, most: 1).first
                offsets[row * count + column] = found.map { (x: $0.x - flat.x, y: $0.y - flat.y) } ?? guess
            }
        }
        func point(_ column: Int, _ row: Int) -> PixelPoint {
            let flat = map(alignments[column], alignments[row])
            let offset = offsets[row * count + column]
            return PixelPoint(x: flat.x + offset.x, y: flat.y + offset.y)
        }
        var fields: [Homography] = []
        for row in 0..<(count - 1) {
            for column in 0..<(count - 1) {
                let (x0, x1, y0, y1) = (
                    alignments[column], alignments[column + 1], alignments[row], alignments[row + 1]
                )
                guard
                    let field = Homography(
                        from: Quadrilateral(
                            topLeft: PixelPoint(x: x0, y: y0), topRight: PixelPoint(x: x1, y: y0),
                            bottomRight: PixelPoint(x: x1, y: y1), bottomLeft: PixelPoint(x: x0, y: y1)),
                        to: Quadrilateral(
                            topLeft: point(column, row), topRight: point(column + 1, row),
                            bottomRight: point(column + 1, row + 1), bottomLeft: point(column, row + 1)))
                else { return nil }
                fields.append(field)
            }
        }
        self.alignments = alignments
        self.fields = fields
    }

    func callAsFunction(_ column: Double, _ row: Double) -> PixelPoint {
        let across = alignments.count - 1
        func field(_ value: Double) -> Int {
            // Beyond the outermost patterns their field is extended.
            min(max((alignments.firstIndex { $0 > value } ?? across) - 1, 0), across - 1)
        }
        return fields[field(row) * across + field(column)](column, row)
    }
}
