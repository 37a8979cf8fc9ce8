// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Computes outlines of linear codes from zbar's points.
///
/// For each scan line that decodes, zbar records where decoding ended: the far end of the code on that line. Lines are
/// scanned in alternating directions, so every other line ends at the other side, and the line's number tells on which
/// side a point lies. Equal labels in one picture arrive as one symbol with the points of all of them; they are separated
/// here.
struct LinearOutline {
    /// zbar's names for the reading direction of a code, its `zbar_orientation_t`.
    enum Direction: Int {
        /// Left to right.
        case up = 0
        /// Top to bottom.
        case right = 1
        /// Right to left.
        case down = 2
        /// Bottom to top.
        case left = 3
    }

    /// Width and height of the picture.
    var size: (width: Int, height: Int)
    /// Rows between two scanned rows.
    var yDensity: Int
    /// Columns between two scanned columns.
    var xDensity: Int

    /// Points of one side that lie along one edge, in the order of their lines.
    private struct Edge {
        var points: [(line: Int, along: Int)]
        init(points: [(line: Int, along: Int)]) { self.points = points }

        init(joining pieces: [Edge]) { points = pieces.flatMap(\.points).sorted { $0.line < $1.line } }

        var lines: ClosedRange<Int> { points[0].line...points[points.count - 1].line }
        /// How far the edge moves from one line to the next; `nil` for too few points.
        var slant: Double? {
            guard points.count >= 8, lines.count >= 16 else { return nil }
            return (along(at: lines.upperBound) - along(at: lines.lowerBound)) / Double(lines.count - 1)
        }

        var meanAlong: Double { points.reduce(0) { $0 + Double($1.along) } / Double(points.count) }

        /// The position of the edge at `line`: by a least squares line through the points, or their mean if they are few.
        func along(at line: Int) -> Double {
            let count = Double(points.count)
            let meanLine = points.reduce(0) { $0 + Double($1.line) } / count
            let mean = meanAlong
            guard points.count >= 3 else { return mean }
            var covariance = 0.0
            var variance = 0.0
            for point in points {
                covariance += (Double(point.line) - meanLine) * (Double(point.along) - mean)
                variance += (Double(point.line) - meanLine) * (Double(point.line) - meanLine)
            }
            return variance == 0 ? mean : mean + covariance / variance * (Double(line) - meanLine)
        }
    }

    /// The number of lines without a read that an edge may skip: print flaws, and lines of the other direction.
    private static let bridgedLines = 48

    /// The outlines, in no order; none if all points belong to one end of the code.
    func outlines(points: [(x: Int, y: Int)], direction: Direction) -> [Quadrilateral] {
        let horizontal = direction == .up || direction == .down
        let density = max(1, horizontal ? yDensity : xDensity)
        // zbar centres its lines in the picture.
        let extent = horizontal ? size.height : size.width
        let first = min((((extent - 1) % density) + 1) / 2, extent / 2)

        var forward: [(line: Int, along: Int)] = []
        var backward: [(line: Int, along: Int)] = []
        var last = Int.min
        for point in points {
            let line = horizontal ? point.y : point.x
            let along = horizontal ? point.x : point.y
            // Columns are scanned after the rows: from there on, points belong to the other direction.
            guard line >= last else { break }
            last = line
            if (line - first) / density % 2 == 0 {
                forward.append((line, along))
            } else {
                backward.append((line, along))
            }
        }
        return Self.symbols(near: Self.edges(backward), far: Self.edges(forward)).map { near, far in
            let (a, b, c, d) = Self.corners(near, far)
            func transposed(_ point: PixelPoint) -> PixelPoint { PixelPoint(x: point.y, y: point.x) }
            return switch direction {
            case .up: Quadrilateral(topLeft: a, topRight: b, bottomRight: c, bottomLeft: d)
            case .down: Quadrilateral(topLeft: c, topRight: d, bottomRight: a, bottomLeft: b)
            // Now `near` is the picture's upper end, and lines run from the left.
            case .right:
                Quadrilateral(
                    topLeft: transposed(d), topRight: transposed(c), bottomRight: transposed(b),
                    bottomLeft: transposed(a))
            case .left:
                Quadrilateral(
                    topLeft: transposed(b), topRight: transposed(a), bottomRight: transposed(d),
                    bottomLeft: transposed(c))
            }
        }
    }

