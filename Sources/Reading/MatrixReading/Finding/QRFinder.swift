// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Finds QR symbols by their finder patterns and straightens them to a clean grid of modules that any reader decodes.
struct QRFinder {
    let picture: LumaSampler
    /// The maximum number of triples of finder patterns to examine.
    var mostTriples: Int
    /// The maximum number of versions to place for each.
    var mostVersions: Int
    /// The maximum number of symbols with two finder patterns to examine where none is read that has three.
    var mostIncomplete = 0
    /// The methods of separating dark from light to try on each.
    var methods: [CellValues.Method]

    /// With the modules a side from each visible timing pattern.
    private typealias Timed = (triple: QRTriple, light: QRLight, timed: [Double])

    /// The part of a symbol with two finder patterns that must be in the picture: they suppose symbols on both of their sides,
    /// and one of these may be outside.
    private static let leastShown = 0.65

    /// The required match of a symbol's fixed modules before its data modules are read.
    private static let least = 0.35

    /// - Parameters:
    ///   - isKnown: whether a place lies in a symbol that has already been read.
    ///   - read: decodes a straightened symbol.
    ///   - unread: receives the places that look like symbols and were not read.
    /// - Returns: codes with their corners.
    func find(
        _ outlines: Outlines, isKnown: (PixelPoint) -> Bool, unread: inout [Quadrilateral],
        read: (ModuleGrid) -> Barcode?
    ) -> [Barcode] {
        var found: [Barcode] = []
        var patterns: [Int: QRPattern] = [:]
        let corners = FinderPattern.all(in: outlines).filter { !isKnown($0.center) }
        func look(_ triple: QRTriple, _ light: QRLight, _ timed: [Double]) -> Bool? {
            // A pattern belongs to one symbol.
            let isTaken = found.contains { code in
                [triple.topLeft, triple.topRight, triple.bottomLeft].contains {
                    code.corners?.contains($0.center) == true
                }
            }
            if isTaken { return nil }
            let middle = triple.topRight.center.towards(triple.bottomLeft.center, 0.5)
            if isKnown(middle) || found.contains(where: { $0.corners?.contains(middle) == true }) { return nil }
            for placement in placements(triple, light, timed, &patterns) {
                guard let code = decode(placement, triple, read) else { continue }
                found.append(code)
                return true
            }
            return false
        }
        var untimed = 0
        for (triple, light, timed) in triples(corners).prefix(mostTriples) {
            if timed.isEmpty {
                untimed += 1
                if untimed > mostTriples / 8 { break }
            }
            if look(triple, light, timed) == false, !timed.isEmpty { unread.append(triple.outline) }
        }
        if mostIncomplete > 0, found.isEmpty {
            for (triple, light, timed) in incomplete(corners) where look(triple, light, timed) == true { break }
        }
        return found
    }

    /// The position whose fixed modules match best, and by at least `least`, of all that have a visible timing pattern, read or
    /// not; of those with a missing finder pattern only if no whole one is there.
    func best(
        _ outlines: Outlines, least: Double
    ) -> (placement: QRPlacement, triple: QRTriple, score: Double)? {
        var patterns: [Int: QRPattern] = [:]
        func best(
            _ triples: some Sequence<Timed>, _ least: Double
        ) -> (placement: QRPlacement, triple: QRTriple, score: Double)? {
            var best: (placement: QRPlacement, triple: QRTriple, score: Double)?
            for (triple, light, timed) in triples where !timed.isEmpty {
                for placement in placements(triple, light, timed, &patterns) {
                    let score = placement.fixedScore(in: picture)
                    guard score >= least, best.map({ score > $0.score }) ?? true,
                        triple.missing == nil || (placement.corners?.share(inside: picture) ?? 0) >= Self.leastShown
                    else { continue }
                    best = (placement, triple, score)
                }
            }
            return best
        }
        let corners = FinderPattern.all(in: outlines)
        // What hides a finder pattern hides other fixed modules, too. By chance none come near.
        return best(triples(corners).prefix(mostTriples), least) ?? best(incomplete(corners), 0.8 * least)
    }

    /// Triples with visible timing patterns first: codes next to each other form many false triples.
    private func triples(_ corners: [FinderPattern]) -> [Timed] {
        timed(QRTriple.all(of: corners, most: 8 * mostTriples))
    }

