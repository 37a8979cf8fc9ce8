// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
internal import Glibc
internal import LumaProcessing

/// A code of separate equal marks, of a kind that no reader here reads: bars that differ in height, or dots on the fields of one
/// colour of a chessboard.
package struct MarkedCode: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable {
        /// Bars of one width at one distance, whose heights carry the content: postal codes, and Spotify's.
        case heights
        /// Dots that stand diagonally from each other only, within an upright rectangle: DotCode.
        case chessboard
    }
    package var kind: Kind
    /// The number of its bars or dots.
    package var marks: Int
    /// The box around them: left, top, right and bottom, in pixels of the picture.
    package var box: [Double]

    package init(kind: Kind, marks: Int, box: [Double]) {
        self.kind = kind
        self.marks = marks
        self.box = box
    }

    /// The same in a picture of which this one is a part that begins at `offset`.
    package func moved(by offset: (x: Double, y: Double)) -> MarkedCode {
        MarkedCode(
            kind: kind, marks: marks,
            box: box.indices.map { box[$0] + ($0 % 2 == 0 ? offset.x : offset.y) })
    }

    package func contains(_ point: PixelPoint) -> Bool {
        box.count == 4 && point.x >= box[0] && point.x <= box[2] && point.y >= box[1] && point.y <= box[3]
    }

    /// - Parameter places: the middles of the marks, in the view.
    private init(kind: Kind, _ places: [PixelPoint], reach: Double, _ view: PreparedImage) {
        self.kind = kind
        marks = places.count
        let (xs, ys) = (places.map(\.x), places.map(\.y))
        let from = PixelPoint(x: (xs.min() ?? 0) - reach, y: (ys.min() ?? 0) - reach)
        let to = PixelPoint(x: (xs.max() ?? 0) + reach, y: (ys.max() ?? 0) + reach)
        let (a, b) = (view.original(from), view.original(to))
        box = [a.x, a.y, b.x, b.y]
    }

    /// Looks for one; takes some tens of milliseconds.
    package static func find(in image: LumaImage) -> MarkedCode? {
        guard min(image.width, image.height) >= 17, let whole = MatrixReader.whole(image) else { return nil }
        let marks = Mark.all(in: LumaSampler(whole.image))
        return heights(marks, whole) ?? chessboard(marks, whole)
    }

    // MARK: Heights

    /// The shortest of those codes, Spotify's, has 23; what is cut off counts too.
    private static let leastBars = 18

    private static func heights(_ marks: [Mark], _ view: PreparedImage) -> MarkedCode? {
        let bars = marks.filter { $0.isFilled && $0.breadth >= 1.5 }
        let seeds = bars.filter { $0.length >= 1.8 * $0.breadth }.sorted { $0.length > $1.length }
        for seed in seeds.prefix(60) {
            let (dx, dy) = (cos(seed.angle), sin(seed.angle))
            // Along and across the bars, from the seed.
            let row = bars.compactMap { bar -> (place: Double, length: Double, center: PixelPoint)? in
                let (x, y) = (bar.center.x - seed.center.x, bar.center.y - seed.center.y)
                guard abs(x * dx + y * dy) <= 0.8 * seed.length else { return nil }
                let extent = bar.extent(along: seed.angle)
                guard extent.across <= 1.5 * seed.breadth + 1,
                    extent.across >= 0.6 * seed.breadth, extent.along <= 1.3 * seed.length
                else { return nil }
                return (y * dx - x * dy, extent.along, bar.center)
            }.sorted { $0.place < $1.place }
            guard let run = evenRun(row, breadth: seed.breadth), run.count >= leastBars else { continue }
            let lengths = run.map(\.length).sorted()
            let longest = lengths[lengths.count - 1 - lengths.count / 20]
            let short = lengths.count { $0 < 0.8 * longest }
            guard lengths[lengths.count / 5] * 1.4 < longest, short * 4 >= lengths.count,
                isIrregular(run.map(\.length), longest)
            else { continue }
            return MarkedCode(kind: .heights, run.map(\.center), reach: longest, view)
        }
        return nil
    }

    /// Whether heights go up and down without repeating: not those of a ruler, of a round grille or of a staircase.
    private static func isIrregular(_ lengths: [Double], _ longest: Double) -> Bool {
        func isEqual(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.15 * longest }
        for period in 2...10 {
            let equal = zip(lengths, lengths.dropFirst(period)).count { isEqual($0.0, $0.1) }
            if equal * 100 >= 92 * (lengths.count - period) { return false }
        }
        var (turns, direction) = (0, 0)
        for (a, b) in zip(lengths, lengths.dropFirst()) where !isEqual(a, b) {
            let next = b > a ? 1 : -1
            if next != direction { turns += 1 }
            direction = next
        }
        return turns * 4 >= lengths.count
    }

    /// The longest run of neighbours at one distance, which is between one and four breadths.
    private static func evenRun(
        _ row: [(place: Double, length: Double, center: PixelPoint)], breadth: Double
    ) -> ArraySlice<(place: Double, length: Double, center: PixelPoint)>? {
        guard row.count >= leastBars else { return nil }
        let gaps = zip(row, row.dropFirst()).map { $1.place - $0.place }
        let pitch = gaps.sorted()[gaps.count / 2]
        guard (1.3 * breadth...4.5 * breadth).contains(pitch) else { return nil }
        var (best, first) = (0..<0, 0)
        for index in gaps.indices {
            // Seen from a side, the distances change slowly.
            if abs(gaps[index] - pitch) > 0.3 * pitch { first = index + 1 }
            if index + 2 - first > best.count { best = first..<index + 2 }
        }
        return row[best]
    }

    // MARK: Chessboard

    private static let leastDots = 40

    private static func chessboard(_ marks: [Mark], _ view: PreparedImage) -> MarkedCode? {
        var dots = marks.filter { $0.isFilled && $0.length <= 1.6 * $0.breadth && $0.breadth >= 2 }
        guard dots.count >= leastDots else { return nil }
        let sizes = dots.map(\.breadth).sorted()
        let size = sizes[sizes.count / 2]
        dots = Array(dots.filter { (0.6...1.6).contains($0.breadth / size) }.prefix(2000))
        guard dots.count >= leastDots else { return nil }
        // The nearest neighbour of each.
        var nearest: [(distance: Double, angle: Double)] = []
        for (index, dot) in dots.enumerated() {
            var best = (distance: Double.infinity, angle: 0.0)
            for (other, place) in dots.enumerated() where other != index {
                let (x, y) = (place.center.x - dot.center.x, place.center.y - dot.center.y)
                let distance = (x * x + y * y).squareRoot()
                if distance < best.distance { best = (distance, atan2(y, x)) }
            }
            nearest.append(best)
        }
        let distances = nearest.map(\.distance).sorted()
        let pitch = distances[distances.count / 2]
        let near = nearest.indices.filter { abs(nearest[$0].distance - pitch) < 0.2 * pitch }
        guard near.count >= leastDots, near.count * 10 >= dots.count * 7, pitch < 4 * size else { return nil }
        // Their directions, the four of a square grid taken as one.
        let (c, s) = near.reduce((0.0, 0.0)) {
            ($0.0 + cos(4 * nearest[$1].angle), $0.1 + sin(4 * nearest[$1].angle))
        }
        guard (c * c + s * s).squareRoot() > 0.7 * Double(near.count) else { return nil }
        let angle = atan2(s, c) / 4
        func box(_ angle: Double) -> Double {
            let along = near.map { dots[$0].center.x * cos(angle) + dots[$0].center.y * sin(angle) }
            let across = near.map { dots[$0].center.y * cos(angle) - dots[$0].center.x * sin(angle) }
            return (along.max()! - along.min()! + pitch) * (across.max()! - across.min()! + pitch)
        }
        // A grid of dots whose outline runs along the grid is a dotted Data Matrix.
        let outline = box(angle + .pi / 4)
        let filled = Double(near.count) * pitch * pitch / outline
        guard outline < 0.75 * box(angle), (0.2...0.9).contains(filled) else { return nil }
        return MarkedCode(kind: .chessboard, near.map { dots[$0].center }, reach: pitch, view)
    }
}

