// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames
internal import Glibc

/// The figures of a symbol, or of a place that looks like one, measured along lines across it.
package struct SymbolFigures: Hashable, Sendable, Codable {
    /// In pixels: the outline's length across the bars and its other side; for a matrix symbol, the mean of opposite
    /// edges.
    package var width: Double
    package var height: Double
    /// The values of the dark and of the light parts: the 2nd and 98th percentile, 0 to 255.
    package var dark: Double
    package var light: Double
    /// The distance between edges, in pixels, that a fifth of the distances do not exceed: close to the narrowest bar or
    /// module if these are distinguishable, and larger otherwise. `nil` for too few edges.
    package var module: Double?
    /// The 10–90 % width of its strongest edges, in pixels; `nil` for too few.
    package var edgeWidth: Double?
    /// The same along the upper edge and along the left edge separately: motion widens one of them. Along the bars of a linear
    /// symbol there are no edges; if there are many nevertheless, it is a matrix symbol that motion has drawn out into bars.
    package var edgeWidthAcross: Double?
    package var edgeWidthDown: Double?
    /// The median height of its edges as a share of the contrast: 1 if every bar reaches full black and white.
    package var modulation: Double
    /// The mean number of edges along a line.
    package var edgesPerLine: Double
    /// How much wider dark elements are than drawn, as a share of a module: 0.3 if narrow bars are 1.3 modules wide and narrow
    /// spaces 0.7; negative if the bars are too thin. Of matrix symbols along their rows, and only if it is strong. `nil` for too few
    /// edges.
    package var barGrowth: Double?
    /// The mean distance between edges near the ends of a line, as a share of that in its middle, at the end where it is larger: 0.8
    /// if both ends are narrower by a fifth or more, as on a round container. `nil` for matrix symbols, and for too few edges.
    package var narrowedEnds: Double?
    /// The median height of the edges near the ends of a linear symbol's lines, as a share of that in their middle, at the end where it is larger:
    /// 0.6 if the bars at both ends are so narrow that they fade, as where they turn away on a round container. `nil` for matrix symbols, and for
    /// too few edges; absent in older evidence.
    package var faintEnds: Double?
    /// The gaps between the modules of a matrix symbol that do not touch, in pixels; `nil` if they touch. `module` is then the
    /// distance from one to the next.
    package var gap: Double?
    /// How far the lines across a linear symbol differ in the number of their edges: the difference between the most and the
    /// fewest, each of nine in ten lines, as a share of the median. Near 0 for an undamaged code. `nil` for matrix symbols, and for
    /// too few edges; absent in older evidence.
    package var lineSpread: Double?
    /// The part of a matrix symbol that is darker than half way between dark and light: about half of any undamaged one. `nil`
    /// for linear symbols; absent in older evidence.
    package var darkShare: Double?
    package var veil: SymbolVeil
    /// `nil` if the surroundings do not show it.
    package var polarity: SymbolPolarity?

    /// `module` as it was drawn: where bars have grown, the narrowest elements are spaces that are thinner than that.
    package var drawnModule: Double? {
        guard let module, let barGrowth, abs(barGrowth) >= Self.strongGrowth, abs(barGrowth) < 0.9 else { return module }
        return module / (1 - abs(barGrowth))
    }

    /// Blur makes bars and spaces equal: it is no cause of more than this.
    package static let strongGrowth = 0.3

    /// The difference between the largest and the smallest value.
    package var contrast: Double { light - dark }

    private static let lines = 12

    /// - Parameters:
    ///   - corners: the outline, in pixels of `image`, from `SymbolCandidate` or a reader.
    ///   - kind: linear: lines across the bars only; matrix: lines in both directions.
    ///   - noise: `LumaImage.noiseDeviation()` of the picture.
    package init(of image: LumaImage, corners: Quadrilateral, kind: SymbolCandidate.Kind, noise: Double) {
        width = corners.width
        height = corners.height
        veil = SymbolVeil(of: image, corners: corners)
        let breadth = kind == .linear ? min(4, Int(height / 24)) : 0
        let across = Self.profiles(image, corners, breadth: breadth)
        let turned = Quadrilateral(
            topLeft: corners.bottomLeft, topRight: corners.topLeft, bottomRight: corners.topRight,
            bottomLeft: corners.bottomRight)
        let down = kind == .matrix ? Self.profiles(image, turned, breadth: 0) : []
        let values = (across + down).joined().sorted()
        guard values.count >= 16 else {
            (dark, light, modulation, edgesPerLine) = (0, 0, 0, 0)
            return
        }
        dark = Double(values[values.count / 50])
        light = Double(values[values.count - 1 - values.count / 50])
        let contrast = light - dark
        let sigma = noise / Double(2 * breadth + 1).squareRoot()
        let tolerance = Float(max(1, 3 * sigma, 0.1 * contrast))
        let rows = across.map { ProfileEdges.find(in: $0, tolerance: tolerance) }
        let columns = down.map { ProfileEdges.find(in: $0, tolerance: tolerance) }
        let all = (rows + columns).joined()
        edgesPerLine = Double(all.count) / Double(max(1, rows.count + columns.count))
        let heights = all.map { abs($0.height) }.sorted()
        modulation = heights.isEmpty ? 0 : heights[heights.count / 2] / max(1, contrast)
        edgeWidth = Self.sharpness(Array(all), contrast)
        edgeWidthAcross = Self.sharpness(rows.flatMap { $0 }, contrast)
        edgeWidthDown = Self.sharpness(columns.flatMap { $0 }, contrast)
        let distances = (rows + columns).flatMap { line in
            zip(line, line.dropFirst()).map { $1.position - $0.position }
        }.sorted()
        if distances.count >= 8 { module = distances[distances.count / 5] }
        // A grid of faint lines, as of a display's pixels, is no bars.
        let strong = Self.strongDistances(rows + columns, 0.4 * contrast)
        if modulation < 0.25, strong.count >= 24, let fine = module, strong[strong.count / 5] > 2 * fine {
            module = strong[strong.count / 5]
        }
        if kind == .linear {
            barGrowth = Self.growth(rows)
            narrowedEnds = Self.narrowedEnds(rows)
            faintEnds = Self.faintEnds(rows)
            let counts = rows.map(\.count).sorted()
            let median = counts[counts.count / 2]
            if median >= 16 {
                let outer = max(1, counts.count / 10)
                lineSpread = Double(counts[counts.count - 1 - outer] - counts[outer]) / Double(median)
            }
            edgeWidthDown = module.flatMap { Self.drawnOut(image, corners, tolerance, contrast, module: $0) }
        }
        if kind == .matrix, let growth = Self.growth(rows), growth >= Self.strongGrowth { barGrowth = growth }
        if kind == .matrix, let found = Self.gap(rows + columns) {
            gap = found.gap
            module = found.pitch
        }
        if kind == .matrix {
            let middle = Float((dark + light) / 2)
            darkShare = Double(values.count { $0 < middle }) / Double(values.count)
        }
        polarity = SymbolPolarity(
            of: image, corners: corners, kind: kind, module: module ?? 2, dark: dark, light: light)
    }

    /// The width of edges along the bars, if there are at least three on each line, none is so wide that it comes from a line
    /// that runs slowly across a bar, and the outline is about as wide as high, as that of a matrix symbol is.
    private static func drawnOut(
        _ image: LumaImage, _ corners: Quadrilateral, _ tolerance: Float, _ contrast: Double, module: Double
    ) -> Double? {
        let (short, long) = (min(corners.width, corners.height), max(corners.width, corners.height))
        guard module >= 4, long <= 1.5 * short else { return nil }
        let (a, b, c, d) = (corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft)
        func between(_ from: PixelPoint, _ to: PixelPoint, _ share: Double) -> PixelPoint {
            PixelPoint(x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
        }
        // Not the ends of the bars, nor the digits below them.
        let inner = Quadrilateral(
            topLeft: between(a, d, 0.8), topRight: between(a, d, 0.15), bottomRight: between(b, c, 0.15),
            bottomLeft: between(b, c, 0.8))
        let edges = profiles(image, inner, breadth: 0).flatMap {
            ProfileEdges.find(in: $0, tolerance: tolerance).filter { abs($0.height) >= 0.25 * contrast }
        }
        guard edges.count >= 3 * lines, let width = sharpness(edges, contrast),
            (2 * module...max(2 * module, 0.2 * corners.height)).contains(width)
        else { return nil }
        return width
    }

    /// The distances between edges of at least this height, from the shortest to the longest.
    private static func strongDistances(_ lines: [[ProfileEdge]], _ least: Double) -> [Double] {
        lines.flatMap { line in
            let strong = line.filter { abs($0.height) >= least }
            return zip(strong, strong.dropFirst()).map { $1.position - $0.position }
        }.sorted()
    }

    /// Whether dark modules never join: all dark runs are of one length, although any symbol has neighbours that are dark.
    private static func gap(_ lines: [[ProfileEdge]]) -> (gap: Double, pitch: Double)? {
        var dark: [Double] = []
        var light: [Double] = []
        for line in lines {
            for (edge, next) in zip(line, line.dropFirst()) where edge.height * next.height < 0 {
                if edge.height < 0 {
                    dark.append(next.position - edge.position)
                } else {
                    light.append(next.position - edge.position)
                }
            }
        }
        guard dark.count >= 100, light.count >= 100 else { return nil }
        (dark, light) = (dark.sorted(), light.sorted())
        let (middle, gap) = (dark[dark.count / 2], light[light.count / 5])
        guard dark[dark.count * 19 / 20] < 1.35 * middle, gap < 0.7 * middle else { return nil }
        return (gap, middle + gap)
    }

    /// From the narrow bars and the narrow spaces, each the distance that a fifth of their kind do not exceed.
    private static func growth(_ rows: [[ProfileEdge]]) -> Double? {
        var bars: [Double] = []
        var spaces: [Double] = []
        for row in rows {
            // The margins before the first bar and behind the last one are no spaces.
            guard let first = row.firstIndex(where: { $0.height < 0 }) else { continue }
            for (edge, next) in zip(row[first...], row[first...].dropFirst()) where edge.height * next.height < 0 {
                if edge.height < 0 {
                    bars.append(next.position - edge.position)
                } else {
                    spaces.append(next.position - edge.position)
                }
            }
        }
        guard bars.count >= 24, spaces.count >= 24 else { return nil }
        let (bar, space) = (bars.sorted()[bars.count / 5], spaces.sorted()[spaces.count / 5])
        return (bar - space) / (bar + space)
    }

    /// The median over the lines. The characters of a linear symbology are equally wide and have equally many edges, so in a long code
    /// the mean distance is about the same everywhere on a flat label that is looked at squarely; seen from a side, one end is
    /// narrower. Short codes are left out, whose few characters differ by chance: of 20,000 random EAN-13, Code 39, Codabar and
    /// Code 128 of at least eight characters, drawn flat, none has 0.78 or less; of ITF-14 with the widest bars, 0.3 %.
    private static func narrowedEnds(_ rows: [[ProfileEdge]]) -> Double? {
        let shares = rows.compactMap { row -> Double? in
            guard row.count >= leastEdges else { return nil }
            let positions = row.map(\.position)
            let quarter = positions.count / 4
            let last = positions.count - 1
            let left = (positions[quarter] - positions[0]) / Double(quarter)
            let right = (positions[last] - positions[last - quarter]) / Double(quarter)
            let middle = (positions[last - quarter] - positions[quarter]) / Double(last - 2 * quarter)
            return middle > 0 ? max(left, right) / middle : nil
        }.sorted()
        return shares.count >= lines / 2 ? shares[shares.count / 2] : nil
    }

    /// An EAN-13 has 60.
    private static let leastEdges = 59

    /// The most that `faintEnds` is of a bent code. Of 206 flat ones in photographs that are blurred, small, noisy or damaged, two have less; of 26
    /// round a can, by 60 to 80 degrees to each side, 13.
    package static let bentEnds = 0.68

    private static func faintEnds(_ rows: [[ProfileEdge]]) -> Double? {
        var (left, middle, right): ([Double], [Double], [Double]) = ([], [], [])
        for row in rows where row.count >= leastFaded {
            guard let first = row.first?.position, let last = row.last?.position, last > first else { continue }
            // The outermost edges are those of the paper beside the code.
            for edge in row.dropFirst().dropLast() {
                switch (edge.position - first) / (last - first) {
                case ..<0.2: left.append(abs(edge.height))
                case 0.3...0.7: middle.append(abs(edge.height))
                case 0.8...: right.append(abs(edge.height))
                default: break
                }
            }
        }
        guard min(left.count, middle.count, right.count) >= 2 * lines else { return nil }
        func median(_ heights: [Double]) -> Double { heights.sorted()[heights.count / 2] }
        let height = median(middle)
        return height > 0 ? max(median(left), median(right)) / height : nil
    }

    /// Of the shortest codes, whose few characters at the ends may be narrow by chance, as many are left.
    private static let leastFaded = 28

    /// The median width of the stronger edges: those with at least three quarters of the strongest one's height.
    private static func sharpness(_ edges: [ProfileEdge], _ contrast: Double) -> Double? {
        guard edges.count >= 8 else { return nil }
        let heights = edges.map { abs($0.height) }.sorted()
        let strongest = heights[heights.count - 1 - heights.count / 20]
        let widths = edges.filter { abs($0.height) >= 0.75 * strongest }.map(\.width).sorted()
        return widths[widths.count / 2]
    }

    /// Lines in the upper edge's direction, equally spaced between the upper and the lower edge, slightly longer than the
    /// symbol.
    private static func profiles(_ image: LumaImage, _ corners: Quadrilateral, breadth: Int) -> [[Float]] {
        (0..<lines).map { index in
            let v = 0.06 + 0.88 * (Double(index) + 0.5) / Double(lines)
            let (from, to) = (corners.point(-0.03, v), corners.point(1.03, v))
            return image.profile(x0: from.x, y0: from.y, x1: to.x, y1: to.y, halfBreadth: breadth)
        }
    }
}
