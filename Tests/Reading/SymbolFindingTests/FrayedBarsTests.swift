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
    private func share(_ value: (_ place: Int, _ x: Int, _ y: Int) -> Double) -> Double? {
        let (width, height) = (Self.width, Self.height)
        let image = LumaImage(size: FrameSize(width: width, height: height)) { pixels in
            for y in 0..<height {
                for x in 0..<width { pixels[y * width + x] = UInt8(20 + 215 * min(1, max(0, value(x % 16, x, y)))) }
            }
        }
        return FrayedBars.share(
            of: image,
            corners: Quadrilateral(
                topLeft: PixelPoint(x: 0, y: 0), topRight: PixelPoint(x: Double(width), y: 0),
                bottomRight: PixelPoint(x: Double(width), y: Double(height)), bottomLeft: PixelPoint(x: 0, y: Double(height))))
    }

    private func bar(_ place: Int) -> Double { place < 6 ? 0 : 1 }

    @Test("grey columns beside bars, printed as dots, are frayed")
    func dithered() {
        #expect(share { place, _, y in (6..<9).contains(place) ? (y / 3 % 2 == 0 ? 0 : 1) : bar(place) } ?? 0 > FrayedBars.least)
        // A checked pattern, over the white as well.
        #expect(share { place, x, y in place < 8 ? ((x / 2 + y / 2) % 2 == 0 ? 0 : 0.8) : bar(place) } ?? 0 > FrayedBars.least)
    }

    @Test("even edges are not, however wide they are")
    func even() {
        #expect(share { place, _, _ in bar(place) } == 0)
        #expect(share { place, _, _ in place < 4 ? 0 : place < 8 ? Double(place - 4) / 4 : place < 12 ? 1 : Double(16 - place) / 4 } == 0)
        // Bars that lean: their edges move along them, but slowly.
        #expect(share { _, x, y in bar((x + y / 6) % 16) } ?? 9 < FrayedBars.least)
    }

    @Test("a display's rows, and bars on a ground of dots, are not: their white is like that, too")
    func ground() {
        #expect(share { place, _, y in bar(place) * (y % 3 == 0 ? 0.75 : 1) } ?? 0 < FrayedBars.least)
        #expect(share { place, x, y in bar(place) * (x % 5 < 2 && y % 5 < 2 ? 0.5 : 1) } ?? 0 < FrayedBars.least)
    }

    @Test("noise, and scratches across the bars, are not")
    func noise() {
        for strength in [0.2, 0.4, 0.8] {
            // Numerical Recipes' generator, so that every run is the same.
            var state: UInt32 = 7
            let result = share { place, _, _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return bar(place) + strength * (Double(state >> 8) / Double(1 << 24) - 0.5)
            }
            #expect(result ?? 9 < FrayedBars.least)
        }
        #expect(share { place, _, y in y == 40 || y == 41 || y == 77 ? 1 : bar(place) } ?? 9 < FrayedBars.least)
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
