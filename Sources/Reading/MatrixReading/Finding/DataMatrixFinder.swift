// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Finds Data Matrix symbols: an L of two solid edges, then the timing edges opposite.
struct DataMatrixFinder {
    let picture: LumaSampler
    /// The maximum number of corners to examine.
    var mostCorners: Int
    /// Also mirrored symbols, and all methods of separating dark from light.
    var isThorough: Bool

    struct Found {
        var symbol: DecodedSymbol
        var corners: Quadrilateral
        var isMirrored = false
    }

    /// Largest first: in a symbol with several regions, each looks like a separate symbol.
    ///
    /// - Parameters:
    ///   - isKnown: whether a place lies in a symbol that has already been read.
    ///   - known: the places of symbols that have already been read.
    ///   - unread: receives the places that look like symbols and were not read.
    func find(
        _ outlines: Outlines, isKnown: (PixelPoint) -> Bool, known: [Quadrilateral], unread: inout [Quadrilateral]
    ) -> [Found] {
        var corners: [SolidCorner] = []
        for outline in outlines.all where outline.length >= 30 && !isKnown(outline.center) {
            for slack in isThorough ? [0.02, 0.05] : [0.02] {
                corners += SolidCorner.all(of: outlines.polygon(of: outline, slack: slack))
            }
        }
        corners.sort { $0.area > $1.area }
        var found: [Found] = []
        // Symbols on one sheet or tray have about the same size: more of the size of one that was read are worth a look.
        var sizes = known.map { ($0.width * $0.height).squareRoot() }
        func isAlike(_ corner: SolidCorner) -> Bool {
            let side = corner.area.squareRoot()
            return sizes.contains { side > 0.7 * $0 && side < 1.4 * $0 }
        }
        var looked: [SolidCorner] = []
        func look(_ corner: SolidCorner) {
            if isKnown(corner.middle) || found.contains(where: { $0.corners.contains(corner.middle) }) { return }
            // The same corner from another polygon.
            if looked.contains(where: { $0.isLike(corner) }) { return }
            guard corner.isLikely(picture) else { return }
            looked.append(corner)
            if let symbol = read(corner) { found.append(symbol) } else { unread.append(corner.outline) }
        }
        for corner in corners where looked.count < mostCorners && !isAlike(corner) { look(corner) }
        sizes += found.map { ($0.corners.width * $0.corners.height).squareRoot() }
        let limit = looked.count + Self.mostAlike
        for corner in corners where looked.count < limit && isAlike(corner) { look(corner) }
        return found
    }

    /// The maximum number of corners of the size of a symbol that was read.
    private static let mostAlike = 80

    // MARK: One corner

    private struct Candidate {
        var size: DataMatrixSize
        var fit: GridFit
    }

    private func read(_ rough: SolidCorner) -> Found? {
        let corner = rough.refined(picture)
        let sign = corner.isInverted ? -1.0 : 1.0
        let tops = farEnds(corner.top, corner.right, corner.corner, sign)
        let rights = farEnds(corner.right, corner.top, corner.corner, sign)
        var candidates: [Candidate] = []
        for top in tops {
            for right in rights {
                guard let meeting = Self.meeting(corner.top, top, corner.right, right) else { continue }
                let outline = Quadrilateral(
                    topLeft: corner.top, topRight: meeting, bottomRight: corner.right, bottomLeft: corner.corner)
                guard picture.isInside(meeting, margin: 2), let map = Homography(outline) else { continue }
                for size in sizes(outline) {
                    let score = timing(size, map, sign)
                    if score > 0.36 {
                        candidates.append(Candidate(size: size, fit: GridFit(corners: outline, score: score)))
                    }
                }
            }
        }
        candidates.sort { $0.fit.score > $1.fit.score }
        var tried: Set<DataMatrixSize> = []
        for candidate in candidates.prefix(24) where tried.count < (isThorough ? 5 : 3) {
            guard tried.insert(candidate.size).inserted else { continue }
            if let found = decode(candidate, isInverted: corner.isInverted) { return found }
        }
        return nil
    }

