// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames

/// A white picture to put codes on, and to write as a PGM file.
struct TestPicture {
    let width: Int
    let height: Int
    private var pixels: [UInt8]

    init(width: Int = 320, height: Int = 240, grey: UInt8 = 255) {
        self.width = width
        self.height = height
        pixels = Array(repeating: grey, count: width * height)
    }

    /// A picture of one code with room around it.
    init(
        of text: String, as symbology: Symbology = .qr, modulePixels: Int = 4,
        _ options: EncodingOptions = EncodingOptions()
    ) throws {
        self.init(of: try BarcodeEncoder.encode(text, as: symbology, options), modulePixels: modulePixels)
    }

    init(of symbol: EncodedSymbol, modulePixels: Int = 4) {
        let image = symbol.image(modulePixels: modulePixels, quietZone: 12)
        self.init(width: image.width, height: image.height)
        draw(image, x: 0, y: 0)
    }

    /// Puts a code with its top left corner, margin excluded, at a place; gives its corners clockwise from there.
    @discardableResult
    mutating func draw(
        _ text: String, as symbology: Symbology = .qr, x: Int, y: Int, modulePixels: Int = 4
    ) throws -> [(x: Int, y: Int)] {
        let image = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: modulePixels, quietZone: 0)
        draw(image, x: x, y: y)
        return [(x, y), (x + image.width, y), (x + image.width, y + image.height), (x, y + image.height)]
    }

    private mutating func draw(_ image: LumaImage, x: Int, y: Int) {
        for row in 0..<image.height {
            for column in 0..<image.width { pixels[(y + row) * width + x + column] = image[column, row] }
        }
    }

    /// What a terminal shows: a cell is twice as high as it is wide, and its halves are dark or not by the half blocks in
    /// it; black on white, as the colours say.
    init(terminal lines: [String], cellPixels: Int = 4) {
        let rows = lines.map { Array($0.replacing(/\u{1b}\[[0-9;]*m/, with: "").filter { $0 != "\r" }) }
        let margin = 4
        self.init(
            width: ((rows.map(\.count).max() ?? 0) + 2 * margin) * cellPixels,
            height: (rows.count + margin) * 2 * cellPixels)
        for (row, cells) in rows.enumerated() {
            for (column, cell) in cells.enumerated() {
                for half in 0...1 where cell == "█" || cell == (half == 0 ? "▀" : "▄") {
                    let (left, top) = ((column + margin) * cellPixels, (2 * row + half + margin) * cellPixels)
                    for y in top..<top + cellPixels {
                        for x in left..<left + cellPixels { pixels[y * width + x] = 0 }
                    }
                }
            }
        }
    }

    /// Upside down.
    var turned: TestPicture {
        var result = self
        result.pixels.reverse()
        return result
    }

    /// A binary PGM: a header, then a byte a pixel.
    var pgm: [UInt8] { Array("P5\n\(width) \(height)\n255\n".utf8) + pixels }
}
