// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Glibc

/// A place of parallel bars: connected blocks whose gradients lie along one line.
///
/// Lengths are in pixels of the grid's picture.
struct BarPatch {
    /// The middle.
    var x: Double
    var y: Double
    /// The direction across the bars, radians, −π/2 to π/2.
    var angle: Double
    /// The change of the direction across the bars for each pixel along it, in radians: perspective makes bars fan out.
    var fan: Double
    /// The distance from the first bar to the last, and the length along the bars.
    var length: Double
    var height: Double
    /// The total gradient energy: more means likelier a code.
    var energy: Double

    private static let leastCoherence: Float = 0.55
    /// The share of the strongest blocks' energy that a block must have.
    private static let leastShare: Float = 0.04
    /// Neighbouring blocks must be more similar than this: within 14 degrees, doubled.
    private static let likeness: Float = 0.88

    static func all(in grid: BarGrid) -> [BarPatch] {
        let cells = grid.cells
        guard !cells.isEmpty else { return [] }
        let strongest = cells.map(\.energy).sorted()[cells.count - 1 - cells.count / 100]
        let least = max(4, Self.leastShare * strongest)
        var isFree = cells.map { $0.energy >= least && $0.coherence >= Self.leastCoherence }
        var patches: [BarPatch] = []
        for start in cells.indices where isFree[start] {
            var members = [start]
            isFree[start] = false
            var next = 0
            while next < members.count {
                let index = members[next]
                next += 1
                let (column, row) = (index % grid.columns, index / grid.columns)
                for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                    let (x, y) = (column + dx, row + dy)
                    guard x >= 0, y >= 0, x < grid.columns, y < grid.rows else { continue }
                    let other = y * grid.columns + x
                    guard isFree[other],
                        cells[index].doubledX * cells[other].doubledX + cells[index].doubledY * cells[other].doubledY
                            > Self.likeness
                    else { continue }
                    isFree[other] = false
                    members.append(other)
                }
            }
            if members.count >= 6, let patch = BarPatch(members, of: grid) { patches.append(patch) }
        }
        return patches
    }

    /// `nil` if the blocks are a single edge or too few bars.
    private init?(_ members: [Int], of grid: BarGrid) {
        let side = Double(BarGrid.side)
        var (sumX, sumY, weight) = (0.0, 0.0, 0.0)
        var (middleX, middleY) = (0.0, 0.0)
        for index in members {
            let cell = grid.cells[index]
            let energy = Double(cell.energy)
            sumX += energy * Double(cell.doubledX)
            sumY += energy * Double(cell.doubledY)
            weight += energy
            middleX += (Double(index % grid.columns) + 0.5) * side
            middleY += (Double(index / grid.columns) + 0.5) * side
        }
        let angle = 0.5 * atan2(sumY, sumX)
        let (ux, uy) = (cos(angle), sin(angle))
        middleX /= Double(members.count)
        middleY /= Double(members.count)
        var (us, vs): ([Double], [Double]) = ([], [])
        // The direction as a linear function of the position, by least squares.
        var (s1, su, suu, sa, sua) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in members {
            let dx = (Double(index % grid.columns) + 0.5) * side - middleX
            let dy = (Double(index / grid.columns) + 0.5) * side - middleY
            let (u, v) = (dx * ux + dy * uy, dy * ux - dx * uy)
            us.append(u)
            vs.append(v)
            let cell = grid.cells[index]
            let own = 0.5 * atan2(Double(cell.doubledY), Double(cell.doubledX))
            var turn = own - angle
            turn -= (turn / .pi).rounded() * .pi
            let w = Double(cell.energy)
            s1 += w
            su += w * u
            suu += w * u * u
            sa += w * turn
            sua += w * u * turn
        }
        us.sort()
        vs.sort()
        let trim = members.count / 50
        let (from, to) = (us[trim] - side / 2, us[us.count - 1 - trim] + side / 2)
        let (top, bottom) = (vs[trim] - side / 2, vs[vs.count - 1 - trim] + side / 2)
        // Blocks next to a code are included, because a block is summed with its neighbours.
        length = to - from
        height = bottom - top
        guard length >= 5 * side, height >= 1.5 * side else { return nil }
        let (u, v) = ((from + to) / 2, (top + bottom) / 2)
        x = middleX + u * ux - v * uy
        y = middleY + u * uy + v * ux
        let determinant = s1 * suu - su * su
        fan = determinant > 1e-6 ? (s1 * sua - su * sa) / determinant : 0
        // At most fifteen degrees from one end to the other.
        fan = min(max(fan, -0.26 / length), 0.26 / length)
        self.angle = angle + fan * u
        energy = weight
    }

    /// The upper edge runs across the bars.
    var outline: Quadrilateral {
        func corner(_ u: Double, _ v: Double) -> PixelPoint {
            PixelPoint(
                x: x + u * length / 2 * cos(angle) - v * height / 2 * sin(angle),
                y: y + u * length / 2 * sin(angle) + v * height / 2 * cos(angle))
        }
        return Quadrilateral(
            topLeft: corner(-1, -1), topRight: corner(1, -1), bottomRight: corner(1, 1), bottomLeft: corner(-1, 1))
    }

    /// The same place in a picture `factor` times as large.
    func scaled(by factor: Double) -> BarPatch {
        var patch = self
        patch.x *= factor
        patch.y *= factor
        patch.length *= factor
        patch.height *= factor
        patch.fan /= factor
        return patch
    }

    /// Whether both are the same place: each centre lies in the other, and lengths and directions are similar.
    func isSame(as other: BarPatch) -> Bool {
        func holds(_ a: BarPatch, _ b: BarPatch) -> Bool {
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let (u, v) = (dx * cos(a.angle) + dy * sin(a.angle), dy * cos(a.angle) - dx * sin(a.angle))
            return abs(u) < a.length / 4 && abs(v) < a.height / 2
        }
        let turn = angle - other.angle
        let ratio = length / other.length
        return abs(turn - (turn / .pi).rounded() * .pi) < 0.15 && ratio > 0.75 && ratio < 1.33
            && holds(self, other) && holds(other, self)
    }
}
