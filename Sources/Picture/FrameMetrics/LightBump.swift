// SPDX-License-Identifier: Apache-2.0

package import Frames
internal import Glibc

/// Additional light in one round place of a picture: how well a Gaussian hill explains the rise of its dark parts.
///
/// A reflection adds light to bars and paper alike. On paper that is already pure white only the bars show it: in linear
/// light, the darkest values of small cells rise towards one place, and the edges stay sharp. Blur and shrinking raise
/// dark parts too, but for each narrow bar separately, wherever it is.
package struct LightBump: Hashable, Sendable, Codable {
    /// The share of the variance of the cells' darkest values that the best hill explains, 0 to 1.
    package var explained: Double
    /// The hill's height in linear light. White is 1; lamps mirrored in a label are above it.
    package var height: Double
    /// Its centre and deviation, in pixels of the picture.
    package var x: Double
    package var y: Double
    package var deviation: Double
    /// For the edges in the lightest fifth of the cells: the share of an edge's height reached within two pixels.
    package var sharpness: Double
    /// The number of cells that contain an edge.
    package var cells: Int

    package init(
        explained: Double, height: Double, x: Double, y: Double, deviation: Double, sharpness: Double, cells: Int
    ) {
        self.explained = explained
        self.height = height
        self.x = x
        self.y = y
        self.deviation = deviation
        self.sharpness = sharpness
        self.cells = cells
    }

    /// Cells along the longer side, at least three pixels each.
    private static let cellsAlong = 48
    private static let places = 15
    /// The deviations to try, as shares of the longer side.
    private static let deviations = [0.02, 0.03, 0.045, 0.065, 0.1, 0.15, 0.22, 0.33, 0.5]

    /// `nil` for a picture with too few edges, or with uniform dark parts.
    package init?(of image: LumaImage) {
        let side = max(3, (max(image.width, image.height) + Self.cellsAlong / 2) / Self.cellsAlong)
        let cells = Self.cells(of: image, side: side)
        guard cells.count >= 12 else { return nil }
        let count = Double(cells.count)
        let mean = cells.reduce(0) { $0 + $1.dark } / count
        let total = cells.reduce(0) { $0 + ($1.dark - mean) * ($1.dark - mean) }
        guard total > 1e-9 else { return nil }
        let longer = Double(max(image.width, image.height))
        var best: (explained: Double, height: Double, x: Double, y: Double, deviation: Double)?
        for share in Self.deviations {
            let deviation = share * longer
            // A Gaussian is a product of one along x and one along y.
            func factors(_ length: Int) -> [[Double]] {
                (0..<Self.places).map { place in
                    let center = (Double(place) + 0.5) * Double(length) / Double(Self.places)
                    return (0..<max(1, length / side)).map { cell in
                        let distance = ((Double(cell) + 0.5) * Double(side) - center) / deviation
                        return exp(-distance * distance / 2)
                    }
                }
            }
            let (columns, rows) = (factors(image.width), factors(image.height))
            for (placeY, row) in rows.enumerated() {
                for (placeX, column) in columns.enumerated() {
                    var (sum, squares, product) = (0.0, 0.0, 0.0)
                    for cell in cells {
                        let value = row[cell.row] * column[cell.column]
                        sum += value
                        squares += value * value
                        product += value * (cell.dark - mean)
                    }
                    let variance = squares - sum * sum / count
                    guard variance > 1e-9, product > 0 else { continue }
                    let explained = product * product / (variance * total)
                    if explained > best?.explained ?? 0 {
                        best = (
                            explained, product / variance,
                            (Double(placeX) + 0.5) * Double(image.width) / Double(Self.places),
                            (Double(placeY) + 0.5) * Double(image.height) / Double(Self.places), deviation
                        )
                    }
                }
            }
        }
        guard let best else { return nil }
        let lightest = cells.sorted { $0.dark > $1.dark }.prefix(max(1, cells.count / 5)).map(\.sharpness).sorted()
        self.init(
            explained: best.explained, height: best.height, x: best.x, y: best.y, deviation: best.deviation,
            sharpness: lightest[lightest.count / 2], cells: cells.count)
    }

    private struct Cell {
        var column: Int
        var row: Int
        /// The cell's darkest value in linear light.
        var dark: Double
        var sharpness: Double
    }

    /// The cells that an edge crosses, each examined with a border of one pixel.
    private static func cells(of image: LumaImage, side: Int) -> [Cell] {
        var cells: [Cell] = []
        image.withSpan { source in
            for row in 0..<(image.height / side) {
                for column in 0..<(image.width / side) {
                    let (minX, maxX) = (max(0, column * side - 1), min(image.width, (column + 1) * side + 1))
                    let (minY, maxY) = (max(0, row * side - 1), min(image.height, (row + 1) * side + 1))
                    var (dark, light, step) = (255, 0, 0)
                    for y in minY..<maxY {
                        for x in minX..<maxX {
                            let index = y * image.rowStride + x
                            let value = Int(source[index])
                            dark = min(dark, value)
                            light = max(light, value)
                            if x - 2 >= minX { step = max(step, abs(value - Int(source[index - 2]))) }
                            if y - 2 >= minY { step = max(step, abs(value - Int(source[index - 2 * image.rowStride]))) }
                        }
                    }
                    guard light - dark >= 10 else { continue }
                    let encoded = Double(dark) / 255
                    cells.append(
                        Cell(
                            column: column, row: row,
                            dark: encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4),
                            sharpness: Double(step) / Double(light - dark)))
                }
            }
        }
        return cells
    }
}
