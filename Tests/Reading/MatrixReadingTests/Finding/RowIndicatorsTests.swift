// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import MatrixReading
import Testing

@Suite("What the sides of a PDF417 say of its size")
struct RowIndicatorsTests {
    private static let (pixels, rowPixels, margin) = (3, 9, 24)

    /// - Parameter left: the symbol of which the left row indicators are taken.
    private static func indicators(_ symbol: EncodedSymbol, left: EncodedSymbol) -> RowIndicators? {
        let (columns, rows) = (symbol.modules.columns, symbol.modules.rows)
        let size = FrameSize(width: columns * pixels + 2 * margin, height: rows * rowPixels + 2 * margin)
        let image = LumaImage(size: size) { target in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (inX, inY) = (x - margin, y - margin)
                    let (column, row) = (inX / pixels, inY / rowPixels)
                    let source = (17..<34).contains(column) ? left : symbol
                    let isDark = inX >= 0 && inY >= 0 && row < rows && source.modules.isDark(column, row)
                    target[y * size.width + x] = isDark ? 30 : 220
                }
            }
        }
        let (right, bottom) = (Double(size.width - margin), Double(size.height - margin))
        let (low, high) = (Double(margin), bottom)
        return RowIndicators.find(
            in: image,
            near: Quadrilateral(
                topLeft: PixelPoint(x: low, y: low), topRight: PixelPoint(x: right, y: low), bottomRight: PixelPoint(x: right, y: high),
                bottomLeft: PixelPoint(x: low, y: high)))
    }

    @Test("both sides of a symbol of libzint say its size")
    func agreeing() throws {
        let symbol = try BarcodeEncoder.encode("db5b5fab-8f4d-4e27-9da1-494c73cf256d, and some more text for a few rows", as: .pdf417)
        let found = try #require(Self.indicators(symbol, left: symbol))
        // Start and stop pattern have 35 modules together, and each row indicator 17.
        #expect(found.left == found.right && found.left.rows == symbol.modules.rows && found.drawnRows == symbol.modules.rows)
        #expect(found.left.columns == (symbol.modules.columns - 35 - 34) / 17)
        #expect(!found.isContradictory)
    }

    @Test("a left side of another symbol contradicts")
    func contradicting() throws {
        let symbol = try BarcodeEncoder.encode("db5b5fab-8f4d-4e27-9da1-494c73cf256d, and some more text for a few rows", as: .pdf417)
        let other = try BarcodeEncoder.encode(String(repeating: "much more text ", count: 16), as: .pdf417)
        try #require(other.modules.rows > symbol.modules.rows)
        let found = try #require(Self.indicators(symbol, left: other))
        #expect(found.isContradictory && found.left.rows == other.modules.rows && found.right.rows == symbol.modules.rows)
    }

    @Test("none without a PDF417")
    func none() throws {
        let code = try BarcodeEncoder.encode("12345678", as: .qr)
        let image = code.image(modulePixels: 6)
        let (width, height) = (Double(image.width), Double(image.height))
        #expect(
            RowIndicators.find(
                in: image,
                near: Quadrilateral(
                    topLeft: PixelPoint(x: 0, y: 0), topRight: PixelPoint(x: width, y: 0), bottomRight: PixelPoint(x: width, y: height),
                    bottomLeft: PixelPoint(x: 0, y: height))) == nil)
    }
}
