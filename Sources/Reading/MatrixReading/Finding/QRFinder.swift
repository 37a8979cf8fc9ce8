// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Finds QR symbols by their finder patterns and straightens them to a clean grid of modules that any reader decodes.
struct QRFinder {
    let picture: LumaSampler
    /// The maximum number of triples of finder patterns to examine.
    var mostTriples: Int
    /// The maximum number of versions to place for each.
    var mostVersions: Int
    /// The methods of separating dark from light to try on each.
    var methods: [CellValues.Method]

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
        var untimed = 0
        for (triple, light, timed) in triples(outlines, isKnown).prefix(mostTriples) {
            if timed.isEmpty {
                untimed += 1
                if untimed > mostTriples / 8 { break }
            }
            // A pattern belongs to one symbol.
            let isTaken = found.contains { code in
                [triple.topLeft, triple.topRight, triple.bottomLeft].contains {
                    code.corners?.contains($0.center) == true
                }
            }
            if isTaken { continue }
            let middle = triple.topRight.center.towards(triple.bottomLeft.center, 0.5)
            if isKnown(middle) || found.contains(where: { $0.corners?.contains(middle) == true }) { continue }
            var isRead = false
            for placement in placements(triple, light, timed, &patterns) {
                guard let code = decode(placement, triple, read) else { continue }
                found.append(code)
                isRead = true
                break
            }
            if !isRead, !timed.isEmpty { unread.append(triple.outline) }
        }
        return found
    }

    /// The position that matches best of all that have a visible timing pattern, read or not.
    func best(_ outlines: Outlines) -> (placement: QRPlacement, isInverted: Bool)? {
        var patterns: [Int: QRPattern] = [:]
        return triples(outlines) { _ in false }.prefix(mostTriples).filter { !$0.timed.isEmpty }
            .compactMap { found in
                placements(found.triple, found.light, found.timed, &patterns).first.map {
                    ($0, found.triple.isInverted)
                }
            }
            .max { $0.0.score < $1.0.score }
    }

    /// Triples with visible timing patterns first: codes next to each other form many false triples.
    private func triples(
        _ outlines: Outlines, _ isKnown: (PixelPoint) -> Bool
    ) -> [(triple: QRTriple, light: QRLight, timed: [Double])] {
        let corners = FinderPattern.all(in: outlines).filter { !isKnown($0.center) }
        return QRTriple.all(of: corners, most: 8 * mostTriples)
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
