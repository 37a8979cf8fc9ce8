// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// The parts of a symbol in which additional light covers the dark parts, as a reflection does on any paper.
///
/// The outline is divided into ten by ten fields, and each field's darkest values are compared with those of the others.
package struct SymbolVeil: Hashable, Sendable, Codable {
    /// The share of fields whose dark parts are raised by at least a third of the contrast, but not to white.
    package var veiled: Double
    /// The share of fields that are entirely white, among those not at the edge.
    package var blank: Double
    /// The share of fields that are blank or veiled and connected with a blank one away from the edge.
    package var hole: Double
    /// The share of fields that have no light parts; absent in older evidence.
    package var unlit: Double?

    static let fields = 10
    private static let points = 6

    package init(veiled: Double = 0, blank: Double = 0, hole: Double = 0) {
        self.veiled = veiled
        self.blank = blank
        self.hole = hole
    }

    package init(of image: LumaImage, corners: Quadrilateral) {
        let count = Self.fields
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        // Samples along lines across the symbol: the darkest and lightest value of each field.
        var dark = [Float](repeating: 255, count: count * count)
        var light = [Float](repeating: 0, count: count * count)
        let lines = count * Self.points
        for line in 0..<lines {
            let v = (Double(line) + 0.5) / Double(lines)
            let (x0, y0) = (a.x + (d.x - a.x) * v, a.y + (d.y - a.y) * v)
            let (x1, y1) = (b.x + (c.x - b.x) * v, b.y + (c.y - b.y) * v)
            let profile = image.profile(x0: x0, y0: y0, x1: x1, y1: y1)
            guard profile.count >= count else { continue }
            for (index, value) in profile.enumerated() {
                let field = line / Self.points * count + min(count - 1, index * count / profile.count)
                dark[field] = min(dark[field], value)
                light[field] = max(light[field], value)
            }
        }
        let sorted = dark.sorted()
        let base = sorted[sorted.count / 5]
        let top = light.sorted()[light.count * 4 / 5]
        let third = (top - base) / 3
        let state = dark.map { $0 >= 244 ? 2 : $0 >= base + third ? 1 : 0 }
        func isInner(_ index: Int) -> Bool {
            (1..<count - 1).contains(index / count) && (1..<count - 1).contains(index % count)
        }
        let total = Double(count * count)
        unlit = Double(light.count { $0 < base + third }) / total
        veiled = Double(state.count { $0 == 1 }) / total
        blank = Double(state.indices.count { state[$0] == 2 && isInner($0) }) / Double((count - 2) * (count - 2))
        // The largest patch that contains an inner blank field and a veiled one.
        var isTaken = [Bool](repeating: false, count: state.count)
        var largest = 0
        for start in state.indices where state[start] == 2 && isInner(start) && !isTaken[start] {
            var stack = [start]
            isTaken[start] = true
            var size = 0
            while let index = stack.popLast() {
                size += 1
                let (row, column) = (index / count, index % count)
                for (y, x) in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
                    guard (0..<count).contains(y), (0..<count).contains(x) else { continue }
                    let next = y * count + x
                    guard !isTaken[next], state[next] > 0 else { continue }
                    isTaken[next] = true
                    stack.append(next)
                }
            }
            largest = max(largest, size)
        }
        hole = Double(largest) / total
    }
}
