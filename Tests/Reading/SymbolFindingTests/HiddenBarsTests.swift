// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import LumaProcessing
import SymbolFinding
import Testing

@Suite("Bars that a bright stripe hides")
struct HiddenBarsTests {
    private static let (width, height, module) = (480, 120, 4)

    /// Bars and spaces of a module each, on paper of the brightness 220, with a stripe of another brightness over some modules.
    ///
    /// - Parameter slant: by how many modules the stripe moves from the upper edge to the lower one.
    private func found(_ stripe: Range<Int>, _ brightness: UInt8, slant: Int = 0) -> HiddenBars? {
        let (width, height) = (Self.width, Self.height)
        let image = LumaImage(size: FrameSize(width: width, height: height)) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let place = x / Self.module
                    let isHidden = stripe.contains(place - slant * y / height)
                    pixels[y * width + x] = isHidden ? brightness : place % 2 == 0 ? 30 : 220
                }
            }
        }
        return HiddenBars.find(
            in: image,
            corners: Quadrilateral(
                topLeft: PixelPoint(x: 0, y: 0), topRight: PixelPoint(x: Double(width), y: 0),
                bottomRight: PixelPoint(x: Double(width), y: Double(height)), bottomLeft: PixelPoint(x: 0, y: Double(height))),
            module: Double(Self.module))
    }

    @Test("a stripe that is brighter than the paper, straight or slanted")
    func bright() throws {
        let hidden = try #require(found(50..<62, 250))
        #expect(abs(hidden.modules - 13) <= 1 && abs(hidden.brightness - 30) < 8)
        #expect(found(50..<62, 250, slant: 12) != nil)
    }

    @Test("no stripe, a narrow one, paper in the place of bars, and one at the end are none")
    func others() {
        #expect(found(0..<0, 250) == nil)
        #expect(found(50..<53, 250) == nil)
        #expect(found(50..<62, 220) == nil)
        #expect(found(100..<120, 250) == nil)
    }
}
