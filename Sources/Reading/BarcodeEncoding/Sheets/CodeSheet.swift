// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Glibc
package import PageDrawing

/// A printed symbol: its size in millimetres, its margin, the text below it, and a logo in its middle.
package struct CodeSheet: Hashable, Sendable {
    package var symbol: EncodedSymbol
    /// The X dimension, millimetres.
    package var module: Double
    /// The margin on every side in X dimensions; `nil` uses the standard's, and two above and below a single row.
    package var quietZone: Int?
    package var isInverted = false
    /// The text below it; `nil` for none.
    package var caption: String?
    /// A PNG file's bytes, drawn over the middle of the symbol on a white field.
    package var logo: [UInt8]?

    package init(_ symbol: EncodedSymbol, module: Double) {
        self.symbol = symbol
        self.module = module
    }

    /// The logo's side as a share of the symbol's. A logo covers at most an eighth of the area, well under the quarter of
    /// the code words that the highest error correction restores, because a logo hides whole words.
    static let logoSide = 0.3

    private var zone: QuietZone {
        guard let quietZone else {
            var zone = symbol.quietZone
            // Bars that end at the edge of the paper would be trimmed when it is cut.
            (zone.top, zone.bottom) = (max(zone.top, 2), max(zone.bottom, 2))
            return zone
        }
        return QuietZone(all: quietZone)
    }

    /// The caption's em in millimetres: readable at arm's length, as long as the line fits below the code.
    private var captionSize: Double {
        let width = (symbol.width + Double(zone.left + zone.right)) * module
        // Capitals and digits of a wide sans-serif font such as DejaVu are up to 0.7 em wide on average.
        let fitting = width / (0.7 * Double(max(1, caption?.count ?? 1)))
        return min(fitting, max(2, min(5, symbol.kind.isLinear ? 9 * module : 0.1 * width)))
    }

    /// The page's size in millimetres.
    package var size: (width: Double, height: Double) {
        let height = (symbol.height + Double(zone.top + zone.bottom)) * module
        return (
            (symbol.width + Double(zone.left + zone.right)) * module, height + (caption == nil ? 0 : 1.4 * captionSize)
        )
    }

    /// The page: the symbol with its margin, and nothing else.
    package var page: Page {
        var page = Page(width: size.width, height: size.height)
        draw(on: &page, x: 0, y: 0)
        return page
    }

    /// Draws the symbol with its margin. The point is the margin's top left corner.
    package func draw(on page: inout Page, x: Double, y: Double) {
        let (dark, light): (UInt8, UInt8) = isInverted ? (255, 0) : (0, 255)
        if isInverted {
            let height = (symbol.height + Double(zone.top + zone.bottom)) * module
            page.items.append(.boxes([.init(x: x, y: y, width: size.width, height: height)], grey: 0))
        }
        let (left, top) = (x + Double(zone.left) * module, y + Double(zone.top) * module)
        switch symbol.layout {
        case .rectangular: page.items.append(.boxes(boxes(left, top), grey: dark))
        case .hexagonal: page.items += hexagons(left, top, dark: dark, light: light)
        }
        if let logo { page.items += drawn(logo, left, top) }
        if let caption {
            let baseline = y + (symbol.height + Double(zone.top + zone.bottom)) * module + captionSize
            page.items.append(
                .text(
                    caption, at: .init(x: left + symbol.width * module / 2, y: baseline), size: captionSize,
                    anchor: .middle, isBold: false))
        }
    }

    /// Runs of dark modules, with equal runs of consecutive rows merged: seams between boxes would show as hairlines.
    private func boxes(_ left: Double, _ top: Double) -> [Page.Box] {
        var boxes: [Page.Box] = []
        var open: [Range<Int>: Int] = [:]
        var y = top
        for row in 0..<symbol.modules.rows {
            let height = symbol.rowHeights[row] * module
            var next: [Range<Int>: Int] = [:]
            for run in runs(row) {
                if let index = open[run] {
                    boxes[index].height += height
                    next[run] = index
                } else {
                    next[run] = boxes.count
                    boxes.append(
                        .init(
                            x: left + Double(run.lowerBound) * module, y: y, width: Double(run.count) * module,
                            height: height))
                }
            }
            open = next
            y += height
        }
        return boxes
    }

    private func runs(_ row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for column in 0...symbol.modules.columns {
            if symbol.modules.isDark(column, row) {
                start = start ?? column
            } else if let first = start {
                runs.append(first..<column)
                start = nil
            }
        }
        return runs
    }

    /// MaxiCode: hexagons slightly smaller than their cells, as the standard prints them, and the bull's eye.
    private func hexagons(_ left: Double, _ top: Double, dark: UInt8, light: UInt8) -> [Page.Item] {
        var items: [Page.Item] = []
        let radius = MaxiCode.hexagonHeight / 2 * 0.95
        for row in 0..<symbol.modules.rows {
            for column in 0..<symbol.modules.columns where symbol.modules.isDark(column, row) {
                let x = Double(column) + (row & 1 == 0 ? 0.5 : 1)
                let y = MaxiCode.hexagonHeight / 2 + Double(row) * MaxiCode.rowPitch
                let points = (0..<6).map { corner in
                    let angle = Double(corner) * .pi / 3 + .pi / 6
                    return Page.Point(
                        x: left + (x + radius * cos(angle)) * module, y: top + (y + radius * sin(angle)) * module)
                }
                items.append(.polygon(points, grey: dark))
            }
        }
        let center = Page.Point(x: left + 14.5 * module, y: top + symbol.height / 2 * module)
        for ring in MaxiCode.ringRadii.reversed() {
            items.append(.disc(center: center, radius: (ring + MaxiCode.ringWidth / 2) * module, grey: dark))
            items.append(.disc(center: center, radius: (ring - MaxiCode.ringWidth / 2) * module, grey: light))
        }
        return items
    }

    private func drawn(_ logo: [UInt8], _ left: Double, _ top: Double) -> [Page.Item] {
        // Whole modules, with the same parity as the symbol, so that none is partly covered.
        var side = Int(symbol.width * Self.logoSide)
        if side % 2 != Int(symbol.width) % 2 { side -= 1 }
        let (x, y) = (
            left + (symbol.width - Double(side)) / 2 * module, top + (symbol.height - Double(side)) / 2 * module
        )
        let field = Page.Box(x: x, y: y, width: Double(side) * module, height: Double(side) * module)
        let margin = 0.5 * module
        let inner = Page.Box(
            x: x + margin, y: y + margin, width: field.width - 2 * margin, height: field.height - 2 * margin)
        return [.boxes([field], grey: 255), .picture(logo, inner)]
    }
}
