// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// The borders between dark and light: closed polygons along pixel edges with dark on the right, so that dark patches are
/// traversed clockwise and light ones counter-clockwise.
struct Outlines {
    struct Outline {
        /// The range of its corners in `corners`; empty for the shortest outlines.
        var range: Range<Int>
        /// In pixels; positive around dark.
        var area: Double
        var center: PixelPoint
        /// In pixel edges.
        var length: Int

        /// Whether it can be a square: along pixel edges, a square's length is 4 to 5.7 times its side; more if it is
        /// ragged.
        var isCompact: Bool { Double(length * length) < 50 * abs(area) }
    }

    private(set) var all: [Outline] = []
    /// The corners of all outlines in sequence, in whole pixel coordinates.
    private(set) var corners: [SIMD2<Int32>] = []

    /// Outlines shorter than this keep no corners: they are too short for a symbol's side.
    private static let shortest = 12

    init(_ map: DarkMap) {
        var cells = map.cells
        let stride = map.width + 2
        corners.reserveCapacity(1 << 14)
        unsafe cells.withUnsafeMutableBufferPointer { cells in
            // Every step stays inside: the frame is light, and an outline touches a dark pixel.
            let base = cells.baseAddress!
            for y in 1..<map.height + 1 {
                let row = unsafe base + y &* stride
                for x in 1..<map.width + 1 {
                    // The left edge of a dark pixel that has not been visited.
                    if unsafe row[x] == 1, unsafe row[x &- 1] & 1 == 0 { unsafe follow(x, y, base, stride) }
                }
            }
        }
    }

    private mutating func follow(_ startX: Int, _ startY: Int, _ cells: UnsafeMutablePointer<UInt8>, _ stride: Int) {
        // A step upwards from the pixel's lower left corner, in coordinates with the frame.
        var x = startX
        var y = startY + 1
        var at = unsafe cells + (y &* stride &+ x)
        let start = unsafe at
        var direction = 0
        var length = 0
        var doubled = 0
        var sumX = 0
        var sumY = 0
        let first = corners.count
        repeat {
            // The two pixels ahead.
            let (left, right): (UInt8, UInt8)
            switch direction {
            case 0:
                y &-= 1
                unsafe at -= stride
                unsafe at[0] |= 2
                doubled &-= x
                (left, right) = unsafe (at[-stride &- 1], at[-stride])
            case 1:
                x &+= 1
                unsafe at += 1
                doubled &-= y
                (left, right) = unsafe (at[-stride], at[0])
            case 2:
                y &+= 1
                unsafe at += stride
                doubled &+= x
                (left, right) = unsafe (at[0], at[-1])
            default:
                x &-= 1
                unsafe at -= 1
                doubled &+= y
                (left, right) = unsafe (at[-1], at[-stride &- 1])
            }
            length &+= 1
            sumX &+= x
            sumY &+= y
            if left & 1 == 1 {
                direction = (direction &+ 3) & 3
            } else if right & 1 == 0 {
                direction = (direction &+ 1) & 3
            } else {
                continue
            }
            corners.append(SIMD2(Int32(truncatingIfNeeded: x &- 1), Int32(truncatingIfNeeded: y &- 1)))
        } while unsafe at != start || direction != 0
        if length < Self.shortest { corners.removeSubrange(first...) }
        all.append(
            Outline(
                range: first..<corners.count, area: Double(doubled) / 2,
                center: PixelPoint(
                    x: Double(sumX) / Double(length) - 1, y: Double(sumY) / Double(length) - 1),
                length: length))
    }

    /// The corners at which an outline really turns, by the Douglas-Peucker algorithm: between two of them it is straight
    /// to within `slack` of its length, or to 1.1 pixels, the deviation of pixel edges at any angle.
    func polygon(of outline: Outline, slack: Double) -> [PixelPoint] {
        let range = outline.range
        guard range.count >= 4 else { return [] }
        // Two corners that certainly count: the farthest from the centre, and the farthest from that.
        func farthest(from point: PixelPoint) -> Int {
            var best = range.lowerBound
            var distance = -1.0
            for index in range {
                let d = square(Double(corners[index].x) - point.x) + square(Double(corners[index].y) - point.y)
                if d > distance { (best, distance) = (index, d) }
            }
            return best
        }
        let a = farthest(from: outline.center)
        let b = farthest(from: point(a))
        guard a != b else { return [] }
        var kept: [Int] = []
        let low = min(a, b)
        let high = max(a, b)
        let count = range.count
        // Indices beyond the end wrap around.
        var stack = [(high, low + count), (low, high)]
        while let (from, to) = stack.popLast() {
            let p = point(wrap(from, range))
            let q = point(wrap(to, range))
            let (dx, dy) = (q.x - p.x, q.y - p.y)
            let chord = (dx * dx + dy * dy).squareRoot()
            var worst = -1.0
            var at = from
            var index = from + 1
            while index < to {
                let r = corners[wrap(index, range)]
                let off = abs((Double(r.x) - p.x) * dy - (Double(r.y) - p.y) * dx)
                if off > worst { (worst, at) = (off, index) }
                index += 1
            }
            if worst > max(1.1, slack * chord) * chord {
                stack.append((at, to))
                stack.append((from, at))
            } else {
                kept.append(from)
            }
        }
        return kept.map { point(wrap($0, range)) }
    }

    /// All its corners.
    func points(of outline: Outline) -> [PixelPoint] { outline.range.map { point($0) } }

    private func square(_ value: Double) -> Double { value * value }
    private func wrap(_ index: Int, _ range: Range<Int>) -> Int {
        index < range.upperBound ? index : index - range.count
    }
    private func point(_ index: Int) -> PixelPoint {
        PixelPoint(x: Double(corners[index].x), y: Double(corners[index].y))
    }
}

extension Outlines {
    /// A square of eight pixels a side, for finding outlines by position.
    typealias Place = SIMD2<Int32>

    static func place(_ point: PixelPoint) -> Place {
        Place(Int32((point.x / 8).rounded(.down)), Int32((point.y / 8).rounded(.down)))
    }

    /// The places that can contain points up to `reach` pixels away in any direction.
    static func places(around point: PixelPoint, _ reach: Double) -> [Place] {
        let low = place(PixelPoint(x: point.x - reach, y: point.y - reach))
        let high = place(PixelPoint(x: point.x + reach, y: point.y + reach))
        return (low.y...high.y).flatMap { y in (low.x...high.x).map { Place($0, y) } }
    }
}
