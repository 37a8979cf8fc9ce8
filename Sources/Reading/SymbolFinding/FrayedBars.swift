// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames

/// How much of a linear code consists of dots: a printer that has only black draws grey edges of bars so (dithering, halftone).
/// From across the bars such edges look wide and grey, as blurred ones do; along a bar they are light and dark by turns.
package enum FrayedBars {
    /// The share of the code's width in which it is so, from 0 to 1. Measured: at most 0.06 in 60 pictures of codes that were drawn
    /// evenly, blurred, noisy or damaged, and 0.24 and more in dithered ones.
    package static let least = 0.15

    /// How far along a bar the mean is taken from which dots stand out, in pixels to both sides.
    private static let reach = 6

    /// - Parameter corners: the outline, in pixels of `image`; its upper edge runs across the bars.
    /// - Returns: `nil` for a code that is too small or too pale for it.
    package static func share(of image: LumaImage, corners: Quadrilateral) -> Double? {
        guard corners.width >= 40, corners.height >= 24 else { return nil }
        let count = min(800, Int(corners.width))
        // Not the ends of the bars, and of long ones a part.
        let halfLength = min(0.35, 200 / corners.height)
        let columns = (0..<count).map { index -> [Float] in
            let u = (Double(index) + 0.5) / Double(count)
            let (from, to) = (corners.point(u, 0.5 - halfLength), corners.point(u, 0.5 + halfLength))
            return image.profile(x0: from.x, y0: from.y, x1: to.x, y1: to.y, halfBreadth: 0)
        }
        guard let length = columns.map(\.count).min(), length > 2 * reach else { return nil }
        let values = stride(from: 0, to: count, by: max(1, count / 100)).flatMap { columns[$0] }.sorted()
        let (dark, light) = (values[values.count / 10], values[values.count * 9 / 10])
        guard light - dark >= 20 else { return nil }
        let figures = columns.map { Column($0, dark, light) }
        let noise = figures.map(\.deviation).sorted()[figures.count / 5]
        func isFrayed(_ column: Column) -> Bool {
            column.deviation > 0.1 && column.deviation > 3 * noise && 10 * column.turns >= length
        }
        func part(_ columns: [Column]) -> Double {
            columns.isEmpty ? 0 : Double(columns.count(where: isFrayed)) / Double(columns.count)
        }
        let inBars = part(figures.filter { $0.level < 0.1 })
        let inSpaces = part(figures.filter { $0.level > 0.75 })
        // A display's rows, and a ground that is printed in dots, show in the white, and bars on them are whole.
        if inSpaces > 0.25, inBars < inSpaces / 2 { return nil }
        // Where whole bars are dots, all counts; else what is neither bar nor space.
        return Double(figures.count { isFrayed($0) && (inBars > 0.15 || (0.1...0.85).contains($0.level)) }) / Double(count)
    }

    /// One line along the bars, without what changes slowly along it.
    private struct Column {
        /// From 0 for dark to 1 for light.
        var level: Float
        /// As a share of the code's contrast.
        var deviation: Float
        /// How often it changes between light and dark.
        var turns = 0

        init(_ values: [Float], _ dark: Float, _ light: Float) {
            let contrast = light - dark
            var sums: [Float] = [0]
            for value in values { sums.append(sums[sums.count - 1] + value) }
            var squares: Float = 0
            var side: Float = 0
            for (place, value) in values.enumerated() {
                let (from, to) = (max(0, place - FrayedBars.reach), min(values.count, place + FrayedBars.reach + 1))
                let rest = (value - (sums[to] - sums[from]) / Float(to - from)) / contrast
                squares += rest * rest
                guard abs(rest) > 0.08 else { continue }
                if rest * side < 0 { turns += 1 }
                side = rest
            }
            level = ((sums.last ?? 0) / Float(max(1, values.count)) - dark) / contrast
            deviation = (squares / Float(max(1, values.count))).squareRoot()
        }
    }
}