    /// Those with one finder pattern supposed; only the timing pattern can tell that there is a symbol.
    private func incomplete(_ corners: [FinderPattern]) -> ArraySlice<Timed> {
        timed(QRTriple.incomplete(of: corners, most: 8 * mostIncomplete)).filter { !$0.timed.isEmpty }
            .prefix(mostIncomplete)
    }

    private func timed(_ triples: [QRTriple]) -> [Timed] {
        triples
            .compactMap { triple in
                QRLight(triple, in: picture).map { light in
                    (triple: triple, light: light, timed: triple.timedSides(in: picture, light))
                }
            }
            .sorted { $0.timed.count > $1.timed.count }
    }

    /// Possible positions of the symbol, likeliest first.
    private func placements(
        _ triple: QRTriple, _ light: QRLight, _ timed: [Double], _ patterns: inout [Int: QRPattern]
    ) -> [QRPlacement] {
        var rough: [(starts: [QRPlacement], score: Double)] = []
        for version in triple.versions(timed: timed) {
            guard let pattern = patterns[version] ?? QRShape(version: version).map(QRPattern.init) else { continue }
            patterns[version] = pattern
            let starts = triple.fourthCorners.map { corner in
                var start = QRPlacement(triple, pattern, light, fourthCorner: corner)
                start.fit(in: picture, climbing: false)
                return start
            }
            rough.append((starts, starts.map(\.score).max() ?? -1))
        }
        // The likeliest version, and those whose timing patterns match best even if the fourth corner is not known yet.
        if rough.count > mostVersions {
            rough = [rough[0]] + rough.dropFirst().sorted { $0.score > $1.score }.prefix(mostVersions - 1)
        }
        var fitted: [QRPlacement] = []
        for (starts, _) in rough {
            var best: QRPlacement?
            for start in starts {
                if start.score > best?.score ?? -1 { best = start }
                for var candidate in start.aligned(in: picture) {
                    candidate.fit(in: picture, climbing: false)
                    if candidate.score > best?.score ?? -1 { best = candidate }
                }
            }
            if let best { fitted.append(best) }
        }
        // Only promising candidates are worth the fit.
        let top = fitted.map(\.score).max() ?? -1
        var climbed = fitted.filter { $0.score > max(0.12, top - 0.25) }
        for index in climbed.indices { climbed[index].fit(in: picture, climbing: true) }
        return climbed.filter { $0.score > Self.least }.sorted { $0.score > $1.score }
    }

    private func decode(_ placement: QRPlacement, _ triple: QRTriple, _ read: (ModuleGrid) -> Barcode?) -> Barcode? {
        guard let corners = placement.corners, let flat = placement.map else { return nil }
        let side = placement.shape.side
        var values: [CellValues] = []
        if let mesh = QRMesh(placement, in: picture) {
            values.append(
                CellValues(picture, columns: side, rows: side, modulePixels: placement.modulePixels) { mesh($0, $1) })
        }
        values.append(
            CellValues(picture, columns: side, rows: side, modulePixels: placement.modulePixels) { flat($0, $1) })
        var seen: Set<ModuleGrid> = []
        for cells in values {
            for method in methods {
                let grid = cells.grid(method, isInverted: triple.isInverted)
                // A mirrored symbol has rows and columns exchanged; intact format information shows which of the two it
                // is.
                let views = [(grid: grid, isMirrored: false), (grid: grid.transposed, isMirrored: true)]
                    .map { (view: $0, errors: placement.shape.formatErrors(in: $0.grid)) }
                    .filter { $0.errors <= 3 }
                    .sorted { $0.errors < $1.errors }
                for (view, _) in views {
                    var whole = view.grid
                    // Fixed modules are drawn, not sampled: a speck in a finder pattern must not hide it from the
                    // library.
                    for cell in placement.pattern.known { whole[cell.column, cell.row] = cell.isDark }
                    guard seen.insert(whole).inserted, var code = read(whole) else { continue }
                    code.corners = view.isMirrored ? corners.mirrored : corners
                    code.isMirrored = view.isMirrored != code.isMirrored
                    return code
                }
            }
        }
        return nil
    }
}

extension Quadrilateral {
    /// The share of its area that lies within a picture.
    fileprivate func share(inside picture: LumaSampler) -> Double {
        var inside = 0
        for row in 0..<20 {
            let along = (Double(row) + 0.5) / 20
            let (left, right) = (topLeft.towards(bottomLeft, along), topRight.towards(bottomRight, along))
            for column in 0..<20 {
                if picture.contains(left.towards(right, (Double(column) + 0.5) / 20)) { inside += 1 }
            }
        }
        return Double(inside) / 400
    }
}
