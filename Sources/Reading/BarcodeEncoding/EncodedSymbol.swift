// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A code as its standard defines it: a pattern of modules, without a size in millimetres or pixels.
///
/// Lengths are in X dimensions, the width of the narrowest element (for MaxiCode, the distance of neighbouring
/// hexagons of a row). The origin is the symbol's own top left corner, quiet zone excluded.
package struct EncodedSymbol: Hashable, Sendable {
    package var kind: CodeKind
    /// The text to encode, as given; for bytes that are not UTF-8, the repaired text.
    package var text: String
    /// The symbol's content as a reader returns it. It includes added check digits and padding (EAN, UPC, ISBN, ITF, Code
    /// 39 modulo 43) and Codabar's start and stop characters, but not those of Code 39. For GS1 data: the elements
    /// without brackets and without the group separators (FNC1). A printed-only symbology carried in another holds what
    /// its own rules produce: Code 32's digits, not its letters.
    package var content: String
    /// The text printed next to it for people: the content, in the form that the standard prescribes.
    package var caption: String
    /// The dark modules. A linear symbol has one row; a stacked one has several, with different heights.
    package var modules: ModuleGrid
    /// The height of each row of `modules`, in X dimensions.
    package var rowHeights: [Double]
    package var layout: Layout
    /// The margin that the standard requires.
    package var quietZone: QuietZone

    package enum Layout: Hashable, Sendable {
        /// Modules are rectangles one X dimension wide and `rowHeights` high.
        case rectangular
        /// MaxiCode: modules are regular hexagons with a corner at the top, odd rows shifted right by half an X
        /// dimension, around a bull's eye.
        case hexagonal
    }

    init(
        kind: CodeKind, text: String, content: String, caption: String, modules: ModuleGrid, rowHeights: [Double],
        layout: Layout = .rectangular, quietZone: QuietZone
    ) {
        precondition(rowHeights.count == modules.rows, "one height a row")
        self.kind = kind
        self.text = text
        self.content = content
        self.caption = caption
        self.modules = modules
        self.rowHeights = rowHeights
        self.layout = layout
        self.quietZone = quietZone
    }

    /// The symbology that a reader reports; `nil` if it is printed-only.
    package var symbology: Symbology? {
        if case .readable(let symbology) = kind { symbology } else { nil }
    }

    /// The symbol's width in X dimensions, quiet zone excluded.
    package var width: Double { Double(modules.columns) }

    /// The symbol's height in X dimensions, quiet zone excluded.
    package var height: Double {
        switch layout {
        case .rectangular: rowHeights.reduce(0, +)
        case .hexagonal: Double(modules.rows - 1) * MaxiCode.rowPitch + MaxiCode.hexagonHeight
        }
    }

    /// Whether the point, in X dimensions from the symbol's top left, is dark. Outside the symbol it is light.
    package func isDark(x: Double, y: Double) -> Bool {
        guard x >= 0, y >= 0, x < width, y < height else { return false }
        switch layout {
        case .rectangular:
            var bottom = 0.0
            for (row, height) in rowHeights.enumerated() {
                bottom += height
                if y < bottom { return modules.isDark(Int(x), row) }
            }
            return false
        case .hexagonal:
            return MaxiCode.isDark(x: x, y: y, modules: modules)
        }
    }
}
