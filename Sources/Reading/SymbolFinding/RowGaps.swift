// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
internal import Glibc

/// A matrix code whose rows of modules are printed apart: as text in a terminal with space between its lines, or in strips by a
/// receipt printer. Lines of one value run through all of it at regular distances, and no reader finds its patterns.
package struct RowGaps {
    package struct Figures: Codable, Hashable, Sendable {
        package var count: Int
        /// In pixels, as is `distance`, from one gap to the next.
        package var thickness: Double
        package var distance: Double
    }

    /// The picture without the gaps, with some of its surroundings.
    package let squeezed: LumaImage
    package let figures: Figures
    /// The rows of `squeezed` before which a gap was taken out, in order.
    private let seams: [Int]
    /// The columns of `squeezed` that the lines of the gaps were looked at in.
    private let body: Range<Int>

    private static let least = 4
    private static let steepest = 4.0

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`, which may be rough.
    ///   - dark: the value of the symbol's dark parts.
    ///   - light: the value of its light parts.
    ///
    /// `nil` without gaps. Lines of text have such gaps, too: what is left must be looked at.
    package init?(of image: LumaImage, corners: Quadrilateral, dark: Double, light: Double) {
        guard light - dark >= 20 else { return nil }
        let (xs, ys) = (corners.corners.map(\.x), corners.corners.map(\.y))
        let box = (
            left: max(0, Int(xs.min()!)), top: max(0, Int(ys.min()!)), right: min(image.width, Int(xs.max()!) + 1),
            bottom: min(image.height, Int(ys.max()!) + 1)
        )
        guard box.right - box.left >= 40, box.bottom - box.top >= 40 else { return nil }
        let threshold = (dark + light) / 2
        var best: (pattern: Pattern, lines: Lines)?
        for isUpright in [false, true] {
            for step in -8...8 {
                let lines = Lines(
                    image: image, isUpright: isUpright,
                    along: isUpright ? box.top..<box.bottom : box.left..<box.right,
                    across: isUpright ? box.left..<box.right : box.top..<box.bottom,
                    slope: tan(Double(step) / 8 * Self.steepest * .pi / 180))
                let values = lines.evenValues(threshold)
                for isLight in [true, false] {
                    guard let pattern = Pattern(values.map { $0 == isLight }), pattern.weight > best?.pattern.weight ?? 0
                    else { continue }
                    best = (pattern, lines)
                }
            }
        }
        guard let best else { return nil }
        figures = Figures(
            count: best.pattern.gaps.count, thickness: best.pattern.thickness, distance: best.pattern.distance)
        (squeezed, seams) = best.lines.without(best.pattern.gaps)
        body = best.lines.body
    }

    /// Whether at least half of the gaps, and three of them, ran through what lies in `outline`, a place in `squeezed`. What
    /// stands beside lines of text is intact, and reads for another reason.
    package func ranThrough(_ outline: Quadrilateral) -> Bool {
        let (xs, ys) = (outline.corners.map(\.x), outline.corners.map(\.y))
        let common = min(xs.max()!, Double(body.upperBound)) - max(xs.min()!, Double(body.lowerBound))
        guard common >= Double(body.count) / 2 else { return false }
        let crossed = seams.count { Double($0) > ys.min()! && Double($0) < ys.max()! }
        return crossed >= 3 && crossed * 2 >= seams.count
    }

    /// The lines through a symbol that may be gaps, nearly along rows or columns of the picture.
    private struct Lines {
        let image: LumaImage
        /// Whether they run from top to bottom.
        let isUpright: Bool
        let along: Range<Int>
        let across: Range<Int>
        let slope: Double

        func value(_ position: Int, _ line: Int) -> UInt8? {
            let shift = slope * (Double(position) - Double(along.lowerBound + along.upperBound) / 2)
            let other = line + Int(shift.rounded())
            let (x, y) = isUpright ? (other, position) : (position, other)
            guard x >= 0, y >= 0, x < image.width, y < image.height else { return nil }
            return image[x, y]
        }

        /// How much of each end of the lines is not looked at: the rough outline may be wider than the symbol.
        private var inset: Int { along.count / 12 }
        /// What `without` adds on each side.
        private var margin: Int { along.count / 6 }

        /// The columns of the picture that `without` makes in which the lines were looked at.
        var body: Range<Int> { margin + inset..<margin + along.count - inset }

        /// For each line of `across`, whether it is light (`true`) or dark (`false`) all along, but for one in 66 pixels; `nil`
        /// if it is neither.
        func evenValues(_ threshold: Double) -> [Bool?] {
            // A large picture has thousands of lines, at each of many angles.
            let positions = Array(
                stride(
                    from: along.lowerBound + inset, to: along.upperBound - inset, by: max(1, along.count / 400)))
            let middle = Double(along.lowerBound + along.upperBound) / 2
            let shifts = positions.map { Int((slope * (Double($0) - middle)).rounded()) }
            let most = isUpright ? image.width : image.height
            return image.withSpan { pixels in
                across.map { line in
                    var (light, dark) = (0, 0)
                    for index in positions.indices {
                        let other = line + shifts[index]
                        guard other >= 0, other < most else { continue }
                        let (x, y) = isUpright ? (other, positions[index]) : (positions[index], other)
                        if Double(pixels[y * image.rowStride + x]) >= threshold { light += 1 } else { dark += 1 }
                        // Most lines have been seen enough of after a few modules.
                        if min(light, dark) * 66 > positions.count { return nil }
                    }
                    if light > 66 * dark { return true }
                    return dark > 66 * light ? false : nil
                }
            }
        }

        /// - Parameter gaps: ranges of lines, counted from the first of `across`.
        /// - Returns: the picture, and its rows before which a gap was taken out.
        func without(_ gaps: [Range<Int>]) -> (image: LumaImage, seams: [Int]) {
            var seams: [Int] = []
            var taken = 0
            for gap in gaps {
                seams.append(margin + gap.lowerBound - taken)
                taken += gap.count
            }
            let removed = Set(gaps.flatMap { $0 }.map { $0 + across.lowerBound })
            let lines = (across.lowerBound - margin..<across.upperBound + margin).filter { !removed.contains($0) }
            let positions = along.lowerBound - margin..<along.upperBound + margin
            var pixels: [UInt8] = []
            pixels.reserveCapacity(lines.count * positions.count)
            for line in lines {
                for position in positions {
                    // Beyond the picture its border is repeated.
                    let limit = isUpright ? image.height : image.width
                    let inside = min(max(position, 0), limit - 1)
                    let nearest = min(max(line, across.lowerBound), across.upperBound - 1)
                    pixels.append(value(inside, line) ?? value(inside, nearest) ?? 255)
                }
            }
            return (LumaImage(size: FrameSize(width: positions.count, height: lines.count), pixels: pixels), seams)
        }
    }

    /// Gaps of about one thickness at regular distances.
    private struct Pattern {
        let gaps: [Range<Int>]
        let thickness: Double
        let distance: Double
        /// More gaps, then more lines in them.
        let weight: Int

        init?(_ isGap: [Bool]) {
            guard let first = isGap.firstIndex(of: false), let last = isGap.lastIndex(of: false) else { return nil }
            var runs: [Range<Int>] = []
            var start: Int?
            for index in first...last {
                if isGap[index] {
                    start = start ?? index
                } else if let from = start {
                    runs.append(from..<index)
                    start = nil
                }
            }
            guard runs.count >= RowGaps.least else { return nil }
            let thick = runs.map(\.count).sorted()[runs.count / 2]
            // The rough outline may also hold a line of text below.
            let alike = runs.filter { abs($0.count - thick) <= max(2, thick / 2) }
            guard alike.count >= RowGaps.least, alike.count * 5 >= runs.count * 4 else { return nil }
            runs = alike
            let middles = runs.map { Double($0.lowerBound + $0.upperBound) / 2 }
            let distances = zip(middles.dropFirst(), middles).map { $0 - $1 }
            let usual = distances.sorted()[distances.count / 2]
            guard usual >= 6, Double(thick) <= 0.6 * usual else { return nil }
            // A module of the code's own may hide one.
            let regular = distances.count { distance in
                let times = (distance / usual).rounded()
                return times >= 1 && abs(distance / usual - times) <= 0.2
            }
            guard regular * 10 >= distances.count * 9 else { return nil }
            gaps = runs
            thickness = Double(thick)
            distance = usual
            weight = 1000 * runs.count + runs.reduce(0) { $0 + $1.count }
        }
    }
}