    /// Sizes whose modules would be roughly square and at least one pixel.
    private func sizes(_ outline: Quadrilateral) -> [DataMatrixSize] {
        let (width, height) = (outline.width, outline.height)
        return DataMatrixSize.all.filter { size in
            let x = width / Double(size.columns)
            let y = height / Double(size.rows)
            return min(x, y) >= 0.95 && x < 2 * y && y < 2 * x
        }
    }

    /// Possible ends of the edge opposite a side of the L: `start` is the end of the L where it begins, `side` the other
    /// end of the parallel side.
    ///
    /// From far outside inwards, the mean along the line is that of the quiet zone, then falls half way towards dark. The
    /// steepest falls are taken.
    private func farEnds(_ start: PixelPoint, _ side: PixelPoint, _ corner: PixelPoint, _ sign: Double) -> [PixelPoint]
    {
        let (ux, uy) = (side.x - corner.x, side.y - corner.y)
        let (vx, vy) = (start.x - corner.x, start.y - corner.y)
        let long = (ux * ux + uy * uy).squareRoot()
        let across = (vx * vx + vy * vy).squareRoot()
        let reach = min(0.35 * long, 0.35 * across + 0.05 * long)
        let step = max(0.5, long / 100)
        let steps = Int((reach / step).rounded(.up))
        let samples = min(isThorough ? 96 : 48, max(24, Int(long)))
        var means: [Double] = []
        for index in -steps...steps {
            // Away from the L is positive.
            let off = Double(index) * step / across
            var sum = 0.0
            for sample in 0..<samples {
                let t = 0.06 + 0.9 * (Double(sample) + 0.5) / Double(samples)
                sum += picture(
                    PixelPoint(x: start.x + t * (ux + off * vx), y: start.y + t * (uy + off * vy)))
            }
            means.append(sum / Double(samples))
        }
        let gap = max(1, Int((max(1, long / 60) / step).rounded()))
        var falls: [(fall: Double, index: Int)] = []
        for index in means.indices where index >= gap && index + gap < means.count {
            falls.append((sign * (means[index + gap] - means[index - gap]), index))
        }
        var peaks: [(fall: Double, index: Int)] = []
        for fall in falls.sorted(by: { $0.fall > $1.fall }) {
            guard fall.fall > 4, peaks.count < 3 else { break }
            if peaks.allSatisfy({ abs($0.index - fall.index) > 2 * gap }) { peaks.append(fall) }
        }
        return peaks.map { peak in
            let off = Double(peak.index - steps) * step / across
            return PixelPoint(x: start.x + ux + off * vx, y: start.y + uy + off * vy)
        }
    }

    /// The intersection of the line through `a` and `b` with the one through `c` and `d`.
    private static func meeting(_ a: PixelPoint, _ b: PixelPoint, _ c: PixelPoint, _ d: PixelPoint) -> PixelPoint? {
        let (ux, uy) = (b.x - a.x, b.y - a.y)
        let (vx, vy) = (d.x - c.x, d.y - c.y)
        let cross = ux * vy - uy * vx
        guard abs(cross) > 1e-6 else { return nil }
        let t = ((c.x - a.x) * vy - (c.y - a.y) * vx) / cross
        return PixelPoint(x: a.x + t * ux, y: a.y + t * uy)
    }

    // MARK: Fitting

    /// How well the two timing edges alternate, -1 to 1: the deviation on the correct side of the mean, relative to the
    /// total.
    private func timing(_ size: DataMatrixSize, _ map: Homography, _ sign: Double) -> Double {
        let upper = (0..<size.columns).map { column in
            picture(map((Double(column) + 0.5) / Double(size.columns), 0.5 / Double(size.rows)))
        }
        let right = (0..<size.rows).map { row in
            picture(map(1 - 0.5 / Double(size.columns), (Double(row) + 0.5) / Double(size.rows)))
        }
        // The upper edge begins dark at the left, the right edge light at the top.
        return (Self.alternation(upper, sign) + Self.alternation(right, -sign)) / 2
    }

