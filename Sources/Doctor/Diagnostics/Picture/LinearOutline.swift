// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import LinearReading
internal import SymbolFinding

/// Whether the outline of a linear code that was read holds all of its bars: readers that look along lines tell where they met it, and of a
/// tilted code that is a part.
struct LinearOutline {
    /// Pixels a module; `nil` if not known.
    let module: Double?
    /// How many modules farther out its bars may end; `nil` if the outline is not theirs.
    let slack: Double?

    // How many times as long as its bars should be an outline may be: measured modules are right by some percent.
    private static let whole = 0.93...1.08
    private static let part = 0.8...1.08
    private static let roughSlack = 5.0

    /// `nil` for other codes, for those of which it is not known how long they are, and for blurred ones, whose narrow bars cannot be measured.
    init?(_ symbology: Symbology, text: String?, _ corners: Quadrilateral, _ figures: SymbolFigures) {
        guard symbology.isLinear else { return nil }
        let lengths = symbology.fixedModules.map { [Double($0)] } ?? DrawnBars.modules(of: symbology, text ?? "").map { Double($0.count) }
        guard let longest = lengths.max(), let measured = figures.module, measured > 0, (figures.edgeWidth ?? 0) <= measured else { return nil }
        if let length = lengths.first(where: { Self.whole.contains(corners.width / $0 / measured) }) {
            (module, slack) = (symbology.fixedModules == nil ? measured : corners.width / length, SymbolMargin.exactSlack)
        } else {
            (module, slack) = (measured, Self.part.contains(corners.width / longest / measured) ? Self.roughSlack : nil)
        }
    }
}
