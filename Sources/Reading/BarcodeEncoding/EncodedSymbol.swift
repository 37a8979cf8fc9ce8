// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// A code as its standard defines it: a pattern of modules without a size in millimetres or pixels.
///
/// Lengths are in X dimensions, the width of the narrowest element (for MaxiCode, the distance of neighbouring
/// hexagons of a row). The origin is the symbol's own top left corner, quiet zone excluded.
public struct EncodedSymbol: Hashable, Sendable {
    public var kind: CodeKind
    /// What was asked to be encoded, as given; of bytes that are not UTF-8, the repaired text.
    public var text: String
    /// What the symbol holds, as a reader gives it back: check digits and padding that were added are in it (EAN, UPC,
    /// ISBN, ITF, Code 39 modulo 43), start and stop characters of Code 39 are not, Codabar's are. Of
    /// GS1 data, the elements without brackets; the group separators between them (FNC1) are left out. What is printed in
    /// another symbology by rules of its own holds what these rules give: Code 32's digits, not its letters.
    public var content: String
    /// What is printed beside it for people: the content, in the form that the standard gives it.
    public var caption: String
    /// The dark modules. A linear symbol has one row, a stacked one several of differing heights.
    public var modules: ModuleGrid
    /// The height of each row of `modules`, in X dimensions.
    public var rowHeights: [Double]
    public var layout: Layout
    /// The margin the standard asks for.
    public var quietZone: QuietZone

    public enum Layout: Hashable, Sendable {
        /// Modules are rectangles one X dimension wide and `rowHeights` high.
        case rectangular
        /// MaxiCode: modules are regular hexagons standing on a corner, odd rows shifted right by half an X dimension,
        /// around a bull's eye.
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

    /// What it is read as; `nil` where it is only printed.
    public var symbology: Symbology? {
        if case .readable(let symbology) = kind { symbology } else { nil }
    }

    /// The symbol's width in X dimensions, quiet zone excluded.
    public var width: Double { Double(modules.columns) }

    /// The symbol's height in X dimensions, quiet zone excluded.
    public var height: Double {
        switch layout {
        case .rectangular: rowHeights.reduce(0, +)
        case .hexagonal: Double(modules.rows - 1) * MaxiCode.rowPitch + MaxiCode.hexagonHeight
        }
    }

    /// Whether the point, in X dimensions from the top left of the symbol, is dark. Outside it is light.
    public func isDark(x: Double, y: Double) -> Bool {
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
