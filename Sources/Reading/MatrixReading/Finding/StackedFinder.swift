// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import LumaProcessing

/// Finds PDF417 symbols by the wide bars of their start and stop patterns, which run over all rows, and straightens them:
/// an upright crop with a quiet zone, for any reader.
///
/// Source: ISO/IEC 15438: the start pattern's first bar has 8 modules of 17, the stop pattern's 7 of 18.
struct StackedFinder {
    let picture: LumaSampler
    /// The maximum number of pairs of bars to examine.
    var mostPairs: Int
    /// Whether to sharpen a blurred crop and try again.
    var isThorough: Bool

    /// Pixels of a straightened module.
    static let module = 3.0
    /// Light modules around the crop.
    static let margin = 4.0

    /// - Parameters:
    ///   - isKnown: whether a place lies in a symbol that has already been read.
    ///   - read: decodes a straightened symbol.
    /// - Returns: codes with their corners.
    func find(_ outlines: Outlines, isKnown: (PixelPoint) -> Bool, read: (LumaImage) -> Barcode?) -> [Barcode] {
        var found: [Barcode] = []
        for pair in pairs(of: bars(in: outlines)) {
            let corners = pair.corners
            let middle = corners.center
            if isKnown(middle) || found.contains(where: { $0.corners?.contains(middle) == true }) { continue }
            guard let crop = crop(pair),
                var code = read(crop.image) ?? (isThorough ? read(crop.image.sharpened(sigma: 2)) : nil)
            else { continue }
            code.corners = code.corners?.mapped(crop.toPicture) ?? corners
            found.append(code)
        }
        return found
    }

    // MARK: Bars

    /// A solid rectangle in perspective, longer than wide; its left and right sides are the long ones.
    struct Bar {
        var corners: Quadrilateral

        var breadth: Double { corners.width }
        var length: Double { corners.height }
        var down: (x: Double, y: Double) {
            let (top, bottom) = (
                corners.topLeft.towards(corners.topRight, 0.5), corners.bottomLeft.towards(corners.bottomRight, 0.5)
            )
            return ((bottom.x - top.x) / length, (bottom.y - top.y) / length)
        }
    }

    func bars(in outlines: Outlines) -> [Bar] {
        outlines.all.compactMap { outline in
            let area = outline.area
            // Dark on light only: inverted pictures have a separate step. The smallest size at which its thinnest
            // neighbours are still visible.
            guard area >= 60, Double(outline.length * outline.length) < 250 * area,
                let around = Quadrilateral(around: outlines.points(of: outline))
            else { return nil }
            let filled = area / max(1, around.area)
            guard filled > 0.8, filled < 1.25 else { return nil }
            let corners =
                around.width <= around.height
                ? around
                : Quadrilateral(
                    topLeft: around.topRight, topRight: around.bottomRight, bottomRight: around.bottomLeft,
                    bottomLeft: around.topLeft)
            guard corners.height > 1.2 * corners.width, corners.height < 80 * corners.width else { return nil }
            return Bar(corners: corners)
        }
    }

    // MARK: Pairs

    /// The wide bars of a start pattern and of the stop pattern to its right, both upright in the symbol's orientation.
    struct Pair {
        var start: Bar
        var stop: Bar

        /// From the start pattern's left edge to the stop pattern's right edge.
        var corners: Quadrilateral {
            let (a, b) = (start.corners, stop.corners)
            return Quadrilateral(
                topLeft: a.topLeft, topRight: b.topLeft.towards(b.topRight, 18.0 / 7),
                bottomRight: b.bottomLeft.towards(b.bottomRight, 18.0 / 7), bottomLeft: a.bottomLeft)
        }

        /// In pixels.
        var module: Double { (start.breadth + stop.breadth) / 15 }
        var unlikeness: Double {
            max(start.length, stop.length) / min(start.length, stop.length)
                + max(start.breadth, stop.breadth) / min(start.breadth, stop.breadth) - 2
        }
    }

    /// Alternating dark and light, in modules.
    static let startPattern = [8, 1, 1, 1, 1, 1, 1, 3]
    private static let stopPattern = [7, 1, 1, 3, 1, 1, 1, 2, 1]
    /// The required similarity of a bar's surroundings to its pattern, as a correlation.
    private static let likeness = 0.5