    /// Upper left, upper right, lower right and lower left relative to the lines: x along them, y across.
    ///
    /// Only lines that cross the whole code are read, and a slanted code has fewer of those than its height. The bars are
    /// assumed to be at a right angle to the ends, which gives the missing part.
    private static func corners(_ near: Edge, _ far: Edge) -> (PixelPoint, PixelPoint, PixelPoint, PixelPoint) {
        func point(_ edge: Edge, _ line: Int, _ below: Double) -> PixelPoint {
            PixelPoint(x: edge.along(at: line), y: Double(line) + below)
        }
        let upright = (
            point(near, near.lines.lowerBound, 0), point(far, far.lines.lowerBound, 0),
            point(far, far.lines.upperBound, 1), point(near, near.lines.upperBound, 1)
        )
        guard let a = near.slant, let b = far.slant, abs(a - b) < 0.2, abs(a + b) > 0.02 else { return upright }
        let slant = (a + b) / 2
        let norm = (1 + slant * slant).squareRoot()
        let length = (upright.1.x - upright.0.x + upright.2.x - upright.3.x) / 2
        let lines = (upright.3.y - upright.0.y + upright.2.y - upright.1.y) / 2
        let middle = PixelPoint(
            x: (upright.0.x + upright.1.x + upright.2.x + upright.3.x) / 4,
            y: (upright.0.y + upright.1.y + upright.2.y + upright.3.y) / 4)
        let halfWidth = length / norm / 2
        let halfHeight = (lines * norm + length / norm * abs(slant)) / 2
        func corner(_ x: Double, _ y: Double) -> PixelPoint {
            // The direction along the code is (1, -slant), down its bars (slant, 1).
            PixelPoint(
                x: middle.x + (x * halfWidth + y * halfHeight * slant) / norm,
                y: middle.y + (y * halfHeight - x * halfWidth * slant) / norm)
        }
        return (corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
    }

    /// Chains of consecutive points along an edge of up to 45°.
    private static func edges(_ points: [(line: Int, along: Int)]) -> [Edge] {
        var open: [Edge] = []
        var closed: [Edge] = []
        for point in points {
            closed += open.filter { point.line - $0.lines.upperBound > bridgedLines }
            open.removeAll { point.line - $0.lines.upperBound > bridgedLines }
            var best: (index: Int, distance: Int)?
            for (index, edge) in open.enumerated() {
                let tail = edge.points[edge.points.count - 1]
                let distance = abs(point.along - tail.along)
                guard distance <= point.line - tail.line + 12 else { continue }
                if best == nil || distance < best!.distance { best = (index, distance) }
            }
            if let best {
                open[best.index].points.append(point)
            } else {
                open.append(Edge(points: [point]))
            }
        }
        return closed + open
    }

    /// The first and the last edge of each symbol.
    ///
    /// A line on which only half of a code reads ends in the code's middle, so there are edges of either side there too.
    /// Between two labels there is a gap: quiet zones across the lines, at least a strip of paper along them.
    private static func symbols(near: [Edge], far: [Edge]) -> [(near: Edge, far: Edge)] {
        guard let first = near.map(\.meanAlong).min(), let last = far.map(\.meanAlong).max(), first < last else {
            return []
        }
        // Edges of one stack of lines: those that overlap, or nearly do.
        let bridged = Int((last - first) / 10)
        var stacks: [(lines: ClosedRange<Int>, near: [Edge], far: [Edge])] = []
        let edges = near.map { (edge: $0, isNear: true) } + far.map { (edge: $0, isNear: false) }
        for (edge, isNear) in edges.sorted(by: { $0.edge.lines.lowerBound < $1.edge.lines.lowerBound }) {
            let near = isNear ? [edge] : []
            let far = isNear ? [] : [edge]
            if let last = stacks.last, edge.lines.lowerBound - last.lines.upperBound <= max(4, bridged) {
                stacks[stacks.count - 1].lines =
                    last.lines.lowerBound...max(last.lines.upperBound, edge.lines.upperBound)
                stacks[stacks.count - 1].near += near
                stacks[stacks.count - 1].far += far
            } else {
                stacks.append((edge.lines, near, far))
            }
        }
        return stacks.flatMap { symbols(inStack: $0.near, $0.far) }
    }

    /// Walks along the lines: a near edge begins a symbol, each far edge ends it provisionally, and a near edge after a
    /// gap begins the next.
    private static func symbols(inStack near: [Edge], _ far: [Edge]) -> [(near: Edge, far: Edge)] {
        var result: [(near: Edge, far: Edge)] = []
        var open: (near: [Edge], far: [Edge])?
        func close() {
            guard let symbol = open, !symbol.far.isEmpty else { return }
            let begin = symbol.near.map(\.meanAlong).min()!
            let end = symbol.far.map(\.meanAlong).max()!
            // An edge may be broken into pieces: those within a tenth of the length belong to it.
            let margin = (end - begin) / 10
            result.append(
                (
                    Edge(joining: symbol.near.filter { $0.meanAlong <= begin + margin }),
                    Edge(joining: symbol.far.filter { $0.meanAlong >= end - margin })
                ))
        }
        let edges = near.map { (edge: $0, isNear: true) } + far.map { (edge: $0, isNear: false) }
        for (edge, isNear) in edges.sorted(by: { $0.edge.meanAlong < $1.edge.meanAlong }) {
            if isNear {
                if let symbol = open, let end = symbol.far.last?.meanAlong {
                    let length = end - symbol.near[0].meanAlong
                    if edge.meanAlong - end > length * 0.15 {
                        close()
                        open = ([edge], [])
                        continue
                    }
                }
                open = ((open?.near ?? []) + [edge], open?.far ?? [])
            } else if open != nil {
                open!.far.append(edge)
            }
        }
        close()
        return result
    }
}
