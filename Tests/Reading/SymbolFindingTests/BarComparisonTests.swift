// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import LinearReading
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
        #expect(abs(result.growth ?? 9) < 0.06, "\(result)")
    }

    /// - Parameter level: the brightness of a place along the code from 0 to 1, and of a dark or light pixel.
    private func photograph(
        _ modules: [Bool], pitch: Double = 4, place: (Double) -> Double = { $0 }, level: (Double, Bool) -> Double
    ) -> Drawing {
        let length = Double(modules.count) * pitch
        let (width, height) = (Int(length) + 2 * Self.margin, 140)
        // Four samples a pixel, as a sensor averages.
        let row = (0..<width).map { x in
            (0..<4).map { part -> Double in
                let u = (Double(x - Self.margin) + (Double(part) + 0.5) / 4) / length
                let module = place(u) * Double(modules.count)
                let isDark = module >= 0 && module < Double(modules.count) && modules[Int(module)]
                return level(u, isDark)
            }.reduce(0, +) / 4
        }
        let image = LumaImage(size: FrameSize(width: width, height: height)) { pixels in
            for y in 0..<height {
                for x in 0..<width { pixels[y * width + x] = UInt8(min(255, max(0, row[x]))) }
            }
        }
        let (left, right) = (Double(Self.margin), Double(Self.margin) + length)
        return Drawing(
            image: image,
            outline: Quadrilateral(
                topLeft: PixelPoint(x: left, y: 24), topRight: PixelPoint(x: right, y: 24),
                bottomRight: PixelPoint(x: right, y: 116), bottomLeft: PixelPoint(x: left, y: 116)), modules: modules)
    }

    private static let texts = ["6901234567892", "4006381333931", "9783161484100", "0012345678905", "5901234123457"]

    private func bars(_ text: String, _ symbology: Symbology = .ean13) throws -> [Bool] {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        return (0..<symbol.modules.columns).map { symbol.modules[$0, 0] }
    }

    @Test("a lamp at the side, which leaves the other end half as bright, is no growth and no damage", arguments: texts)
    func uneven(text: String) throws {
        let result = try compared(photograph(try bars(text)) { u, isDark in (235 - 115 * u) * (isDark ? 0.12 : 1) })
        #expect(result.missingBars == 0 && result.filledSpaces == 0, "\(result)")
        #expect(abs(result.growth ?? 9) < 0.12, "\(result)")
    }

    @Test("seen at an angle, and on a can, nothing is missing", arguments: texts, [0.04, -0.04, 0.0])
    func bent(text: String, perspective: Double) throws {
        // Without perspective: on a can that is turned by 30 degrees to both sides.
        func place(_ u: Double) -> Double {
            guard perspective == 0 else { return u + perspective * u * (1 - u) }
            let half = 0.5236
            return 0.5 + asinOf((2 * u - 1) * 0.5) / (2 * half)
        }
        let result = try compared(photograph(try bars(text), place: place) { _, isDark in isDark ? 30 : 220 })
        #expect(result.missingBars == 0 && result.filledSpaces == 0, "\(result)")
    }

    /// By its series, up to ±0.5.
    private func asinOf(_ x: Double) -> Double { x + x * x * x / 6 + 3 * x * x * x * x * x / 40 + 15 * x * x * x * x * x * x * x / 336 }

    @Test("whatever code set a printer begins with, a sound Code 128 is not called damaged", arguments: ["SN20260629", "ABCDEF", "12ABC-45"])
    func sets(text: String) throws {
        for modules in DrawnBars.modules(of: .code128, text) {
            let drawing = photograph(modules, pitch: 3) { _, isDark in isDark ? 30 : 220 }
            let result = BarComparison.find(
                in: drawing.image, corners: drawing.outline, variants: DrawnBars.modules(of: .code128, text))
            #expect(result.map { $0.missingBars + $0.filledSpaces } == 0)
        }
        // A printer that nobody has thought of: the same length, and another check character.
        let other = try bars(String(text.reversed()), .code128)
        let drawing = photograph(other, pitch: 3) { _, isDark in isDark ? 30 : 220 }
        let result = BarComparison.find(in: drawing.image, corners: drawing.outline, variants: DrawnBars.modules(of: .code128, text))
        #expect(result == nil || result.map { $0.missingBars + $0.filledSpaces } == 0)
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
        #expect(abs((result.growth ?? 9) - growth) < 0.12, "\(result)")
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
