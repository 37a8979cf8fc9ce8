// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
package import Frames

extension EncodedSymbol {
    /// Draws the symbol as a clean picture: black on white, with edges on pixel borders.
    ///
    /// - Parameters:
    ///   - modulePixels: the X dimension in pixels, 1 or more. Row heights are rounded to whole pixels, at least one.
    ///     MaxiCode's hexagons have grey edges.
    ///   - quietZone: the margin on every side in X dimensions; `nil` uses the standard's, which is nothing above and
    ///     below a single row and nothing at all around Aztec and DataBar.
    ///   - inverted: white on black, including the margin.
    package func image(modulePixels: Int, quietZone margin: Int? = nil, inverted: Bool = false) -> LumaImage {
        precondition(modulePixels >= 1 && (margin ?? 0) >= 0, "a module is at least a pixel, a margin not negative")
        let zone = margin.map(QuietZone.init(all:)) ?? quietZone
        let dark: UInt8 = inverted ? 255 : 0
        switch layout {
        case .rectangular: return rectangularImage(modulePixels, zone, dark: dark)
        case .hexagonal: return hexagonalImage(modulePixels, zone, dark: dark)
        }
    }

    private func rectangularImage(_ scale: Int, _ zone: QuietZone, dark: UInt8) -> LumaImage {
        let heights = rowHeights.map { max(1, Int(($0 * Double(scale)).rounded())) }
        let size = FrameSize(
            width: (zone.left + modules.columns + zone.right) * scale,
            height: heights.reduce(0, +) + (zone.top + zone.bottom) * scale)
        return LumaImage(size: size) { pixels in
            for index in 0..<size.area { pixels[index] = ~dark }
            var y = zone.top * scale
            for (row, height) in heights.enumerated() {
                for column in 0..<modules.columns where modules.isDark(column, row) {
                    let x = (zone.left + column) * scale
                    for line in y..<y + height {
                        for pixel in x..<x + scale { pixels[line * size.width + pixel] = dark }
                    }
                }
                y += height
            }
        }
    }

    private func hexagonalImage(_ scale: Int, _ zone: QuietZone, dark: UInt8) -> LumaImage {
        let size = FrameSize(
            width: (zone.left + modules.columns + zone.right) * scale,
            height: Int((height * Double(scale)).rounded(.up)) + (zone.top + zone.bottom) * scale)
        // Four by four sample points a pixel, because the hexagons' sides are slanted.
        let points = 4
        return LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    var covered = 0
                    for subY in 0..<points {
                        for subX in 0..<points {
                            let pointX = (Double(x) + (Double(subX) + 0.5) / Double(points)) / Double(scale)
                            let pointY = (Double(y) + (Double(subY) + 0.5) / Double(points)) / Double(scale)
                            if isDark(x: pointX - Double(zone.left), y: pointY - Double(zone.top)) { covered += 1 }
                        }
                    }
                    let share = UInt8(covered * 255 / (points * points))
                    pixels[y * size.width + x] = dark == 0 ? 255 - share : share
                }
            }
        }
    }
}