    func pairs(of bars: [Bar]) -> [Pair] {
        // Which bars begin a pattern, upright or upside down: almost none of the bars of other codes do.
        let upright = bars + bars.map { Bar(corners: $0.corners.turnedAround) }
        let starts = upright.filter { likeness(of: $0, to: Self.startPattern) > Self.likeness }
        let stops = upright.filter { likeness(of: $0, to: Self.stopPattern) > Self.likeness }
        var pairs: [Pair] = []
        for start in starts {
            for stop in stops {
                guard max(start.length, stop.length) < 2 * min(start.length, stop.length),
                    max(start.breadth, stop.breadth) < 2 * min(start.breadth, stop.breadth)
                else { continue }
                let (from, to) = (start.corners.center, stop.corners.center)
                let across = (x: to.x - from.x, y: to.y - from.y)
                let distance = from.distance(to: to)
                let breadth = (start.breadth + stop.breadth) / 2
                // One to thirty columns of data, and the stop pattern on the right.
                guard distance > 7 * breadth, distance < 80 * breadth,
                    start.down.x * stop.down.x + start.down.y * stop.down.y > 0.85,
                    abs(across.x * start.down.x + across.y * start.down.y) < 0.6 * distance,
                    across.x * start.down.y - across.y * start.down.x > 0
                else { continue }
                let pair = Pair(start: start, stop: stop)
                if pair.unlikeness < 1.2 { pairs.append(pair) }
            }
        }
        return Array(pairs.sorted { $0.unlikeness < $1.unlikeness }.prefix(mostPairs))
    }

    /// The correlation of the area to the right of the bar with the rest of a pattern that begins with it, along three
    /// lines. The rest consists of thin bars, which a plain block does not have.
    private func likeness(of bar: Bar, to pattern: [Int]) -> Double {
        guard let map = Homography(bar.corners) else { return 0 }
        let light = pattern.enumerated().dropFirst().flatMap { place, width in
            Array(repeating: place % 2 == 0 ? 0.0 : 1.0, count: width)
        }
        // The bar's width can be a pixel off at each edge, so its module is known to a tenth.
        return [0.9, 1, 1.1].map { scale in
            let n = Double(3 * light.count)
            var (sx, sy, sxx, sxy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for (index, light) in light.enumerated() {
                for v in [0.25, 0.5, 0.75] {
                    let value = picture(map(1 + scale * (Double(index) + 0.5) / Double(pattern[0]), v))
                    sx += value
                    sy += light
                    sxx += value * value
                    sxy += value * light
                    syy += light * light
                }
            }
            let variance = (sxx / n - sx * sx / n / n) * (syy / n - sy * sy / n / n)
            return variance > 4 ? (sxy / n - sx * sy / n / n) / variance.squareRoot() : 0
        }.max() ?? 0
    }

    // MARK: Straightening

    struct Crop {
        var image: LumaImage
        /// Maps the crop's pixels to the picture's.
        var toPicture: (PixelPoint) -> PixelPoint
    }

    func crop(_ pair: Pair) -> Crop? {
        let corners = pair.corners
        guard let map = Homography(corners), pair.module > 0.5 else { return nil }
        let (columns, rows) = (corners.width / pair.module, corners.height / pair.module)
        let margin = Self.margin
        // Thirty columns and ninety rows, and no picture larger than a camera's.
        guard columns < 700, rows < 1200, columns * rows < 180_000 else { return nil }
        let size = FrameSize(
            width: Int((columns + 2 * margin) * Self.module), height: Int((rows + 2 * margin) * Self.module))
        func toPicture(_ point: PixelPoint) -> PixelPoint {
            map((point.x / Self.module - margin) / columns, (point.y / Self.module - margin) / rows)
        }
        let image = LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let u = ((Double(x) + 0.5) / Self.module - margin) / columns
                    let v = ((Double(y) + 0.5) / Self.module - margin) / rows
                    let isInside = u >= 0 && u <= 1 && v >= 0 && v <= 1
                    let value = isInside ? picture(map(u, v)) : 255
                    pixels[y * size.width + x] = UInt8(value)
                }
            }
        }
        return Crop(image: image, toPicture: toPicture)
    }
}
