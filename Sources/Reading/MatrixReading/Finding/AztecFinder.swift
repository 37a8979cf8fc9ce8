// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Finds Aztec symbols by their bull's eyes, reads the message around it, and follows the modules outwards.
struct AztecFinder {
    let picture: LumaSampler
    /// The maximum number of bull's eyes to examine.
    var mostEyes: Int

    struct Found {
        var symbol: DecodedSymbol
        var corners: Quadrilateral
        var isMirrored = false
    }

    /// - Parameter isKnown: whether a place lies in a symbol that has already been read.
    func find(_ outlines: Outlines, isKnown: (PixelPoint) -> Bool) -> [Found] {
        var found: [Found] = []
        for eye in BullsEye.all(in: outlines).prefix(mostEyes) {
            let center = eye.corners.center
            if isKnown(center) || found.contains(where: { $0.corners.contains(center) }) { continue }
            if let symbol = read(eye) { found.append(symbol) }
        }
        return found
    }

    private func read(_ eye: BullsEye) -> Found? {
        for isCompact in [true, false] {
            // A clean ring of 9 or 11 modules cannot be in a compact symbol, whose message begins at 11.
            if isCompact, eye.modules == 11 { continue }
            guard let core = Core(eye, isCompact: isCompact, in: picture) else { continue }
            for view in core.views(in: picture) {
                guard let mode = view.mode(in: picture), let found = decode(view, mode) else { continue }
                return found
            }
        }
        return nil
    }

    private func decode(_ core: Core, _ mode: AztecMode) -> Found? {
        let side: Int
        switch mode {
        case .rune: side = 11
        case .symbol(let shape, _, _): side = shape.side
        }
        let grown = core.grown(to: side / 2, mode, in: picture)
        guard let map = Homography(grown.corners(halfSide: Double(side) / 2)) else { return nil }
        let cells = CellValues(picture, map, columns: side, rows: side, modulePixels: core.modulePixels)
        var grids: Set<ModuleGrid> = []
        for method in CellValues.Method.allCases {
            let grid = cells.grid(method, isInverted: core.isInverted)
            guard grids.insert(grid).inserted, let symbol = AztecDecoder.decode(grid, mode) else { continue }
            // With four check words or fewer, about one random word in several hundred could be corrected.
            guard symbol.correctable >= 3 || symbol.corrected == 0 else { continue }
            return Found(
                symbol: symbol, corners: grown.corners(halfSide: Double(side) / 2), isMirrored: core.isMirrored)
        }
        return nil
    }
}

/// A bull's eye with a fitted grid.
private struct Core {
    /// The square from -`half` to `half` modules around the centre.
    private var outline: Quadrilateral
    private var half: Double
    let isCompact: Bool
    let isInverted: Bool
    private(set) var isMirrored = false
    /// The grey value half way between dark and light, and their difference.
    private var middle = 128.0
    private var contrast = 0.0
    private(set) var modulePixels: Double

    /// The required similarity to a bull's eye, as a correlation.
    private static let likeness = 0.6

    init?(_ eye: BullsEye, isCompact: Bool, in picture: LumaSampler) {
        self.isCompact = isCompact
        isInverted = eye.isInverted
        modulePixels = eye.modulePixels
        let last = AztecShape.modeRing(isCompact: isCompact) - 1
        half = Double(eye.modules) / 2
        outline = eye.corners
        // First the rings inside the observed one, then all.
        for reach in Set([min(last, eye.modules / 2), last]).sorted() {
            guard let scaled = Self.scaled(outline, from: half, to: Double(reach) + 0.5) else { return nil }
            let cells = Self.rings(reach)
            let sign = isInverted ? -1.0 : 1.0
            let half = Double(reach) + 0.5
            func score(_ corners: Quadrilateral) -> Double {
                Self.likeness(cells, corners, half, sign, picture)
            }
            var fit = GridFit(corners: scaled, score: score(scaled))
            fit.climb(step: max(0.4, modulePixels / 2), halvings: 4, score)
            guard fit.score > Self.likeness else { return nil }
            outline = fit.corners
            self.half = half
        }
        guard let map = Homography(outline) else { return nil }
        var (dark, light) = ((sum: 0.0, count: 0.0), (sum: 0.0, count: 0.0))
        for cell in Self.rings(last) {
            let value = picture(Self.at(map, half, Double(cell.x), Double(cell.y)))
            if cell.isDark != isInverted {
                dark = (dark.sum + value, dark.count + 1)
            } else {
                light = (light.sum + value, light.count + 1)
            }
        }
        middle = (dark.sum / dark.count + light.sum / light.count) / 2
        contrast = light.sum / light.count - dark.sum / dark.count
        guard contrast > 8 else { return nil }
    }

    private struct Cell {
        var x: Int
        var y: Int
        var isDark: Bool
    }

    private static func rings(_ reach: Int) -> [Cell] {
        var cells: [Cell] = []
        for y in -reach...reach {
            for x in -reach...reach { cells.append(Cell(x: x, y: y, isDark: max(abs(x), abs(y)) % 2 == 0)) }
        }
        return cells
    }

    @inline(__always)
    private static func at(_ map: Homography, _ half: Double, _ x: Double, _ y: Double) -> PixelPoint {
        map((x / half + 1) / 2, (y / half + 1) / 2)
    }