    private static func alternation(_ values: [Double], _ sign: Double) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        var (right, all) = (0.0, 0.0)
        for (index, value) in values.enumerated() {
            let away = value - mean
            right += index % 2 == 0 ? -away : away
            all += abs(away)
        }
        return all > 2 * Double(values.count) ? sign * right / all : 0
    }

    /// The border modules with their values and weights: the pattern of every region, and the quiet zone.
    private struct Border {
        var places: [(u: Double, v: Double, sign: Double, weight: Double)] = []

        init(_ size: DataMatrixSize, _ polarity: Double) {
            let (columns, rows) = (Double(size.columns), Double(size.rows))
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    guard let dark = size.border(column, row) else { continue }
                    // Nothing changes along the solid edges, so a few modules suffice.
                    let isTiming = row % size.regionHeight == 0 || column % size.regionWidth == size.regionWidth - 1
                    places.append(
                        (
                            (Double(column) + 0.5) / columns, (Double(row) + 0.5) / rows,
                            dark ? -polarity : polarity, isTiming ? 1 : 0.5
                        ))
                }
            }
            // The quiet zone, half a module outside.
            for column in 0..<size.columns {
                let u = (Double(column) + 0.5) / columns
                places.append((u, 1 + 0.5 / rows, polarity, 0.4))
                places.append((u, -0.5 / rows, polarity, 0.4))
            }
            for row in 0..<size.rows {
                let v = (Double(row) + 0.5) / rows
                places.append((-0.5 / columns, v, polarity, 0.4))
                places.append((1 + 0.5 / columns, v, polarity, 0.4))
            }
        }

        /// The correlation of observed and expected values.
        func score(_ picture: LumaSampler, _ corners: Quadrilateral) -> Double {
            guard let map = Homography(corners) else { return -1 }
            var (sw, sx, sy, sxx, syy, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            for place in places {
                let x = picture(map(place.u, place.v))
                sw += place.weight
                sx += place.weight * x
                sy += place.weight * place.sign
                sxx += place.weight * x * x
                syy += place.weight
                sxy += place.weight * x * place.sign
            }
            let (vx, vy) = (sxx / sw - sx * sx / sw / sw, syy / sw - sy * sy / sw / sw)
            guard vx > 4, vy > 0 else { return 0 }
            return (sxy / sw - sx * sy / sw / sw) / (vx * vy).squareRoot()
        }
    }

    private func decode(_ candidate: Candidate, isInverted: Bool) -> Found? {
        let size = candidate.size
        let border = Border(size, isInverted ? -1 : 1)
        var fit = candidate.fit
        let module = min(fit.corners.width / Double(size.columns), fit.corners.height / Double(size.rows))
        fit.score = border.score(picture, fit.corners)
        // From further away it never climbs high enough.
        guard fit.score > 0.45 else { return nil }
        fit.climb(step: max(0.5, module / 2), halvings: 3) { border.score(picture, $0) }
        guard fit.score > 0.7, let map = Homography(fit.corners) else { return nil }
        let cells = CellValues(picture, map, columns: size.columns, rows: size.rows, modulePixels: module)
        var grids: Set<ModuleGrid> = []
        for method in isThorough ? CellValues.Method.allCases : [.whole, .local, .unblurred] {
            let grid = cells.grid(method, isInverted: isInverted)
            guard grids.insert(grid).inserted, Self.isPlausible(grid, size) else { continue }
            if let symbol = DataMatrixDecoder.decode(grid) { return Found(symbol: symbol, corners: fit.corners) }
            if isThorough, let symbol = decodeMirrored(grid) {
                return Found(symbol: symbol, corners: fit.corners, isMirrored: true)
            }
        }
        return nil
    }

    /// Mirrored on the diagonal through the corner of the L.
    private func decodeMirrored(_ grid: ModuleGrid) -> DecodedSymbol? {
        let mirrored = ModuleGrid(columns: grid.rows, rows: grid.columns) { column, row in
            grid[grid.columns - 1 - row, grid.rows - 1 - column]
        }
        return DataMatrixDecoder.decode(mirrored)
    }

    /// Only a few modules of the border may be wrong. The smallest sizes have few check words, so noise with an
    /// accidental border could pass; their border must be nearly correct.
    private static func isPlausible(_ grid: ModuleGrid, _ size: DataMatrixSize) -> Bool {
        var (wrong, all) = (0, 0)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                guard let dark = size.border(column, row) else { continue }
                all += 1
                if grid[column, row] != dark { wrong += 1 }
            }
        }
        return wrong * (size.rows * size.columns <= 200 ? 8 : 4) <= all
    }
}
