// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Glibc
internal import LumaProcessing

/// Connected blocks that look alike.
struct TexturePatch {
    var kind: SymbolCandidate.Kind
    /// The blocks' centres, in pixels of the reduced picture.
    var points: [(x: Double, y: Double)] = []
    /// Means over the blocks.
    var contrast = 0.0
    var coherence = 0.0
    var changes = 0.0
    /// The mean direction as the double angle's vector.
    var cosine = 0.0
    var sine = 0.0

    // The thresholds for blocks of a symbol were fitted on the readable pictures of the corpus: see `candela-bench find`.
    private static let linearCoherence: Float = 0.6
    private static let linearChanges: Float = 2
    private static let matrixChanges: Float = 1.2
    private static let leastPresence: Float = 0.15
    private static let fewestBlocks = 6
    /// Neighbours in a linear patch differ by at most 20 degrees: the cosine of twice that.
    private static let alike: Float = 0.766

    private static func kind(of cell: TextureGrid.Cell, leastContrast: Float) -> SymbolCandidate.Kind? {
        guard cell.contrast >= leastContrast, cell.presence >= leastPresence else { return nil }
        if cell.coherence >= linearCoherence {
            let changes = hypotf(cell.changesX, cell.changesY)
            return changes >= linearChanges ? .linear : nil
        }
        return min(cell.changesX, cell.changesY) >= matrixChanges ? .matrix : nil
    }

    static func all(in grid: TextureGrid, leastContrast: Float) -> [TexturePatch] {
        let kinds = grid.cells.map { kind(of: $0, leastContrast: leastContrast) }
        var isTaken = [Bool](repeating: false, count: kinds.count)
        var patches: [TexturePatch] = []
        var stack: [Int] = []
        for start in kinds.indices where !isTaken[start] {
            guard let kind = kinds[start] else { continue }
            var patch = TexturePatch(kind: kind)
            stack = [start]
            isTaken[start] = true
            while let index = stack.popLast() {
                patch.add(grid, index)
                let (column, row) = (index % grid.columns, index / grid.columns)
                for (x, y) in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)] {
                    guard x >= 0, y >= 0, x < grid.columns, y < grid.rows else { continue }
                    let next = y * grid.columns + x
                    guard !isTaken[next], kinds[next] == kind else { continue }
                    if kind == .linear {
                        let turn = cosf(2 * (grid.cells[next].direction - grid.cells[index].direction))
                        guard turn >= alike else { continue }
                    }
                    isTaken[next] = true
                    stack.append(next)
                }
            }
            if patch.points.count >= fewestBlocks { patches.append(patch) }
        }
        return patches
    }

    private mutating func add(_ grid: TextureGrid, _ index: Int) {
        let cell = grid.cells[index]
        let side = Double(TextureGrid.side)
        points.append(
            ((Double(index % grid.columns) + 0.5) * side + 0.5, (Double(index / grid.columns) + 0.5) * side + 0.5))
        contrast += Double(cell.contrast)
        coherence += Double(cell.coherence)
        changes += Double(hypotf(cell.changesX, cell.changesY))
        let weight = Double(cell.coherence)
        cosine += weight * cos(2 * Double(cell.direction))
        sine += weight * sin(2 * Double(cell.direction))
    }

    /// The box around the blocks along their direction; `nil` if it is too small, or mostly empty.
    func candidate(range: Float, size: FrameSize, map: PixelMap) -> SymbolCandidate? {
        let count = Double(points.count)
        let half = Double(TextureGrid.side) / 2
        var best: (angle: Double, box: (u0: Double, u1: Double, v0: Double, v1: Double))?
        // A matrix symbol's modules do not show its direction: the tightest box does.
        let angles =
            kind == .linear ? [0.5 * atan2(sine, cosine)] : (0..<6).map { Double($0) * .pi / 12 }
        for angle in angles {
            let box = self.box(angle, half)
            let area = (box.u1 - box.u0) * (box.v1 - box.v0)
            if let old = best, (old.box.u1 - old.box.u0) * (old.box.v1 - old.box.v0) <= area * 1.03 { continue }
            best = (angle, box)
        }
        guard let best else { return nil }
        let (width, height) = (best.box.u1 - best.box.u0, best.box.v1 - best.box.v0)
        let fill = min(1, count * 4 * half * half / max(1, width * height))
        guard fill >= 0.4, width >= 12, height >= 6 || kind == .linear && height >= 3 else { return nil }
        if kind == .matrix, max(width, height) > 6 * min(width, height) { return nil }
        // Larger size, better fill and more contrast make it likelier.
        let share = (width * height / Double(size.area)).squareRoot()
        let likeness = kind == .linear ? coherence / count : 0.75
        let score =
            share.squareRoot() * fill * likeness * min(1, contrast / count / Double(max(1, range)))
            * min(1, changes / count / 3)
        let (c, s) = (cos(best.angle), sin(best.angle))
        func corner(_ u: Double, _ v: Double) -> PixelPoint {
            let point = map(x: u * c - v * s, y: u * s + v * c)
            return PixelPoint(x: point.x, y: point.y)
        }
        let box = best.box
        return SymbolCandidate(
            kind: kind,
            corners: Quadrilateral(
                topLeft: corner(box.u0, box.v0), topRight: corner(box.u1, box.v0),
                bottomRight: corner(box.u1, box.v1), bottomLeft: corner(box.u0, box.v1)),
            angle: best.angle * 180 / .pi, score: score)
    }

    /// Along the angle and across it, without the outermost fiftieth at each side.
    private func box(_ angle: Double, _ half: Double) -> (u0: Double, u1: Double, v0: Double, v1: Double) {
        let (c, s) = (cos(angle), sin(angle))
        let us = points.map { $0.x * c + $0.y * s }.sorted()
        let vs = points.map { $0.y * c - $0.x * s }.sorted()
        let cut = points.count / 50
        return (us[cut] - half, us[us.count - 1 - cut] + half, vs[cut] - half, vs[vs.count - 1 - cut] + half)
    }
}
