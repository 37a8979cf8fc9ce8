// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
internal import Glibc
internal import LumaProcessing

/// How far a QR code is from flat, by its corner patterns and the two timing patterns between them, the rows of single modules. From
/// whatever side a flat code is seen, its corner patterns point at each other, and the modules in the middle are as large as those
/// of the corner patterns let expect.
package struct QRBend: Codable, Hashable, Sendable {
    /// Modules a side, by the timing patterns.
    package var modules: Int
    /// By how many degrees two corner patterns are turned away from the line between them, in opposite directions: as on an arc.
    /// The larger of both pairs.
    package var turn: Double
    /// How much larger (above 1) or smaller the modules in the middle between two corner patterns are than theirs let expect in
    /// perspective; of the pair that is farther from 1.
    package var stretch: Double

    package init(modules: Int, turn: Double, stretch: Double) {
        (self.modules, self.turn, self.stretch) = (modules, turn, stretch)
    }

    /// Whether a grid that is flat misses modules.
    package var isBent: Bool { turn >= Self.leastTurn || stretch >= Self.leastStretch || stretch <= 1 / Self.leastStretch }

    /// Of 60 flat codes in photographs none reaches 2 degrees, and one, which was drawn unevenly, 1.25.
    package static let leastTurn = 4.0
    /// What may explain a code that does not read, if nothing else does.
    package static let noteworthyTurn = 2.5
    package static let leastStretch = 1.27

    /// Measures the code whose timing patterns are clearest; `nil` without any.
    package static func measure(in image: LumaImage) -> QRBend? { Codes(in: image)?.measure() }

    /// The QR codes of a picture, in which each can be measured.
    package struct Codes {
        private let view: PreparedImage
        private let picture: LumaSampler
        private let patterns: [FinderPattern]

        /// `nil` for a picture that is too small or too large.
        package init?(in image: LumaImage) {
            guard min(image.width, image.height) >= 21, let view = MatrixReader.whole(image) else { return nil }
            self.view = view
            picture = LumaSampler(view.image)
            patterns = FinderPattern.all(in: Outlines(DarkMap(picture)))
        }

        /// - Parameter corners: only the code at this place, in pixels of the picture; `nil` for any.
        package func measure(at corners: Quadrilateral? = nil) -> QRBend? {
            let own = patterns.filter { pattern in corners.map { $0.contains(view.original(pattern.center)) } ?? true }
            return QRBend.best(of: QRTriple.all(of: own, most: 24), in: picture)
        }

        /// Corner patterns of which only the outlines are drawn; `nil` without any.
        package var hollow: HollowPatterns? { HollowPatterns(patterns, in: picture, view) }
    }

    private static func best(of triples: [QRTriple], in picture: LumaSampler) -> QRBend? {
        var best: (bend: QRBend, residual: Double)?
        for triple in triples {
            guard let light = QRLight(triple, in: picture), triple.modulePixels >= leastModule else { continue }
            let pairs = [
                (triple.topLeft, triple.topRight, triple.bottomLeft), (triple.topLeft, triple.bottomLeft, triple.topRight),
            ]
            let legs = pairs.map { Leg.find($0, $1, beside: $2, picture, light) }
            guard let first = legs.compactMap(\.self).min(by: { $0.residual < $1.residual }) else { continue }
            // Both count the same modules, or one of them is not what it seems.
            let agreeing = legs.map { $0?.modules == first.modules ? $0 : nil }
            let count = agreeing.count { $0 != nil }
            guard count == 2 || abs(Double(first.modules) / triple.side - 1) < 0.25 else { continue }
            let residual = first.residual - (count == 2 ? 1 : 0)
            guard best.map({ residual < $0.residual }) ?? true else { continue }
            let turns = pairs.map { turn($0.0, $0.1) }
            let stretches = zip(pairs, agreeing).compactMap { pair, leg in
                // Of the smallest code, five modules are between the corner patterns: too few for a length.
                leg.flatMap { $0.modules > 21 ? stretch(pair.0, pair.1, middle: $0.pitch) : nil }
            }
            best = (
                QRBend(
                    modules: first.modules, turn: turns.max() ?? 0,
                    stretch: stretches.max { abs(Glibc.log($0)) < abs(Glibc.log($1)) } ?? 1), residual
            )
        }
        return best?.bend
    }

    /// With fewer pixels a module, the directions and sizes of corner patterns are not known well enough.
    private static let leastModule = 4.0

    /// In degrees; 0 if both patterns are turned in the same direction, as by a lens or a careless hand.
    private static func turn(_ a: FinderPattern, _ b: FinderPattern) -> Double {
        let (x, y) = (b.center.x - a.center.x, b.center.y - a.center.y)
        func angle(_ pattern: FinderPattern) -> Double {
            let axis = QRTriple.axis(of: pattern, along: (x, y))
            return Glibc.atan2(axis.x * y - axis.y * x, axis.x * x + axis.y * y) * 180 / .pi
        }
        let (first, second) = (angle(a), angle(b))
        return first * second < 0 ? min(abs(first), abs(second)) : 0
    }

    /// Along a line in perspective, the square root of a module's inverse length grows evenly.
    private static func stretch(_ a: FinderPattern, _ b: FinderPattern, middle: Double) -> Double {
        let way = (b.center.x - a.center.x, b.center.y - a.center.y)
        func root(_ pattern: FinderPattern) -> Double {
            let axis = QRTriple.axis(of: pattern, along: way)
            return 1 / (axis.x * axis.x + axis.y * axis.y).squareRoot().squareRoot()
        }
        let expected = (root(a) + root(b)) / 2
        return middle * expected * expected
    }
}

