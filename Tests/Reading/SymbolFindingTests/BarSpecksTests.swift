// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import SymbolFinding
import Testing

/// Single pixels in bars and spaces, against noise and lines.
@Suite("Specks in bars")
struct BarSpecksTests {
    /// - Parameter value: the brightness from 0 to 1 of a pixel.
    private func share(_ value: (_ x: Int, _ y: Int) -> Double) -> Double {
        let (width, height) = (320, 120)
        let image = LumaImage(size: FrameSize(width: width, height: height)) { pixels in
            for y in 0..<height {
                for x in 0..<width { pixels[y * width + x] = UInt8(20 + 215 * min(1, max(0, value(x, y)))) }
            }
        }
        return BarSpecks.share(
            of: image,
            corners: Quadrilateral(
                topLeft: PixelPoint(x: 0, y: 0), topRight: PixelPoint(x: Double(width), y: 0),
                bottomRight: PixelPoint(x: Double(width), y: Double(height)), bottomLeft: PixelPoint(x: 0, y: Double(height)))) ?? 9
    }

    private func bar(_ x: Int) -> Double { x % 16 < 6 ? 0 : 1 }
    /// The same for a place at every call, and evenly spread.
    private func chance(_ x: Int, _ y: Int) -> Double {
        let mixed: Int = x &* 7919 &+ y &* 104_729
        let spread: Int = (mixed ^ (mixed >> 7)) &* 31
        return Double(spread % 1000) / 1000
    }

    @Test("a twentieth of the pixels exchanged, as in a black and white scan, is")
    func speckled() {
        #expect(share { x, y in chance(x, y) < 0.05 ? 1 - bar(x) : bar(x) } > BarSpecks.least)
    }

    @Test("sharp bars, noise, leaning bars and a line across them are not")
    func clean() {
        #expect(share { x, _ in bar(x) } == 0)
        #expect(share { x, y in bar(x) * 0.7 + 0.3 * chance(x, y) } < BarSpecks.least)
        #expect(share { x, y in bar(x + y / 6) } < BarSpecks.least)
        #expect(share { x, y in (55...57).contains(y) ? 0 : bar(x) } < BarSpecks.least)
        #expect(share { x, y in y == 56 ? 0 : bar(x) } < BarSpecks.least)
    }
}
