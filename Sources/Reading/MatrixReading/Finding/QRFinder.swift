// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// Finds QR symbols by their finder patterns and straightens them: a clean grid of modules, which any reader reads.
struct QRFinder {
    let picture: LumaSampler
    /// Threes of finder patterns looked at, at most.
    var mostTriples: Int
    /// Ways to tell dark from light that are tried on each.
    var methods: [CellValues.Method]

    /// What is known of a symbol must be seen so well before its modules are read at all.
    private static let least = 0.35

    /// - Parameters:
    ///   - isKnown: whether a place lies in a symbol that has been read before.
    ///   - read: a straightened symbol's text, by whoever reads QR.
    /// - Returns: codes with their corners.
    func find(_ outlines: Outlines, isKnown: (PixelPoint) -> Bool, read: (ModuleGrid) -> Barcode?) -> [Barcode] {
        var found: [Barcode] = []
        var patterns: [Int: QRPattern] = [:]
        // Those whose timing patterns are seen first: beside each other, codes make many threes that are none.
        let triples = QRTriple.all(of: FinderPattern.all(in: outlines), most: 8 * mostTriples)
            .compactMap { triple in
                QRLight(triple, in: picture).map { light in
                    (triple: triple, light: light, timed: triple.timedSides(in: picture, light))
                }
            }
            .sorted { $0.timed.count > $1.timed.count }
        var untimed = 0
        for (triple, light, timed) in triples.prefix(mostTriples) {
            if timed.isEmpty {
                untimed += 1
                if untimed > mostTriples / 8 { break }
            }
            let middle = triple.topRight.center.towards(triple.bottomLeft.center, 0.5)
            if isKnown(middle) || found.contains(where: { $0.corners?.contains(middle) == true }) { continue }
            for placement in placements(triple, light, timed, &patterns) {
                guard let code = decode(placement, triple, read) else { continue }
                found.append(code)
                break
            }
        }
        return found
    }

    /// Where the symbol may lie, the likeliest first.
    private func placements(
        _ triple: QRTriple, _ light: QRLight, _ timed: [Double], _ patterns: inout [Int: QRPattern]
    ) -> [QRPlacement] {
        var fitted: [QRPlacement] = []
        for version in triple.versions(timed: timed) {
            guard let pattern = patterns[version] ?? QRShape(version: version).map(QRPattern.init) else { continue }
            patterns[version] = pattern
            var best: QRPlacement?
            for corner in triple.fourthCorners {
                let start = QRPlacement(triple, pattern, light, fourthCorner: corner)
                for var candidate in [start] + start.aligned(in: picture) {
                    candidate.fit(in: picture, climbing: false)
                    if candidate.score > best?.score ?? -1 { best = candidate }
                }
            }
            if let best { fitted.append(best) }
        }
        // Only what comes near is worth the climb.
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
                // A mirror shows its rows as columns; which of the two it is, the format tells if it is not spoilt.
                let views = [(grid: grid, isMirrored: false), (grid: grid.transposed, isMirrored: true)]
                    .map { (view: $0, errors: placement.shape.formatErrors(in: $0.grid)) }
                    .filter { $0.errors <= 3 }
                    .sorted { $0.errors < $1.errors }
                for (view, _) in views {
                    var whole = view.grid
                    // What is known need not be seen: a speck in a finder pattern must not hide it from the library.
                    for cell in placement.pattern.known { whole[cell.column, cell.row] = cell.isDark }
                    guard seen.insert(whole).inserted, var code = read(whole) else { continue }
                    code.corners = view.isMirrored ? corners.mirrored : corners
                    return code
                }
            }
        }
        return nil
    }
}