/// A timing pattern, followed along an arc.
private struct Leg {
    var modules: Int
    /// The length of a module in its middle, in pixels.
    var pitch: Double
    /// The mean distance of its modules' edges from a smooth curve, in modules.
    var residual: Double

    /// The largest arc, in modules; a code on a can of its own width has less.
    private static let reach = 5.0
    /// What is no timing pattern is less even than this.
    private static let mostResidual = 0.22

    static func find(
        _ a: FinderPattern, _ b: FinderPattern, beside c: FinderPattern, _ picture: LumaSampler, _ light: QRLight
    ) -> Leg? {
        let along = (b.center.x - a.center.x, b.center.y - a.center.y)
        let inwards = (c.center.x - a.center.x, c.center.y - a.center.y)
        // As in `QRTriple.timedSide`: from separator to separator, three modules inwards from the centres.
        func end(_ pattern: FinderPattern, _ sign: Double) -> (place: PixelPoint, in: (x: Double, y: Double)) {
            let (x, y) = (QRTriple.axis(of: pattern, along: along), QRTriple.axis(of: pattern, along: inwards))
            return (
                PixelPoint(
                    x: pattern.center.x + sign * 4 * x.x + 3 * y.x, y: pattern.center.y + sign * 4 * x.y + 3 * y.y), y
            )
        }
        let (from, to) = (end(a, 1), end(b, -1))
        let steps = Int(from.place.distance(to: to.place) * 2)
        guard steps > 10, steps < 8000 else { return nil }
        var best: Leg?
        for half in 0...Int(2 * reach) {
            for bow in half == 0 ? [0.0] : [Double(half) / 2, -Double(half) / 2] {
                func point(_ t: Double) -> PixelPoint {
                    let arc = 4 * t * (1 - t) * bow
                    let inward = (
                        x: from.in.x + t * (to.in.x - from.in.x), y: from.in.y + t * (to.in.y - from.in.y)
                    )
                    let flat = from.place.towards(to.place, t)
                    return PixelPoint(x: flat.x + arc * inward.x, y: flat.y + arc * inward.y)
                }
                guard let leg = Leg(steps: steps, picture, light, point), leg.residual < mostResidual else { continue }
                // The straight line is as good as an arc that is no better.
                if leg.residual < (best?.residual ?? .infinity) - 0.02 { best = leg }
            }
        }
        return best
    }

    private init?(
        steps: Int, _ picture: LumaSampler, _ light: QRLight, _ point: (Double) -> PixelPoint
    ) {
        var edges: [Double] = []
        var isDark = false
        var (depth, deepest) = (0.0, [Double]())
        for step in 0...steps {
            let t = Double(step) / Double(steps)
            let place = point(t)
            let value = light.lightness(picture(place), at: place)
            depth = max(depth, abs(value))
            if isDark ? value > 0.2 : value < -0.2 {
                isDark.toggle()
                edges.append(t)
                deepest.append(depth)
                depth = 0
            }
        }
        // From light to dark and back: `side - 16` modules, whose number is odd, and one of those that a version has.
        let modules = edges.count - 1 + 16
        guard edges.count >= 6, edges.count % 2 == 0, modules >= 21, (modules - 17) % 4 == 0, modules <= 177,
            deepest.dropFirst().allSatisfy({ $0 > 0.5 })
        else { return nil }
        self.modules = modules
        let spacing = (edges[edges.count - 1] - edges[0]) / Double(edges.count - 1)
        guard let smooth = Self.deviations(edges, [{ _ in 1 }, { $0 }, { $0 * $0 }, { $0 * $0 * $0 }]) else { return nil }
        residual = smooth.reduce(0) { $0 + abs($1) } / Double(smooth.count) / spacing
        // A third of the edges around the middle, an even number of modules: those that ink made larger are next to as many smaller.
        let half = max(1, edges.count / 6)
        let (from, to) = (edges.count / 2 - half, edges.count / 2 + half)
        pitch = point(edges[from]).distance(to: point(edges[min(to, edges.count - 1)])) / Double(min(to, edges.count - 1) - from)
    }

    /// The distances of the edges from the best combination of these functions of their number.
    private static func deviations(_ edges: [Double], _ functions: [(Double) -> Double]) -> [Double]? {
        let count = functions.count
        let scale = Double(max(1, edges.count - 1))
        let rows = edges.indices.map { index in functions.map { $0(Double(index) / scale) } }
        var matrix = (0..<count).map { i in
            (0..<count).map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } }
                + [zip(rows, edges).reduce(0) { $0 + $1.0[i] * $1.1 }]
        }
        for column in 0..<count {
            guard let pivot = (column..<count).max(by: { abs(matrix[$0][column]) < abs(matrix[$1][column]) }),
                abs(matrix[pivot][column]) > 1e-9
            else { return nil }
            matrix.swapAt(column, pivot)
            for row in 0..<count where row != column {
                let factor = matrix[row][column] / matrix[column][column]
                for k in column...count { matrix[row][k] -= factor * matrix[column][k] }
            }
        }
        let values = (0..<count).map { matrix[$0][count] / matrix[$0][$0] }
        return zip(rows, edges).map { row, edge in zip(row, values).reduce(0) { $0 + $1.0 * $1.1 } - edge }
    }
}
