// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Foundation
import Frames
import LumaProcessing
import SymbolFinding
import Testing

@Suite("Finding symbols")
struct SymbolFinderTests {
    /// A code on grey, rotated around the picture's centre, with its true outline in the whole picture.
    static func scene(
        _ text: String, _ symbology: Symbology, module: Int, degrees: Double = 0,
        size: FrameSize = FrameSize(width: 640, height: 480)
    ) throws -> (image: LumaImage, symbol: Quadrilateral) {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        let label = symbol.image(modulePixels: module, quietZone: 6)
        let turned = label.rotated(clockwiseDegrees: degrees)
        let part = turned.image
        let (x0, y0) = ((size.width - part.width) / 2 + 31, (size.height - part.height) / 2 - 17)
        let image = LumaImage(size: size) { pixels in
            for index in 0..<size.area { pixels[index] = 150 }
            for y in 0..<part.height {
                for x in 0..<part.width where part[x, y] < 250 || degrees == 0 {
                    pixels[(y0 + y) * size.width + x0 + x] = part[x, y] / 2 + 60
                }
            }
        }
        let (w, h) = (Double(label.width), Double(label.height))
        let margin = Double(6 * module)
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        func corner(_ x: Double, _ y: Double) -> PixelPoint {
            let (u, v) = (x - w / 2, y - h / 2)
            let (left, top) = (Double(part.width) / 2 + Double(x0), Double(part.height) / 2 + Double(y0))
            return PixelPoint(x: u * c - v * s + left, y: u * s + v * c + top)
        }
        return (
            image,
            Quadrilateral(
                topLeft: corner(margin, margin), topRight: corner(w - margin, margin),
                bottomRight: corner(w - margin, h - margin), bottomLeft: corner(margin, h - margin))
        )
    }

    @Test("an EAN-13 is found with its place and width, at any angle", arguments: [0.0, 17, 45, 90, 130])
    func linear(_ degrees: Double) throws {
        let (image, truth) = try Self.scene("4006381333931", .ean13, module: 3, degrees: degrees)
        let found = try #require(SymbolFinder().find(in: image).first)
        #expect(found.kind == .linear)
        #expect(found.corners.center.distance(to: truth.center) < 16)
        #expect(abs(found.width - truth.width) < 0.15 * truth.width)
        // Bars look the same in both directions.
        let turn = abs(found.angle - degrees).truncatingRemainder(dividingBy: 180)
        #expect(min(turn, 180 - turn) < 6)
    }

    @Test("a QR code is found, from two to eleven pixels a module", arguments: [2, 4, 8, 11])
    func matrix(_ module: Int) throws {
        let (image, truth) = try Self.scene("https://example.org/candela", .qr, module: module)
        let found = try #require(SymbolFinder().find(in: image).first)
        #expect(found.kind == .matrix)
        #expect(found.corners.contains(truth.center))
        #expect((0.7...1.5).contains(found.width / truth.width))
        #expect((0.7...1.5).contains(found.height / truth.height))
    }

    @Test("the measured module is the code's own", arguments: [2, 3, 5])
    func module(_ module: Int) throws {
        for (text, symbology) in [("4006381333931", Symbology.ean13), ("CANDELA 12", .code128), ("CANDELA", .qr)] {
            let (image, _) = try Self.scene(
                text, symbology, module: module, size: FrameSize(width: 960, height: 480))
            let found = try #require(SymbolFinder().find(in: image).first)
            let figures = SymbolFigures(of: image, corners: found.corners, kind: found.kind, noise: 0)
            #expect(abs(try #require(figures.module) - Double(module)) < 0.3)
            #expect(try #require(figures.edgeWidth) < 1.8)
            // Ink is at 60 and paper at 187.
            #expect(abs(figures.contrast - 127) < 12)
        }
    }

    @Test("small pictures of distant codes are enlarged")
    func far() throws {
        let (large, _) = try Self.scene(
            "CANDELA", .qr, module: 4, size: FrameSize(width: 1280, height: 960))
        let small = large.reduced(by: 4).image
        let found = try #require(SymbolFinder().find(in: small).first)
        #expect(found.corners.contains(PixelPoint(x: 320 / 2 + 8, y: 240 / 2 - 4)))
        #expect(found.width < 40)
    }

    @Test("an empty wall, a single edge and a tiny picture have none")
    func none() {
        let wall = LumaImage(size: FrameSize(width: 320, height: 240)) { pixels in
            for index in 0..<320 * 240 { pixels[index] = UInt8(100 + index % 320 / 8) }
        }
        #expect(SymbolFinder().find(in: wall).isEmpty)
        let edge = LumaImage(size: FrameSize(width: 320, height: 240)) { pixels in
            for index in 0..<320 * 240 { pixels[index] = index % 320 < 150 ? 30 : 220 }
        }
        #expect(SymbolFinder().find(in: edge).isEmpty)
        for side in [0, 1, 5, 11] {
            #expect(SymbolFinder().find(in: LumaImage(size: FrameSize(width: side, height: side)) { _ in }).isEmpty)
        }
    }
}
