// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import LumaProcessing
import SymbolFinding
import Testing

/// A printed code against the bars that it should have; drawn by zint, and spoiled here.
@Suite("Comparing bars with those of the text")
struct BarComparisonTests {
    private static let module = 4
    private static let margin = 40

    private struct Drawing {
        var image: LumaImage
        var outline: Quadrilateral
        var modules: [Bool]
    }

    /// - Parameters:
    ///   - shift: how far the outline is from the bars, in pixels.
    ///   - value: the brightness of a pixel, from its module (which may be a fraction) and whether that is dark.
    private func drawing(
        _ shift: Double = 0, _ value: (_ module: Double, _ isDark: (Double) -> Bool) -> Bool
    ) throws -> Drawing {
        let symbol = try BarcodeEncoder.encode("6901234567892", as: .ean13)
        let modules = (0..<symbol.modules.columns).map { symbol.modules[$0, 0] }
        let (width, height) = (2 * Self.margin + modules.count * Self.module, 140)
        let image = LumaImage(size: FrameSize(width: width, height: height)) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let place = (Double(x - Self.margin) + 0.5) / Double(Self.module)
                    let isDark = value(place) { $0 >= 0 && $0 < Double(modules.count) && modules[Int($0)] }
                    pixels[y * width + x] = isDark && (20..<120).contains(y) ? 20 : 235
                }
            }
        }
        let (left, right) = (Double(Self.margin) + shift, Double(width - Self.margin) + shift)
        return Drawing(
            image: image,
            outline: Quadrilateral(
                topLeft: PixelPoint(x: left, y: 24), topRight: PixelPoint(x: right, y: 24),
                bottomRight: PixelPoint(x: right, y: 116), bottomLeft: PixelPoint(x: left, y: 116)), modules: modules)
    }

    private func compared(_ drawing: Drawing) throws -> BarComparison {
        try #require(BarComparison.find(in: drawing.image, corners: drawing.outline, variants: [drawing.modules]))
    }

    @Test("a sound code differs in nothing, even if its outline is somewhat off", arguments: [0.0, 6, -9])
    func sound(shift: Double) throws {
        let result = try compared(try drawing(shift) { $1($0) })
        #expect(result.missingBars == 0 && result.filledSpaces == 0 && result.place == nil && result.bars == 30)
        #expect(abs(result.growth) < 0.06, "\(result)")
    }

    @Test("the first bar is missing")
    func missing() throws {
        let result = try compared(try drawing { $0 >= 1 && $1($0) })
        #expect(result.missingBars == 1 && result.filledSpaces == 0 && result.place == 0, "\(result)")
    }

    @Test("a space is filled")
    func filled() throws {
        let sound = try drawing { $1($0) }
        let place = try #require((40..<60).first { !sound.modules[$0] && sound.modules[$0 - 1] && sound.modules[$0 + 1] })
        let result = try compared(try drawing { Int($0) == place || $1($0) })
        #expect(result.missingBars == 0 && result.filledSpaces == 1, "\(result)")
        #expect(result.place == 100 * place / 95)
    }

    @Test("bars that have grown, and bars that are thin", arguments: [0.5, 0.25, -0.25])
    func grown(growth: Double) throws {
        let half = growth / 2
        let result = try compared(
            try drawing { place, isDark in
                growth > 0 ? isDark(place) || isDark(place - half) || isDark(place + half)
                    : isDark(place) && isDark(place - half) && isDark(place + half)
            })
        #expect(abs(result.growth - growth) < 0.15, "\(result)")
        #expect(result.missingBars == 0 && result.filledSpaces == 0)
    }

    @Test("another code, and blank paper, are not compared")
    func other() throws {
        let sound = try drawing { $1($0) }
        let other = try BarcodeEncoder.encode("4006381333931", as: .ean13)
        let modules = (0..<other.modules.columns).map { other.modules[$0, 0] }
        #expect(BarComparison.find(in: sound.image, corners: sound.outline, variants: [modules]) == nil)
        let blank = try drawing { _, _ in false }
        #expect(BarComparison.find(in: blank.image, corners: blank.outline, variants: [blank.modules]) == nil)
        #expect(BarComparison.find(in: sound.image, corners: sound.outline, variants: []) == nil)
    }
}
