// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import Glibc

/// The direction of change around each 8 × 8 block of a picture: the structure tensor, summed over the block and its
/// eight neighbours.
///
/// The gradients around bars all lie along one line. Blur and low contrast make them weaker but no less parallel, so they
/// are found even if the bars are hardly distinguishable.
struct BarGrid {
    static let side = 8

    let columns: Int
    let rows: Int
    /// Row by row.
    private(set) var cells: [Cell]

    struct Cell {
        /// Mean squared gradient minus noise, in grey values squared.
        var energy: Float = 0
        /// 0 (all directions alike) to 1 (one direction).
        var coherence: Float = 0
        /// The direction of change, as the unit vector of twice its angle: a line has no sign, so angles half a turn
        /// apart are equal.
        var doubledX: Float = 1
        var doubledY: Float = 0
    }

    /// The squared gradient that sensor noise and JPEG cause in a uniform area, in grey values squared.
    private static let quiet: Float = 6

    init(_ image: LumaImage) {
        let side = Self.side
        let (columns, rows) = (max(0, (image.width - 1) / side), max(0, (image.height - 1) / side))
        self.columns = columns
        self.rows = rows
        let count = columns * rows
        var tensor = [SIMD4<Float>](repeating: .zero, count: count)
        let stride = image.rowStride
        let used = columns * side
        var (xx, yy, xy) = (
            [Int32](repeating: 0, count: used), [Int32](repeating: 0, count: used), [Int32](repeating: 0, count: used)
        )
        unsafe image.withUnsafePixels { pixels in
            guard let first = pixels.baseAddress, count > 0 else { return }
            unsafe xx.withUnsafeMutableBufferPointer { xx in
                unsafe yy.withUnsafeMutableBufferPointer { yy in
                    unsafe xy.withUnsafeMutableBufferPointer { xy in
                        for row in 0..<rows {
                            for x in 0..<used { unsafe (xx[x], yy[x], xy[x]) = (0, 0, 0) }
                            for y in 0..<side {
                                let p = unsafe first + (row &* side &+ y) &* stride
                                let q = unsafe p + stride
                                for x in 0..<used {
                                    let (a, b) = unsafe (Int32(p[x]), Int32(p[x &+ 1]))
                                    let (c, d) = unsafe (Int32(q[x]), Int32(q[x &+ 1]))
                                    // Twice the slope between the centres of the four pixels.
                                    let gx = b &+ d &- a &- c
                                    let gy = c &+ d &- a &- b
                                    unsafe xx[x] &+= gx &* gx
                                    unsafe yy[x] &+= gy &* gy
                                    unsafe xy[x] &+= gx &* gy
                                }
                            }
                            for column in 0..<columns {
                                var (sx, sy, sxy) = (Int32(0), Int32(0), Int32(0))
                                for x in column &* side..<(column &+ 1) &* side {
                                    unsafe (sx, sy, sxy) = (sx &+ xx[x], sy &+ yy[x], sxy &+ xy[x])
                                }
                                tensor[row &* columns &+ column] = SIMD4(Float(sx), Float(sy), Float(sxy), 0) / 4
                            }
                        }
                    }
                }
            }
        }
        tensor = Self.summed(tensor, columns, rows)
        cells = tensor.map { t in
            let pixels = Float(9 * side * side)
            let (xx, yy, xy) = (t.x / pixels, t.y / pixels, t.z / pixels)
            let spread = hypotf(xx - yy, 2 * xy)
            var cell = Cell()
            cell.energy = max(0, xx + yy - Self.quiet)
            guard spread > 0, cell.energy > 0 else { return cell }
            cell.coherence = min(1, spread / cell.energy)
            cell.doubledX = (xx - yy) / spread
            cell.doubledY = 2 * xy / spread
            return cell
        }
    }

    /// Each block summed with its neighbours; blocks beyond the border are zero.
    private static func summed(_ values: [SIMD4<Float>], _ columns: Int, _ rows: Int) -> [SIMD4<Float>] {
        var along = values
        for row in 0..<rows {
            for column in 0..<columns {
                let index = row &* columns &+ column
                if column > 0 { along[index] += values[index &- 1] }
                if column < columns - 1 { along[index] += values[index &+ 1] }
            }
        }
        var result = along
        for row in 0..<rows {
            for column in 0..<columns {
                let index = row &* columns &+ column
                if row > 0 { result[index] += along[index &- columns] }
                if row < rows - 1 { result[index] += along[index &+ columns] }
            }
        }
        return result
    }
}
