// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import LumaProcessing
import SymbolFinding
import Testing

/// Bars whose edges are dots, against sharp, blurred, noisy and scratched ones.
@Suite("Frayed bars")
struct FrayedBarsTests {
    private static let (width, height) = (320, 120)

    /// - Parameter value: the brightness from 0 to 1 of a pixel, by its place within a period of a bar and a space, and its row.
    private func share(_ value: (_ place: Int, _ x: Int, _ y: Int) -> Double) throws -> Double {
        let (width, height) = (Self.width, Self.height)
        let image = LumaImage(size: FrameSize(width: width, height: height)) { pixels in
            for y in 0..<height {
                for x in 0..<width { pixels[y * width + x] = UInt8(20 + 215 * min(1, max(0, value(x % 16, x, y)))) }
            }
        }
        return try #require(
            FrayedBars.share(
                of: image,
                corners: Quadrilateral(
                    topLeft: PixelPoint(x: 0, y: 0), topRight: PixelPoint(x: Double(width), y: 0),
                    bottomRight: PixelPoint(x: Double(width), y: Double(height)), bottomLeft: PixelPoint(x: 0, y: Double(height)))))
    }

    private func bar(_ place: Int) -> Double { place < 6 ? 0 : 1 }

    @Test("grey columns beside bars, printed as dots, are frayed")
    func dithered() throws {
        #expect(try share { place, _, y in (6..<9).contains(place) ? (y / 3 % 2 == 0 ? 0 : 1) : bar(place) } > FrayedBars.least)
        // A checked pattern, over the white as well.
        #expect(try share { place, x, y in place < 8 ? ((x / 2 + y / 2) % 2 == 0 ? 0 : 0.8) : bar(place) } > FrayedBars.least)
    }

    @Test("even edges are not, however wide they are")
    func even() throws {
        #expect(try share { place, _, _ in bar(place) } == 0)
        #expect(try share { place, _, _ in place < 4 ? 0 : place < 8 ? Double(place - 4) / 4 : place < 12 ? 1 : Double(16 - place) / 4 } == 0)
        // Bars that lean: their edges move along them, but slowly.
        #expect(try share { _, x, y in bar((x + y / 6) % 16) } < FrayedBars.least)
    }

    @Test("noise, and scratches across the bars, are not")
    func noise() throws {
        var random = SystemRandomNumberGenerator()
        #expect(try share { place, _, _ in bar(place) + Double.random(in: -0.4...0.4, using: &random) } < FrayedBars.least)
        #expect(try share { place, _, y in y == 40 || y == 41 || y == 77 ? 1 : bar(place) } < FrayedBars.least)
    }

    @Test("what is too small or too pale is not judged")
    func none() {
        let image = LumaImage(size: FrameSize(width: 64, height: 64)) { pixels in
            for index in pixels.indices { pixels[index] = 200 }
        }
        for side in [64.0, 10] {
            let corners = Quadrilateral(
                topLeft: PixelPoint(x: 0, y: 0), topRight: PixelPoint(x: side, y: 0),
                bottomRight: PixelPoint(x: side, y: side), bottomLeft: PixelPoint(x: 0, y: side))
            #expect(FrayedBars.share(of: image, corners: corners) == nil)
        }
    }
}
