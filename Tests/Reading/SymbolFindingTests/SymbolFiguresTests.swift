// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import SymbolFinding
import Testing

@Suite("Figures of a symbol")
struct SymbolFiguresTests {
    @Test("an outline outside the picture or without a size gives empty figures")
    func degenerate() {
        let image = LumaImage(size: FrameSize(width: 40, height: 40)) { _ in }
        let point = PixelPoint(x: 10, y: 10)
        let none = Quadrilateral(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point)
        let figures = SymbolFigures(of: image, corners: none, kind: .matrix, noise: 0)
        #expect(figures.contrast == 0 && figures.module == nil)
        let far = none.mapped { PixelPoint(x: 1e4 * $0.x, y: -1e4 * $0.y) }
        #expect(SymbolFigures(of: image, corners: far, kind: .linear, noise: 0).edgeWidth == nil)
    }

    @Test("bars get narrower towards both ends on a round container, and not on a flat label, whatever the code")
    func bent() throws {
        var state: UInt32 = 1
        func digits(_ count: Int) -> String {
            (0..<count).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return "\((state >> 16) % 10)"
            }.joined()
        }
        for _ in 0..<8 {
            let flat: [(String, Symbology)] = [
                (digits(12), .ean13), (digits(6), .itf), (digits(20), .itf), (digits(7), .ean8),
                ("A\(digits(5))-Z", .code128), (digits(16), .code128), ("AB\(digits(8))", .code39), ("A\(digits(9))B", .codabar),
            ]
            for (text, symbology) in flat {
                let (image, truth) = try SymbolFinderTests.scene(text, symbology, module: 4)
                let ends = SymbolFigures(of: image, corners: truth, kind: .linear, noise: 0).narrowedEnds
                #expect(ends ?? 1 > 0.78, "\(symbology) \(text)")
            }
        }
        let (image, truth) = try SymbolFinderTests.scene("4006381333931", .ean13, module: 5)
        let half = truth.width / 2
        // What is seen at a place of the outline lies farther out on the paper: the arc of 62 degrees to each side.
        let round = LumaImage(size: image.size) { pixels in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let seen = (Double(x) + 0.5 - truth.center.x) / half
                    let paper = abs(seen) < 1 ? asin(seen * sin(1.08)) / 1.08 : seen
                    let from = Int(truth.center.x + paper * half)
                    pixels[y * image.width + x] = image[min(max(from, 0), image.width - 1), y]
                }
            }
        }
        let ends = try #require(SymbolFigures(of: round, corners: truth, kind: .linear, noise: 0).narrowedEnds)
        #expect(ends < 0.78, "\(ends)")
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

    @Test(
        "bars that are printed too wide or too thin are measured, whatever the symbology", arguments: [-2, -1, 0, 1, 2])
    func barGrowth(_ pixels: Int) throws {
        for symbology in [Symbology.ean13, .code128, .itf, .code39] {
            let text = symbology == .code39 ? "CANDELA" : symbology == .code128 ? "Candela-1" : "4006381333931"
            let (image, truth) = try SymbolFinderTests.scene(
                symbology == .itf ? text + "0" : text, symbology, module: 5)
            let grown = LumaImage(size: image.size) { pointer in
                for y in 0..<image.height {
                    for x in 0..<image.width {
                        let near = (-abs(pixels)...abs(pixels)).map { image[min(image.width - 1, max(0, x + $0)), y] }
                        // Half of it on each side would be half a pixel: one side grows by all.
                        let side = near.prefix(abs(pixels) + 1)
                        pointer[y * image.width + x] = pixels > 0 ? side.min()! : side.max()!
                    }
                }
            }
            let growth = try #require(
                SymbolFigures(of: grown, corners: truth, kind: .linear, noise: 0).barGrowth, "\(symbology)")
            #expect(abs(growth - Double(pixels) / 5) < 0.08, "\(symbology): \(growth)")
        }
        let (matrix, truth) = try SymbolFinderTests.scene("CANDELA", .qr, module: 5)
        #expect(SymbolFigures(of: matrix, corners: truth, kind: .matrix, noise: 0).barGrowth == nil)
    }

    @Test("a symbol's surroundings show its polarity", arguments: [Symbology.qr, .ean13, .dataMatrix], [0.0, 30])
    func polarity(_ symbology: Symbology, _ degrees: Double) throws {
        let (image, truth) = try SymbolFinderTests.scene("4006381333931", symbology, module: 3, degrees: degrees)
        let kind: SymbolCandidate.Kind = symbology.isLinear ? .linear : .matrix
        #expect(SymbolFigures(of: image, corners: truth, kind: kind, noise: 0).polarity == .darkOnLight)
        let negative = LumaImage(size: image.size) { pixels in
            for y in 0..<image.height { for x in 0..<image.width { pixels[y * image.width + x] = 255 - image[x, y] } }
        }
        #expect(SymbolFigures(of: negative, corners: truth, kind: kind, noise: 0).polarity == .lightOnDark)
    }

    @Test("on a background between its two values, or without contrast, a symbol's polarity is unknown")
    func noPolarity() throws {
        let (image, truth) = try SymbolFinderTests.scene("CANDELA", .qr, module: 5)
        let box = truth.bounds
        let grey = LumaImage(size: image.size) { pixels in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let isInside =
                        Double(x) >= box.minX && Double(x) < box.maxX && Double(y) >= box.minY && Double(y) < box.maxY
                    pixels[y * image.width + x] = isInside ? image[x, y] : 110
                }
            }
        }
        #expect(SymbolFigures(of: grey, corners: truth, kind: .matrix, noise: 0).polarity == nil)
        let flat = LumaImage(size: image.size) { pixels in for index in 0..<image.size.area { pixels[index] = 90 } }
        #expect(SymbolFigures(of: flat, corners: truth, kind: .matrix, noise: 0).polarity == nil)
    }

    @Test("a symbol at the border is cut off; bars may run out of the picture lengthwise")
    func cutOff() {
        func place(_ x: Double, _ y: Double, _ kind: SymbolCandidate.Kind) -> SymbolCandidate {
            let corners = Quadrilateral(
                topLeft: PixelPoint(x: x, y: y), topRight: PixelPoint(x: x + 100, y: y),
                bottomRight: PixelPoint(x: x + 100, y: y + 60), bottomLeft: PixelPoint(x: x, y: y + 60))
            return SymbolCandidate(kind: kind, corners: corners, angle: 0, score: 1)
        }
        let size = FrameSize(width: 640, height: 480)
        #expect(!place(200, 200, .matrix).isCutOff(in: size, module: 3))
        #expect(place(2, 200, .matrix).isCutOff(in: size, module: 3))
        #expect(place(200, 418, .matrix).isCutOff(in: size, module: 3))
        #expect(!place(200, 0, .linear).isCutOff(in: size, module: 3))
        #expect(place(538, 200, .linear).isCutOff(in: size, module: nil))
    }
}
