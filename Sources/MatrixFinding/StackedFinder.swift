// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import LumaProcessing

/// Finds PDF417 symbols by the broad bars their start and stop patterns have, which run over all rows, and straightens them:
/// an upright crop with a quiet zone, for any reader.
///
/// Source: ISO/IEC 15438: the start pattern's first bar has 8 modules of 17, the stop pattern's 7 of 18.
struct StackedFinder {
    let picture: LumaSampler
    /// Pairs of bars looked at, at most.
    var mostPairs: Int
    /// Whether a blurred crop is sharpened and looked at again.
    var isThorough: Bool

    struct Found {
        var barcode: Barcode
        var corners: Quadrilateral
    }

    /// Pixels of a straightened module.
    private static let module = 3.0
    /// Light modules around the crop.
    private static let margin = 4.0

    /// - Parameters:
    ///   - isKnown: whether a place lies in a symbol that has been read before.
    ///   - read: a straightened symbol's text, by whoever reads PDF417.
    func find(_ outlines: Outlines, isKnown: (PixelPoint) -> Bool, read: (LumaImage) -> Barcode?) -> [Found] {
        var found: [Found] = []
        for pair in pairs(of: bars(in: outlines)) {
            let corners = pair.corners
            if isKnown(corners.center) || found.contains(where: { $0.corners.contains(corners.center) }) { continue }
            guard let crop = crop(pair),
                let code = read(crop.image) ?? (isThorough ? read(crop.image.sharpened(sigma: 2)) : nil)
            else { continue }
            found.append(Found(barcode: code, corners: code.corners?.mapped(crop.toPicture) ?? corners))
        }
        return found
    }

    // MARK: Bars

    /// A solid rectangle seen askew, longer than broad; its left and right sides are the long ones.
    private struct Bar {
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

    private func bars(in outlines: Outlines) -> [Bar] {
        outlines.all.compactMap { outline in
            let area = outline.area
            // Dark on light only: inverted pictures have a step of their own. Of the least size at which its thinnest neighbours are still seen.
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

    /// A bar and the one that ends the symbol to its right, both upright in the symbol's sense.
    private struct Pair {
        var left: Bar
        var right: Bar

        /// Which of the two is the start is not known: on either side the stop pattern's end is left room for.
        var corners: Quadrilateral {
            let (a, b) = (left.corners, right.corners)
            return Quadrilateral(
                topLeft: a.topRight.towards(a.topLeft, 18.0 / 7), topRight: b.topLeft.towards(b.topRight, 18.0 / 7),
                bottomRight: b.bottomLeft.towards(b.bottomRight, 18.0 / 7),
                bottomLeft: a.bottomRight.towards(a.bottomLeft, 18.0 / 7))
        }

        /// Pixels.
        var module: Double { (left.breadth + right.breadth) / 15 }
        var unlikeness: Double {
            max(left.length, right.length) / min(left.length, right.length)
                + max(left.breadth, right.breadth) / min(left.breadth, right.breadth) - 2
        }
        var likelihood: Double {
            min(left.length * left.breadth, right.length * right.breadth) / (1 + unlikeness)
        }
    }

    private func pairs(of bars: [Bar]) -> [Pair] {
        var pairs: [Pair] = []
        for (index, a) in bars.enumerated() {
            for b in bars[(index + 1)...] {
                guard max(a.length, b.length) < 2 * min(a.length, b.length),
                    max(a.breadth, b.breadth) < 2 * min(a.breadth, b.breadth)
                else { continue }
                let (from, to) = (a.corners.center, b.corners.center)
                let across = (x: to.x - from.x, y: to.y - from.y)
                let distance = from.distance(to: to)
                let breadth = (a.breadth + b.breadth) / 2
                // One column of data to thirty.
                guard distance > 7 * breadth, distance < 80 * breadth,
                    abs(a.down.x * b.down.x + a.down.y * b.down.y) > 0.85,
                    abs(across.x * a.down.x + across.y * a.down.y) < 0.6 * distance
                else { continue }
                // Down is where it is clockwise of the way from the one to the other.
                let pair = Pair(left: Self.upright(a, across), right: Self.upright(b, across))
                if pair.unlikeness < 1.2 { pairs.append(pair) }
            }
        }
        // The data, too, has bars that look alike, and so have the patterns themselves; none is as broad and as long.
        return Array(pairs.sorted { $0.likelihood > $1.likelihood }.prefix(mostPairs))
    }

    private static func upright(_ bar: Bar, _ across: (x: Double, y: Double)) -> Bar {
        var bar = bar
        if across.x * bar.down.y - across.y * bar.down.x < 0 { bar.corners = bar.corners.turnedAround }
        return bar
    }

    // MARK: Straightening

    private struct Crop {
        var image: LumaImage
        /// From the crop's pixels to the picture's.
        var toPicture: (PixelPoint) -> PixelPoint
    }

    private func crop(_ pair: Pair) -> Crop? {
        let corners = pair.corners
        guard let map = Homography(corners), pair.module > 0.5 else { return nil }
        let (columns, rows) = (corners.width / pair.module, corners.height / pair.module)
        let margin = Self.margin
        guard columns < 700, rows < 1200 else { return nil }
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