/// A dark patch.
private struct Mark {
    var center: PixelPoint
    var area: Double
    /// Along its longer axis, in radians.
    var angle: Double
    var length: Double
    var breadth: Double
    private var points: [PixelPoint]

    /// Whether it fills the box around it: no letter with holes or arms does.
    var isFilled: Bool { area >= 0.6 * length * breadth }

    private static let most = 6000

    static func all(in picture: LumaSampler) -> [Mark] {
        let outlines = Outlines(DarkMap(picture))
        return outlines.all.lazy.filter { $0.area >= 6 && $0.range.count >= 4 && $0.length < 2000 }.prefix(most)
            .compactMap { Mark($0, outlines.points(of: $0)) }
    }

    private init?(_ outline: Outlines.Outline, _ points: [PixelPoint]) {
        self.points = points
        area = outline.area
        let count = Double(points.count)
        let mean = PixelPoint(
            x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for point in points {
            let (x, y) = (point.x - mean.x, point.y - mean.y)
            xx += x * x
            xy += x * y
            yy += y * y
        }
        angle = atan2(2 * xy, xx - yy) / 2
        center = mean
        (length, breadth) = (0, 0)
        let (along, across) = spans(angle)
        (length, breadth) = (along.upper - along.lower, across.upper - across.lower)
        guard breadth > 0, length < 60 * breadth else { return nil }
        if length < breadth { (length, breadth, angle) = (breadth, length, angle + .pi / 2) }
        // The middle of the box: corners are denser where the outline is ragged.
        let (u, v) = ((along.upper + along.lower) / 2, (across.upper + across.lower) / 2)
        let turned = atan2(2 * xy, xx - yy) / 2
        center = PixelPoint(x: u * cos(turned) - v * sin(turned), y: u * sin(turned) + v * cos(turned))
    }

    private func spans(_ angle: Double) -> (
        along: (lower: Double, upper: Double), across: (lower: Double, upper: Double)
    ) {
        let (c, s) = (cos(angle), sin(angle))
        var along = (lower: Double.infinity, upper: -Double.infinity)
        var across = along
        for point in points {
            let (u, v) = (point.x * c + point.y * s, point.y * c - point.x * s)
            along = (min(along.lower, u), max(along.upper, u))
            across = (min(across.lower, v), max(across.upper, v))
        }
        return (along, across)
    }

    /// Its size in a direction and across it.
    func extent(along angle: Double) -> (along: Double, across: Double) {
        let spans = spans(angle)
        return (spans.along.upper - spans.along.lower, spans.across.upper - spans.across.lower)
    }
}
