// SPDX-License-Identifier: Apache-2.0

package import BarcodeEncoding
package import Barcodes

/// A code printed on a label on the table.
package struct SceneCode: Hashable, Sendable {
    package var symbol: EncodedSymbol
    /// The X dimension in millimetres.
    package var module: Double
    /// The position of the symbol's centre, in millimetres right of and below the point where the camera looks.
    package var x = 0.0
    package var y = 0.0
    /// Light modules on a dark label.
    package var isInverted = false

    package init(symbol: EncodedSymbol, module: Double) {
        self.symbol = symbol
        self.module = module
    }

    /// Encodes the text. Linear codes get bars 30 X high: labels are rarely as high as the standards require.
    package init(_ text: String, as symbology: Symbology, module: Double? = nil) throws(SceneError) {
        var options = EncodingOptions()
        if symbology.isLinear { options.barHeight = 30 }
        do {
            let symbol = try BarcodeEncoder.encode(text, as: symbology, options)
            self.init(symbol: symbol, module: module ?? Self.usualModule(for: symbol))
        } catch {
            throw SceneError(.unsuitableCode, error.description)
        }
    }

    /// 1.5 mm, or less if the symbol would be wider than 160 mm: a large label, as a webcam's resolution requires.
    package static func usualModule(for symbol: EncodedSymbol) -> Double {
        let zone = symbol.quietZone
        let wide = symbol.width + Double(zone.left + zone.right)
        return min(1.5, 160 / max(wide, symbol.height + Double(zone.top + zone.bottom)))
    }

    /// The margin of the label around the symbol, in X dimensions: 1.5 times the quiet zone, at least 4.
    var margin: (left: Double, right: Double, top: Double, bottom: Double) {
        let zone = symbol.quietZone
        return (
            max(4, 1.5 * Double(zone.left)), max(4, 1.5 * Double(zone.right)), max(4, 1.5 * Double(zone.top)),
            max(4, 1.5 * Double(zone.bottom))
        )
    }

    /// The label's size in millimetres.
    var labelWidth: Double { (symbol.width + margin.left + margin.right) * module }
    var labelHeight: Double { (symbol.height + margin.top + margin.bottom) * module }
}
