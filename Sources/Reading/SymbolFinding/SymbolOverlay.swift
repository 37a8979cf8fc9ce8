// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Something in a QR code that is not made of its modules, such as a logo or a text over its middle.
///
/// Modules of a sharp code are of one value each, and dark and light are mixed everywhere by its mask. What is drawn over them
/// has its edges elsewhere, other values, or is even where no mask leaves it so: in one place many modules are partly dark and
/// partly light, neither dark nor light, or all alike, and hardly any in the rest of the code.
package struct SymbolOverlay: Hashable, Sendable, Codable {
    /// The share of the code's area that the box around it takes.
    package var share: Double
    /// The level of error correction that the code itself names: L, M, Q or H; `nil` if it cannot be read.
    package var level: String?
    /// The code's own side along most of which it lies: there the code was cut off, or is hidden. `nil` within the code, and in older
    /// evidence.
    package var along: Side?

    package enum Side: String, Hashable, Sendable, Codable {
        case left, right, top, bottom
    }

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`, which may be rough.
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    ///
    /// `nil` without any, and for codes whose modules are too small or too soft to tell.
    package init?(of image: LumaImage, corners: Quadrilateral, dark: Double, light: Double) {
        guard let shape = FinderShape(of: image, corners: corners, dark: dark, light: light),
            let grid = ModuleGrid(shape)
        else { return nil }
        self.init(
            of: image, modules: grid.modules, isInverted: shape.isInverted, dark: dark, light: light,
            place: grid.point)
    }

    /// - Parameters:
    ///   - modules: modules a side.
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    ///   - place: the place in `image` of one in modules from the symbol's top left corner.
    package init?(
        of image: LumaImage, modules: Int, isInverted: Bool, dark: Double, light: Double,
        place: (_ column: Double, _ row: Double) -> PixelPoint
    ) {
        let corner = place(0, 0)
        let side = (corner.distance(to: place(Double(modules), 0)) + corner.distance(to: place(0, Double(modules)))) / 2
        guard side >= 5 * Double(modules) else { return nil }
        /// The least and the greatest of nine values within a module; `nil` outside the picture.
        func range(_ column: Int, _ row: Int) -> (least: Double, most: Double)? {
            var (least, most) = (255.0, 0.0)
            for a in [0.2, 0.5, 0.8] {
                for b in [0.2, 0.5, 0.8] {
                    let point = place(Double(column) + a, Double(row) + b)
                    guard point.x >= 0, point.y >= 0, point.x < Double(image.width), point.y < Double(image.height)
                    else { return nil }
                    let value = Double(image.withSpan { $0[Int(point.y) * image.rowStride + Int(point.x)] })
                    (least, most) = (min(least, value), max(most, value))
                }
            }
            return (least, most)
        }
        var foreign: [(column: Int, row: Int)] = []
        var isDark = [Bool?](repeating: nil, count: modules * modules)
        var mixed = 0
        for row in 0..<modules {
            for column in 0..<modules {
                guard let range = range(column, row) else { return nil }
                let share = ((range.least + range.most) / 2 - dark) / (light - dark)
                if range.most - range.least > 0.5 * (light - dark) {
                    mixed += 1
                    foreign.append((column, row))
                } else if share <= 0.3 || share >= 0.7 {
                    isDark[row * modules + column] = share < 0.5
                }
            }
        }
        // A picture in which everything is mixed is soft, or the grid does not fit.
        guard mixed * 4 < modules * modules else { return nil }
        foreign += Self.grey(isDark, modules: modules) + Self.even(isDark, modules: modules)
        guard foreign.count >= 8 else { return nil }
        let patch = Self.largest(foreign)
        let (columns, rows) = (patch.map(\.column), patch.map(\.row))
        let (left, right) = (columns.min()!, columns.max()!)
        let (top, bottom) = (rows.min()!, rows.max()!)
        let stray = foreign.count { !(left...right).contains($0.column) || !(top...bottom).contains($0.row) }
        let box = Double((right - left + 1) * (bottom - top + 1))
        let total = Double(modules * modules)
        guard patch.count >= 8, min(right - left, bottom - top) >= 2, box <= 0.4 * total,
            Double(stray) <= 0.02 * (total - box),
            // A grid without perspective is off in the corner without a pattern, and a code that is seen at an angle has none there.
            right < modules - 2 || bottom < modules - 2
        else { return nil }
        share = box / total
        level = Self.level((dark + light) / 2, isInverted: isInverted, range)
        // What is beyond the code there may look like neither, so that the strip does not quite reach its side.
        let (most, near) = (modules * 3 / 5, 1 + modules / 10)
        along =
            if bottom - top >= most, left <= near { .left }
            else if bottom - top >= most, right >= modules - 1 - near { .right }
            else if right - left >= most, top <= near { .top }
            else if right - left >= most, bottom >= modules - 1 - near { .bottom }
            else { nil }
    }

    /// Modules that are neither dark nor light, beside one all of whose neighbours are so, too: in a shadow, dark ones still
    /// stand among them.
    private static func grey(_ isDark: [Bool?], modules: Int) -> [(column: Int, row: Int)] {
        func around(_ index: Int) -> [Int] {
            let (column, row) = (index % modules, index / modules)
            return (max(0, row - 1)...min(modules - 1, row + 1)).flatMap { y in
                (max(0, column - 1)...min(modules - 1, column + 1)).map { y * modules + $0 }
            }
        }
        var marked: Set<Int> = []
        for index in isDark.indices where isDark[index] == nil {
            let places = around(index)
            if places.allSatisfy({ isDark[$0] == nil }) { marked.formUnion(places) }
        }
        return marked.map { ($0 % modules, $0 / modules) }
    }

    /// Modules within squares of five a side that are all dark or all light, which a mask does not leave; the corner patterns
    /// and the light round them apart.
    private static func even(_ isDark: [Bool?], modules: Int) -> [(column: Int, row: Int)] {
        let size = 5
        func isCorner(_ column: Int, _ row: Int) -> Bool {
            (column < 8 && (row < 8 || row >= modules - 8)) || (column >= modules - 8 && row < 8)
        }
        var marked: Set<Int> = []
        for row in 0...(modules - size) {
            for column in 0...(modules - size) {
                guard let first = isDark[row * modules + column] else { continue }
                let places = (0..<size * size).map { (column: column + $0 % size, row: row + $0 / size) }
                guard places.allSatisfy({ isDark[$0.row * modules + $0.column] == first && !isCorner($0.column, $0.row) })
                else { continue }
                marked.formUnion(places.map { $0.row * modules + $0.column })
            }
        }
        return marked.map { ($0 % modules, $0 / modules) }
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
        _ threshold: Double, isInverted: Bool, _ range: (_ column: Int, _ row: Int) -> (least: Double, most: Double)?
    ) -> String? {
        let places =
            [0, 1, 2, 3, 4, 5, 7, 8].map { (column: $0, row: 8) } + [7, 5, 4, 3, 2, 1, 0].map { (column: 8, row: $0) }
        var bits = 0
        for place in places {
            guard let range = range(place.column, place.row) else { return nil }
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
