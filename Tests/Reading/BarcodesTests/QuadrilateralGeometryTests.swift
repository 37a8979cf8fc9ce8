// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("Places of codes")
struct QuadrilateralGeometryTests {
    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Quadrilateral {
        Quadrilateral(
            topLeft: PixelPoint(x: x, y: y), topRight: PixelPoint(x: x + width, y: y),
            bottomRight: PixelPoint(x: x + width, y: y + height), bottomLeft: PixelPoint(x: x, y: y + height))
    }

    @Test("a point is inside in whichever direction the corners run")
    func containing() {
        let place = box(10, 20, 100, 50)
        let mirrored = Quadrilateral(
            topLeft: place.topRight, topRight: place.topLeft, bottomRight: place.bottomLeft,
            bottomLeft: place.bottomRight)
        for shape in [place, place.turnedAround, mirrored] {
            #expect(shape.contains(PixelPoint(x: 60, y: 45)))
            #expect(shape.contains(PixelPoint(x: 10, y: 20)))
            #expect(!shape.contains(PixelPoint(x: 9, y: 45)))
            #expect(!shape.contains(PixelPoint(x: 60, y: 71)))
        }
    }

    @Test("bounds, width and height follow the corners")
    func measures() {
        let place = box(10, 20, 100, 50)
        #expect(place.width == 100)
        #expect(place.height == 50)
        #expect(place.bounds == (10, 20, 110, 70))
        #expect(place.turnedAround.topLeft == PixelPoint(x: 110, y: 70))
    }

    @Test("a rectangle has alike edges and diagonals, at any angle; what is seen from aside or is slanted is none")
    func rectangles() {
        #expect(box(10, 20, 100, 50).isRectangle)
        #expect(box(10, 20, 100, 50).mapped { PixelPoint(x: 0.8 * $0.x - 0.6 * $0.y, y: 0.6 * $0.x + 0.8 * $0.y) }.isRectangle)
        #expect(!box(10, 20, 100, 50).mapped { PixelPoint(x: $0.x, y: $0.y * (1 + $0.x / 1000)) }.isRectangle)
        #expect(!box(10, 20, 100, 50).mapped { PixelPoint(x: $0.x + 0.2 * $0.y, y: $0.y) }.isRectangle)
    }

    @Test("one scan line across a code and its full outline are one place")
    func sameSymbol() {
        let line = box(12, 40, 96, 0)
        #expect(line.coversSamePlace(as: box(10, 20, 100, 50)))
        #expect(box(10, 20, 100, 50).coversSamePlace(as: line))
        // Near the code's upper edge, where its centre is outside the strip.
        #expect(box(12, 22, 96, 2).coversSamePlace(as: box(10, 20, 100, 50)))
    }

    @Test("labels next to and below each other are two places")
    func twoSymbols() {
        #expect(!box(0, 0, 100, 50).coversSamePlace(as: box(120, 0, 100, 50)))
        #expect(!box(0, 0, 100, 50).coversSamePlace(as: box(0, 65, 100, 50)))
        #expect(!box(0, 0, 100, 0).coversSamePlace(as: box(0, 65, 100, 0)))
    }
}
