// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import LumaProcessing
import SymbolFinding
import Testing

@Suite("Faults of a symbol that was read")
struct PrintFaultTests {
    private static let text = "https://example.org/candela"

    private func changed(_ image: LumaImage, _ value: (_ x: Int, _ y: Int) -> UInt8) -> LumaImage {
        LumaImage(size: image.size) { pixels in
            for y in 0..<image.height { for x in 0..<image.width { pixels[y * image.width + x] = value(x, y) } }
        }
    }

    @Test("the corner patterns tell the number of modules, squares from circles, and light on dark")
    func finder() throws {
        let module = 8
        let symbol = try BarcodeEncoder.encode(Self.text, as: .qr)
        let image = symbol.image(modulePixels: module, quietZone: 4, inverted: false)
        let side = (image.width - 8 * module) / module
        let low = Double(4 * module)
        let high = low + Double(side * module)
        let outline = Quadrilateral(
            topLeft: PixelPoint(x: low, y: low), topRight: PixelPoint(x: high, y: low),
            bottomRight: PixelPoint(x: high, y: high), bottomLeft: PixelPoint(x: low, y: high))
        let square = try #require(FinderShape(of: image, corners: outline, dark: 0, light: 255))
        #expect(square.modules == side && square.squareness > 1.3 && !square.isInverted)
        let inverted = try #require(FinderShape(of: image.inverted(), corners: outline, dark: 0, light: 255))
        #expect(inverted.modules == side && inverted.isInverted)

        let centres = [(3.5, 3.5), (Double(side) - 3.5, 3.5), (3.5, Double(side) - 3.5)]
        let round = changed(image) { x, y in
            for centre in centres {
                let dx = (Double(x) + 0.5 - low) / Double(module) - centre.0
                let dy = (Double(y) + 0.5 - low) / Double(module) - centre.1
                guard max(abs(dx), abs(dy)) < 4 else { continue }
                let distance = (dx * dx + dy * dy).squareRoot()
                return distance < 1.5 || (2.5..<3.5).contains(distance) ? 0 : 255
            }
            return image[x, y]
        }
        let circles = try #require(FinderShape(of: round, corners: outline, dark: 0, light: 255))
        #expect(circles.modules == side && circles.squareness < 1.1)
        let blank = changed(image) { _, _ in 200 }
        #expect(FinderShape(of: blank, corners: outline, dark: 0, light: 255) == nil)
    }

    /// A QR code with a margin of four modules, and its outline.
    private func drawn(_ module: Int) throws -> (image: LumaImage, outline: Quadrilateral, low: Double, side: Int) {
        let image = try BarcodeEncoder.encode(Self.text, as: .qr).image(
            modulePixels: module, quietZone: 4, inverted: false)
        let (low, high) = (Double(4 * module), Double(image.width - 4 * module))
        let outline = Quadrilateral(
            topLeft: PixelPoint(x: low, y: low), topRight: PixelPoint(x: high, y: low),
            bottomRight: PixelPoint(x: high, y: high), bottomLeft: PixelPoint(x: low, y: high))
        return (image, outline, low, (image.width - 8 * module) / module)
    }

    @Test("noise at an edge does not make a plain code styled")
    func noisy() throws {
        let (image, outline, _, _) = try drawn(4)
        for seed in 0..<8 {
            var state = UInt32(seed * 977 + 1)
            let noisy = changed(image) { x, y in
                state = state &* 1_664_525 &+ 1_013_904_223
                // The pixels at the edges are grey, about halfway, as a lens and JPEG leave them.
                let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].contains { near in
                    image[min(max(near.0, 0), image.width - 1), min(max(near.1, 0), image.height - 1)] != image[x, y]
                }
                let noise = Int(state >> 24) % 41 - 20
                return UInt8(clamping: (near ? 110 : image[x, y] == 0 ? 40 : 180) + noise)
            }
            let shape = try #require(FinderShape(of: noisy, corners: outline, dark: 40, light: 180))
            #expect(shape.squareness > 1.25, "seed \(seed)")
        }
    }

    @Test("a disc over the middle of a QR code is found, with the level of error correction")
    func overlay() throws {
        let module = 8
        let (image, outline, low, side) = try drawn(module)
        #expect(SymbolOverlay(of: image, corners: outline, dark: 0, light: 255) == nil)
        let middle = low + Double(side * module) / 2
        let covered = changed(image) { x, y in
            let (dx, dy) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
            let distance = (dx * dx + dy * dy).squareRoot() / Double(module)
            return distance < 2.6 ? 0 : distance < 4.3 ? 255 : image[x, y]
        }
        let found = try #require(SymbolOverlay(of: covered, corners: outline, dark: 0, light: 255))
        #expect(found.share > 0.04 && found.share < 0.2)
        #expect(found.level != nil)
        // The outline of a place that looks like a symbol is rough.
        let rough = Quadrilateral(
            topLeft: PixelPoint(x: low - 7, y: low - 9),
            topRight: PixelPoint(x: low + Double(side * module) + 8, y: low - 5),
            bottomRight: PixelPoint(x: low + Double(side * module) + 9, y: low + Double(side * module) + 6),
            bottomLeft: PixelPoint(x: low - 8, y: low + Double(side * module) + 7))
        #expect(SymbolOverlay(of: covered, corners: rough, dark: 0, light: 255)?.level == found.level)
    }

    @Test("light lines within bars are told from narrow spaces")
    func stripes() throws {
        let (image, truth) = try SymbolFinderTests.scene("Candela-128", .code128, module: 6)
        #expect(BarStripes(of: image, corners: truth, module: 6, noise: 0) == nil)
        // The middles of bars of at least two modules: a grey line of two pixels there.
        let y = Int(truth.center.y)
        var lines: [Int] = []
        var begin: Int?
        for x in 0..<image.width {
            if image[x, y] < 100 {
                begin = begin ?? x
            } else if let first = begin {
                if x - first >= 12, first > Int(truth.topLeft.x) { lines.append((first + x) / 2) }
                begin = nil
            }
        }
        let cut = lines.prefix(3)
        let split = changed(image) { x, y in
            image[x, y] < 100 && cut.contains { x == $0 || x == $0 - 1 } ? 110 : image[x, y]
        }
        let stripes = try #require(BarStripes(of: split, corners: truth, module: 6, noise: 0))
        #expect(stripes.count == cut.count && stripes.depth < 0.62)
    }

    @Test("grain is finer than any gap between dots")
    func grain() {
        #expect(SymbolGrain(fine: 3, module: 18) != nil)
        #expect(SymbolGrain(fine: 8, module: 18) == nil)
        #expect(SymbolGrain(fine: 1, module: 4) == nil)
    }
}
