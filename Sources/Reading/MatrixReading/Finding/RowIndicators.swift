// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
internal import LumaProcessing

/// What the codewords beside the start pattern and beside the stop pattern of a PDF417 say of its size. Both sides say the same, or its
/// encoder is at fault: readers take one of them for the truth, and find no text with the other.
///
/// See: ISO/IEC 15438, 5.11.3: the row indicators.
package struct RowIndicators: Codable, Hashable, Sendable {
    package struct Size: Codable, Hashable, Sendable {
        package var rows: Int
        /// Of data, without the row indicators.
        package var columns: Int
        /// The level of error correction, 0 to 8.
        package var level: Int

        package init(rows: Int, columns: Int, level: Int) {
            (self.rows, self.columns, self.level) = (rows, columns, level)
        }
    }
    package var left: Size
    package var right: Size
    /// The rows that are drawn, by the numbers that the indicators give them.
    package var drawnRows: Int

    package init(left: Size, right: Size, drawnRows: Int) {
        (self.left, self.right, self.drawnRows) = (left, right, drawnRows)
    }

    /// Whether the two sides differ, or a row has a number that there should not be.
    package var isContradictory: Bool { left != right || drawnRows > left.rows }

    /// The PDF417 at a place that looks like a matrix code; `nil` if there is none, and unless each of the six figures is legible in several
    /// lines, which agree.
    ///
    /// - Parameter corners: the outline, which may be rough, in pixels of `image`.
    package static func find(in image: LumaImage, near corners: Quadrilateral) -> RowIndicators? {
        let box = corners.bounds
        let room = 0.1 * max(box.maxX - box.minX, box.maxY - box.minY) + 8
        let (left, top) = (max(0, box.minX - room), max(0, box.minY - room))
        let (right, bottom) = (min(Double(image.width), box.maxX + room), min(Double(image.height), box.maxY + room))
        guard right - left >= 60, bottom - top >= 20, right - left < 1e5, bottom - top < 1e5,
            let part = image.cropped(to: PixelRectangle(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))),
            let view = MatrixReader.whole(part)
        else { return nil }
        let picture = LumaSampler(view.image)
        guard hasStart(picture) else { return nil }
        let finder = StackedFinder(picture: picture, mostPairs: 2, isThorough: false)
        return finder.pairs(of: finder.bars(in: Outlines(DarkMap(picture)))).lazy.compactMap { pair in
            finder.crop(pair).flatMap { RowIndicators($0.image) }
        }.first
    }

    // MARK: The start pattern

    private static let rowsTried = 15

    /// Whether the wide bar and the three thin ones of a start pattern stand in several rows or columns of the picture: to look closer takes
    /// longer.
    private static func hasStart(_ picture: LumaSampler) -> Bool {
        let (width, height) = (picture.width, picture.height)
        func values(_ line: Int, isRow: Bool) -> [Double] {
            let (length, across) = isRow ? (width, height) : (height, width)
            let place = Double(across) * (Double(line) + 0.5) / Double(rowsTried)
            return (0..<length).map { step in
                let along = Double(step) + 0.5
                return picture(isRow ? PixelPoint(x: along, y: place) : PixelPoint(x: place, y: along))
            }
        }
        return [true, false].contains { isRow in
            (0..<rowsTried).count { line in
                let edges = Edges(values(line, isRow: isRow))
                return edges.hasPattern(StackedFinder.startPattern) || edges.reversed.hasPattern(StackedFinder.startPattern)
            } >= 3
        }
    }

    // MARK: Reading

    /// Elements of the start pattern, of the stop pattern, and of a codeword.
    private static let (ofStart, ofStop, ofCodeword) = (8, 9, 8)
    private static let modulesOfCodeword = 17
    /// Lines that must agree on a figure, and the share of those that show one.
    private static let leastLines = 3
    private static let leastShare = 0.8

    /// - Parameter crop: a straightened symbol.
    private init?(_ crop: LumaImage) {
        var sides = [Side(), Side()]
        for row in 0..<crop.height {
            let edges = Edges((0..<crop.width).map { Double(crop[$0, row]) })
            let count = edges.places.count
            guard edges.startsDark, count >= Self.ofStart + 2 * Self.ofCodeword + Self.ofStop + 1 else { continue }
            if let codeword = edges.codeword(from: Self.ofStart) { sides[0].add(codeword) }
            if let codeword = edges.codeword(from: count - 1 - Self.ofStop - Self.ofCodeword) { sides[1].add(codeword) }
        }
        // On the left, the sets tell rows, level and columns in turn; on the right columns, rows and level.
        guard let left = Self.size(sides[0], rows: 0, level: 1, columns: 2),
            let right = Self.size(sides[1], rows: 1, level: 2, columns: 0), let drawn = Self.drawnRows(sides)
        else { return nil }
        self.init(left: left, right: right, drawnRows: drawn)
    }

    /// A third of the rows less one, the rest of that with three times the level, and the columns less one.
    private static func size(_ side: Side, rows: Int, level: Int, columns: Int) -> Size? {
        guard let thirds = side.figure(rows), let mixed = side.figure(level), let width = side.figure(columns), mixed < 27 else { return nil }
        return Size(rows: 3 * thirds + mixed % 3 + 1, columns: width + 1, level: mixed / 3)
    }

    /// The highest number of a row that both sides show.
    private static func drawnRows(_ sides: [Side]) -> Int? {
        let shared = Set(sides[0].rows.filter { $0.value >= leastLines }.keys).intersection(sides[1].rows.filter { $0.value >= leastLines }.keys)
        return shared.max().map { $0 + 1 }
    }

    /// The votes of the lines for the codewords of one side.
    private struct Side {
        /// By set: how often each figure was seen.
        private var figures: [[Int: Int]] = [[:], [:], [:]]
        /// How often each row was seen, by its number.
        private(set) var rows: [Int: Int] = [:]

        mutating func add(_ codeword: PDF417Patterns.Codeword) {
            figures[codeword.cluster][codeword.value % 30, default: 0] += 1
            rows[3 * (codeword.value / 30) + codeword.cluster, default: 0] += 1
        }

        func figure(_ cluster: Int) -> Int? {
            let votes = figures[cluster]
            let all = votes.values.reduce(0, +)
            guard let best = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.value >= leastLines,
                Double(best.value) >= leastShare * Double(all)
            else { return nil }
            return best.key
        }
    }

    /// The places along a line at which dark and light change.
    private struct Edges {
        var places: [Double] = []
        var startsDark = true

        init(_ values: [Double]) {
            guard let low = values.min(), let high = values.max(), high - low >= 40 else { return }
            let middle = (low + high) / 2
            for index in values.indices.dropFirst() where (values[index] < middle) != (values[index - 1] < middle) {
                if places.isEmpty { startsDark = values[index] < middle }
                places.append(Double(index - 1) + (values[index - 1] - middle) / (values[index - 1] - values[index]))
            }
        }

        /// The same line, followed from its other end.
        var reversed: Edges {
            var copy = self
            copy.places = places.reversed().map { -$0 }
            if !places.count.isMultiple(of: 2) { copy.startsDark.toggle() }
            return copy
        }

        /// Whether bars and spaces of these widths, in modules, stand anywhere on it.
        func hasPattern(_ widths: [Int]) -> Bool {
            let total = Double(widths.reduce(0, +))
            return stride(from: startsDark ? 0 : 1, to: places.count - widths.count, by: 2).contains { first in
                let module = (places[first + widths.count] - places[first]) / total
                return module >= 1
                    && widths.indices.allSatisfy { index in
                        abs((places[first + index + 1] - places[first + index]) / module - Double(widths[index])) < 0.6
                    }
            }
        }

        /// The codeword whose first bar begins at an edge.
        func codeword(from first: Int) -> PDF417Patterns.Codeword? {
            guard places.indices.contains(first), places.indices.contains(first + ofCodeword) else { return nil }
            let module = (places[first + ofCodeword] - places[first]) / Double(modulesOfCodeword)
            guard abs(module / StackedFinder.module - 1) < 0.2 else { return nil }
            var bits: UInt32 = 0
            var sum = 0
            for index in 0..<ofCodeword {
                let width = Int(((places[first + index + 1] - places[first + index]) / module).rounded())
                guard (1...6).contains(width) else { return nil }
                sum += width
                guard sum <= modulesOfCodeword else { return nil }
                for _ in 0..<width { bits = bits << 1 | (index.isMultiple(of: 2) ? 1 : 0) }
            }
            return sum == modulesOfCodeword ? PDF417Patterns.codeword(bits) : nil
        }
    }
}
