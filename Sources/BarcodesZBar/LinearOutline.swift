// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Outlines of linear codes from the points zbar gives.
///
/// For each scan line that decodes, zbar notes where the decoding ended: the far end of the code on that line. Lines are
/// scanned back and forth, so every other line ends at the other side, and the line's number tells which side a point
/// lies on. Equal labels in one picture arrive as one symbol with the points of all; they are told apart here.
struct LinearOutline {
    /// How zbar names the way a code is read, its `zbar_orientation_t`.
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

    /// A side's points that lie along one edge, in the order of their lines.
    private struct Edge {
        var points: [(line: Int, along: Int)]
        var lines: ClosedRange<Int> { points[0].line...points[points.count - 1].line }
        var meanAlong: Double { points.reduce(0) { $0 + Double($1.along) } / Double(points.count) }

        /// Where the edge crosses `line`: the least squares line through the points, the mean of few.
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

    /// Lines without a read that an edge may skip: print flaws, and the lines of the other direction.
    private static let bridgedLines = 48

    /// The outlines, in no order; none when the points show one end of the code only.
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
            // Columns are scanned after the rows: points from there on are of the other direction.
            guard line >= last else { break }
            last = line
            if (line - first) / density % 2 == 0 {
                forward.append((line, along))
            } else {
                backward.append((line, along))
            }
        }
        let pairs = Self.paired(Self.edges(backward), Self.edges(forward))
        return Self.merged(pairs).map { near, far in
            // A slanted code's ends lie on different lines: each keeps its own.
            let a = PixelPoint(x: near.along(at: near.lines.lowerBound), y: Double(near.lines.lowerBound))
            let b = PixelPoint(x: far.along(at: far.lines.lowerBound), y: Double(far.lines.lowerBound))
            let c = PixelPoint(x: far.along(at: far.lines.upperBound), y: Double(far.lines.upperBound) + 1)
            let d = PixelPoint(x: near.along(at: near.lines.upperBound), y: Double(near.lines.upperBound) + 1)
            func transposed(_ point: PixelPoint) -> PixelPoint { PixelPoint(x: point.y, y: point.x) }
            return switch direction {
            case .up: Quadrilateral(topLeft: a, topRight: b, bottomRight: c, bottomLeft: d)
            case .down: Quadrilateral(topLeft: c, topRight: d, bottomRight: a, bottomLeft: b)
            // `near` is the picture's upper end now, and lines run from the left.
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

    /// Chains of points that follow each other along an edge of up to 45°.
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

    /// Each far edge with the nearest near edge before it that shares lines with it, or almost.
    private static func paired(_ near: [Edge], _ far: [Edge]) -> [(near: Edge, far: Edge)] {
        var free = near
        var pairs: [(near: Edge, far: Edge)] = []
        for edge in far.sorted(by: { $0.meanAlong < $1.meanAlong }) {
            var best: (index: Int, distance: Double)?
            for (index, candidate) in free.enumerated() {
                let distance = edge.meanAlong - candidate.meanAlong
                let apart = max(
                    edge.lines.lowerBound - candidate.lines.upperBound,
                    candidate.lines.lowerBound - edge.lines.upperBound)
                guard distance > 0, Double(apart) <= max(distance, Double(bridgedLines)) else { continue }
                if best == nil || distance < best!.distance { best = (index, distance) }
            }
            guard let best else { continue }
            pairs.append((free.remove(at: best.index), edge))
        }
        return pairs
    }

    /// Joins what a band without reads cut in two: pieces one above the other, nearer than a quarter of their length.
    private static func merged(_ pairs: [(near: Edge, far: Edge)]) -> [(near: Edge, far: Edge)] {
        var result: [(near: Edge, far: Edge)] = []
        for pair in pairs.sorted(by: { $0.near.lines.lowerBound < $1.near.lines.lowerBound }) {
            let length = pair.far.meanAlong - pair.near.meanAlong
            let index = result.firstIndex { above in
                let gap = pair.near.lines.lowerBound - above.near.lines.upperBound
                let shift = abs(pair.near.meanAlong - above.near.meanAlong)
                return gap > 0 && Double(gap) < length / 4 && shift < length / 4
                    && pair.far.lines.lowerBound > above.far.lines.upperBound
            }
            if let index {
                result[index].near.points += pair.near.points
                result[index].far.points += pair.far.points
            } else {
                result.append(pair)
            }
        }
        return result
    }
}
