// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import SymbolFinding
import Testing

@Suite("Figures of a symbol")
struct SymbolFiguresTests {
    @Test("an outline outside the picture or without a size gives figures of nothing")
    func degenerate() {
        let image = LumaImage(size: FrameSize(width: 40, height: 40)) { _ in }
        let point = PixelPoint(x: 10, y: 10)
        let none = Quadrilateral(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
        let figures = SymbolFigures(of: image, corners: none, kind: .matrix, noise: 0)
        #expect(figures.contrast == 0 && figures.module == nil)
        let far = none.mapped { PixelPoint(x: 1e4 * $0.x, y: -1e4 * $0.y) }
        #expect(SymbolFigures(of: image, corners: far, kind: .linear, noise: 0).edgeWidth == nil)
    }

    @Test("a reflection leaves a hole with raised dark parts around it; an even code has neither")
    func veil() throws {
        let (image, truth) = try SymbolFinderTests.scene("https://example.org/candela", .qr, module: 8)
        let clean = SymbolVeil(of: image, corners: truth)
        #expect(clean.hole == 0 && clean.veiled < 0.1)
        let centre = truth.center
        let shone = LumaImage(size: image.size) { pixels in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let r = hypot(Double(x) - centre.x, Double(y) - centre.y)
                    pixels[y * image.width + x] = UInt8(min(255, Double(image[x, y]) + 700 * exp(-r * r / 3200)))
                }
            }
        }
        let veil = SymbolVeil(of: shone, corners: truth)
        #expect(veil.hole > 0.2 && veil.veiled > 0.1)
    }
}
