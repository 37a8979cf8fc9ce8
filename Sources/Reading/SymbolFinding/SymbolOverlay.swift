// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Something in a QR code that is not made of its modules, such as a logo or a text over its middle.
///
/// Modules of a sharp code are of one value each. What is drawn over them has its edges elsewhere: in one place many modules
/// are partly dark and partly light, and hardly any in the rest of the code.
package struct SymbolOverlay: Hashable, Sendable, Codable {
    /// The share of the code's area that the box around it takes.
    package var share: Double
    /// The level of error correction that the code itself names: L, M, Q or H; `nil` if it cannot be read.
    package var level: String?

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`, which may be rough.
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    ///
    /// `nil` without any, and for codes whose modules are too small or too soft to tell.
    package init?(of image: LumaImage, corners: Quadrilateral, dark: Double, light: Double) {
        guard let shape = FinderShape(of: image, corners: corners, dark: dark, light: light),
            let grid = ModuleGrid(shape), grid.pitch >= 5
        else { return nil }
        let count = grid.modules
        var mixed: [(column: Int, row: Int)] = []
        for row in 0..<count {
            for column in 0..<count {
                guard let range = grid.range(column, row, in: image) else { return nil }
                if range.most - range.least > 0.5 * (light - dark) { mixed.append((column, row)) }
            }
        }
        // A picture in which everything is mixed is soft, or the grid does not fit.
        guard mixed.count >= 8, mixed.count * 4 < count * count else { return nil }
        let patch = Self.largest(mixed)
        let (columns, rows) = (patch.map(\.column), patch.map(\.row))
        let (left, right) = (columns.min()!, columns.max()!)
        let (top, bottom) = (rows.min()!, rows.max()!)
        let stray = mixed.count { !(left...right).contains($0.column) || !(top...bottom).contains($0.row) }
        let box = Double((right - left + 1) * (bottom - top + 1))
        let total = Double(count * count)
        guard patch.count >= 8, min(right - left, bottom - top) >= 2, box <= 0.4 * total,
            Double(stray) <= 0.02 * (total - box),
            // Seen at an angle, the grid is off in the corner without a pattern.
            right < count - 2 || bottom < count - 2
        else { return nil }
        share = box / total
        level = Self.level(grid, image, (dark + light) / 2, isInverted: shape.isInverted)
    }

    /// The largest group of modules that are at most two apart.
    private static func largest(_ modules: [(column: Int, row: Int)]) -> [(column: Int, row: Int)] {
        var rest = modules
        var best: [(column: Int, row: Int)] = []
        while let start = rest.popLast() {
            var group = [start]
            var next = 0
            while next < group.count {
                let one = group[next]
                next += 1
                rest.removeAll { other in
                    let isNear = abs(other.column - one.column) <= 2 && abs(other.row - one.row) <= 2
                    if isNear { group.append(other) }
                    return isNear
                }
            }
            if group.count > best.count { best = group }
        }
        return best
    }

    /// The level in the format information beside the first corner pattern. See: ISO/IEC 18004, 7.9.
    private static func level(
        _ grid: ModuleGrid, _ image: LumaImage, _ threshold: Double, isInverted: Bool
    ) -> String? {
        let places =
            [0, 1, 2, 3, 4, 5, 7, 8].map { (column: $0, row: 8) } + [7, 5, 4, 3, 2, 1, 0].map { (column: 8, row: $0) }
        var bits = 0
        for place in places {
            guard let range = grid.range(place.column, place.row, in: image) else { return nil }
            let isDark = (range.least + range.most) / 2 < threshold
            bits = bits << 1 | (isDark != isInverted ? 1 : 0)
        }
        let nearest = (0..<32).map { data in (data, (format(data) ^ bits).nonzeroBitCount) }.min { $0.1 < $1.1 }!
        return nearest.1 <= 3 ? ["M", "L", "H", "Q"][nearest.0 >> 3] : nil
    }

    /// Five bits of data and ten of a BCH code, masked.
    private static func format(_ data: Int) -> Int {
        var rest = data << 10
        for bit in stride(from: 14, through: 10, by: -1) where rest & 1 << bit != 0 { rest ^= 0x537 << (bit - 10) }
        return (data << 10 | rest) ^ 0x5412
    }
}
