// SPDX-License-Identifier: Apache-2.0

/// The positions of a plot's parts on its page.
struct PlotLayout {
    static let width = 960.0
    private static let margin = 28.0
    private static let panelHeight = 220.0
    private static let headHeight = 66.0
    private static let footLine = 15.0

    private let plot: Plot

    init(_ plot: Plot) { self.plot = plot }

    var height: Double {
        Self.headHeight + Double(plot.panels.count) * Self.panelHeight + Double(plot.footnotes.count) * Self.footLine
            + 18
    }

    func draw(on drawing: Drawing) {
        drawing.text(fitted(plot.title, 17, bold: true, drawing), x: Self.margin, y: 32, size: 17, isBold: true)
        drawing.text(fitted(plot.subtitle, 11.5, bold: false, drawing), x: Self.margin, y: 51, size: 11.5, .grey)
        for (index, panel) in plot.panels.enumerated() {
            let top = Self.headHeight + Double(index) * Self.panelHeight
            PanelDrawing(panel, top: top, height: Self.panelHeight, margin: Self.margin, width: Self.width)
                .draw(on: drawing)
        }
        for (index, note) in plot.footnotes.enumerated() {
            let y = Self.headHeight + Double(plot.panels.count) * Self.panelHeight + Self.footLine * Double(index + 1)
            drawing.text(fitted(note, 10, bold: false, drawing), x: Self.margin, y: y, size: 10, .grey)
        }
    }

    /// The text, shortened so that it fits on the page.
    private func fitted(_ text: String, _ size: Double, bold: Bool, _ drawing: Drawing) -> String {
        let room = Self.width - 2 * Self.margin
        guard drawing.textWidth(text, size: size, isBold: bold) > room else { return text }
        var cut = text
        // Halve first: a name can have any length.
        while cut.count > 400 { cut = String(cut.prefix(cut.count / 2)) }
        while !cut.isEmpty, drawing.textWidth(cut + "…", size: size, isBold: bold) > room { cut.removeLast() }
        return cut + "…"
    }
}
