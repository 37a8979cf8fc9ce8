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