    private static func scaled(_ outline: Quadrilateral, from half: Double, to other: Double) -> Quadrilateral? {
        guard let map = Homography(outline) else { return nil }
        return Quadrilateral(
            topLeft: at(map, half, -other, -other), topRight: at(map, half, other, -other),
            bottomRight: at(map, half, other, other), bottomLeft: at(map, half, -other, other))
    }

    private static func likeness(
        _ cells: [Cell], _ corners: Quadrilateral, _ half: Double, _ sign: Double, _ picture: LumaSampler
    ) -> Double {
        guard let map = Homography(corners) else { return -1 }
        let n = Double(cells.count)
        var (sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0)
        for cell in cells {
            let value = picture(at(map, half, Double(cell.x), Double(cell.y)))
            let expected = cell.isDark ? -sign : sign
            sx += value
            sy += expected
            sxx += value * value
            sxy += value * expected
        }
        let vx = sxx / n - sx * sx / n / n
        let vy = 1 - sy * sy / n / n
        guard vx > 4 else { return 0 }
        return (sxy / n - sx * sy / n / n) / (vx * vy).squareRoot()
    }

    // MARK: Which way is up

    /// The core rotated and mirrored so that its corners are correct, likeliest first.
    func views(in picture: LumaSampler) -> [Core] {
        let ring = AztecShape.modeRing(isCompact: isCompact)
        let o = outline
        let turned = [
            o,
            Quadrilateral(
                topLeft: o.topRight, topRight: o.bottomRight, bottomRight: o.bottomLeft, bottomLeft: o.topLeft),
            o.turnedAround,
            Quadrilateral(
                topLeft: o.bottomLeft, topRight: o.topLeft, bottomRight: o.topRight, bottomLeft: o.bottomRight),
        ]
        let mirrored = turned.map { ($0.mirrored, true) }
        let views = (turned.map { ($0, false) } + mirrored).compactMap { corners, isMirrored -> (Core, Int)? in
            var view = self
            view.isMirrored = isMirrored
            view.outline = corners
            guard let map = Homography(corners) else { return nil }
            var wrong = 0
            for (sx, sy) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
                for (x, y) in [(ring, ring), (ring - 1, ring), (ring, ring - 1)] {
                    guard let dark = AztecShape.corner(sx * x, sy * y, ring: ring) else { continue }
                    if view.isDark(map, sx * x, sy * y, picture) != dark { wrong += 1 }
                }
            }
            return wrong <= 3 ? (view, wrong) : nil
        }
        return views.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private func isDark(_ map: Homography, _ x: Int, _ y: Int, _ picture: LumaSampler) -> Bool {
        (picture(Self.at(map, half, Double(x), Double(y))) < middle) != isInverted
    }

    func mode(in picture: LumaSampler) -> AztecMode? {
        guard let map = Homography(outline) else { return nil }
        return AztecMode.read(isCompact: isCompact) { isDark(map, $0, $1, picture) }
    }

    // MARK: Outwards

    func corners(halfSide: Double) -> Quadrilateral { Self.scaled(outline, from: half, to: halfSide) ?? outline }

    /// The grid extended to `radius` modules from the centre in small steps, so that it is never off by half a module
    /// where it is fitted: known modules must have their value, the others must be clearly dark or light.
    func grown(to radius: Int, _ mode: AztecMode, in picture: LumaSampler) -> Core {
        var core = self
        guard case .symbol(let shape, _, _) = mode else { return self }
        var reach = AztecShape.modeRing(isCompact: isCompact)
        let sign = isInverted ? -1.0 : 1.0
        while true {
            let cells = Self.cells(shape, reach)
            let half = Double(reach) + 0.5
            guard let scaled = Self.scaled(core.outline, from: core.half, to: half) else { return core }
            func score(_ corners: Quadrilateral) -> Double {
                guard let map = Homography(corners) else { return -1 }
                var sum = 0.0
                for cell in cells {
                    let away = picture(Self.at(map, half, Double(cell.x), Double(cell.y))) - middle
                    let limited = min(max(away, -contrast / 2), contrast / 2)
                    sum += cell.isDark.map { $0 ? -sign * limited : sign * limited } ?? 0.7 * abs(limited)
                }
                return sum / Double(cells.count)
            }
            var fit = GridFit(corners: scaled, score: score(scaled))
            fit.climb(step: max(0.25, core.modulePixels / 2.5), halvings: 3, score)
            core.outline = fit.corners
            core.half = half
            guard reach < radius else { return core }
            reach = min(radius, reach + 2)
        }
    }

    private struct Seen {
        var x: Int
        var y: Int
        /// `nil` for data.
        var isDark: Bool?
    }

    /// All known modules up to `reach`; of the data, the outermost two lines on each side and a sample of the rest.
    private static func cells(_ shape: AztecShape, _ reach: Int) -> [Seen] {
        var cells: [Seen] = []
        for y in -reach...reach {
            for x in -reach...reach {
                let known = shape.pattern(x, y)
                let distance = max(abs(x), abs(y))
                // The bull's eye is large and central, and has been fitted well enough.
                if distance < 4, (x + y) % 3 != 0 { continue }
                let step = reach <= 16 ? 1 : reach / 8
                if known == nil, distance < reach - 1, (x * 7 + y * 3) % step != 0 { continue }
                if known == nil, distance >= reach - 1, (x + y) % max(1, step / 2) != 0 { continue }
                cells.append(Seen(x: x, y: y, isDark: known))
            }
        }
        return cells
    }
}
