// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// The geometry of MaxiCode, in X dimensions (the pitch of hexagons in a row).
///
/// Source: ISO/IEC 16023, 33 rows of 30 and 29 hexagons around a bull's eye of three dark rings; ring sizes as
/// libzint's vector output draws them (`zint_vector_circle`, scale 2).
package enum MaxiCode {
    /// The distance between rows: regular hexagons touch.
    package static let rowPitch = 0.75.squareRoot()
    /// From corner to corner.
    package static let hexagonHeight = 2 / 3.0.squareRoot()
    /// Radii of the centre lines of the dark rings.
    package static let ringRadii = [0.969615, 2.538675, 4.107725]
    package static let ringWidth = 0.78453

    static func isDark(x: Double, y: Double, modules: ModuleGrid) -> Bool {
        let centerX = 14.5
        let centerY = (32 * rowPitch + hexagonHeight) / 2
        let fromCenter = ((x - centerX) * (x - centerX) + (y - centerY) * (y - centerY)).squareRoot()
        if fromCenter < 4.52 {
            return ringRadii.contains { abs(fromCenter - $0) <= ringWidth / 2 }
        }
        // The nearest of the surrounding hexagons: regular hexagons are the Voronoi cells of their centres.
        let guess = Int((y - hexagonHeight / 2) / rowPitch)
        var best = (distance: Double.infinity, column: 0, row: 0)
        for row in guess - 1...guess + 1 {
            let shift = row & 1 == 0 ? 0.5 : 1.0
            let column = Int((x - shift).rounded())
            let dx = x - shift - Double(column)
            let dy = y - hexagonHeight / 2 - Double(row) * rowPitch
            let distance = dx * dx + dy * dy
            if distance < best.distance { best = (distance, column, row) }
        }
        return best.distance <= 1.0 / 3 && modules.isDark(best.column, best.row)
    }
}
