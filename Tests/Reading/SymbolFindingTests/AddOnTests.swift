// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import SymbolFinding
import Testing

@Suite("The add-on beside an EAN or UPC")
struct AddOnTests {
    private static let (pixels, margin) = (4, 12)

    /// - Parameter turned: whether the picture is upside down.
    private static func digits(_ text: String, _ symbology: Symbology = .ean13, turned: Bool = false) throws -> Int? {
        let drawn = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: pixels, quietZone: margin)
        let image = LumaImage(size: drawn.size) { target in
            for y in 0..<drawn.height {
                for x in 0..<drawn.width {
                    target[y * drawn.width + x] = turned ? drawn[drawn.width - 1 - x, drawn.height - 1 - y] : drawn[x, y]
                }
            }
        }
        let modules = try #require(symbology.fixedModules)
        let left = Double(turned ? drawn.width - (margin + modules) * pixels : margin * pixels)
        let (right, top) = (left + Double(modules * pixels), Double(margin * pixels))
        let bottom = Double(drawn.height - margin * pixels)
        let outline = Quadrilateral(
            topLeft: PixelPoint(x: left, y: top), topRight: PixelPoint(x: right, y: top), bottomRight: PixelPoint(x: right, y: bottom),
            bottomLeft: PixelPoint(x: left, y: bottom))
        return AddOn.digits(beside: outline, module: Double(pixels), in: image)
    }

    @Test("of two and of five digits", arguments: [("07", 2), ("12", 2), ("51895", 5), ("00000", 5)], [false, true])
    func found(addOn: (text: String, digits: Int), turned: Bool) throws {
        #expect(try Self.digits("4012345001235+" + addOn.text, turned: turned) == addOn.digits)
    }

    @Test("none beside a code without one")
    func none() throws {
        #expect(try Self.digits("4012345001235") == nil)
        #expect(try Self.digits("96385074", .ean8) == nil)
    }
}
