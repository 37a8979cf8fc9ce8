// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import LumaProcessing
import SymbolFinding
import Testing

@Suite("The bull's eye of a MaxiCode")
struct BullsEyeTests {
    private static let text = "A parcel for nobody, 1234567890"

    @Test("it is found, however the picture is turned", arguments: [0.0, 7, 30, 45, 90, 200])
    func found(_ degrees: Double) throws {
        let (image, truth) = try SymbolFinderTests.scene(Self.text, .maxiCode, module: 9)
        let turned = image.rotated(clockwiseDegrees: degrees)
        let eye = try #require(BullsEye.find(in: turned.image))
        let place = turned.toOriginal(x: eye.x, y: eye.y)
        // The bull's eye is in the middle of the symbol, and a quarter of its width from its centre to its rim.
        #expect(hypot(place.x - truth.center.x, place.y - truth.center.y) < 9)
        #expect((0.1...0.2).contains(eye.radius / truth.width))
    }

    @Test("no other code has one", arguments: [Symbology.qr, .aztec, .dataMatrix, .pdf417, .code128, .microQR])
    func others(_ symbology: Symbology) throws {
        for module in [3, 6, 11] {
            let text = symbology == .microQR ? "1234" : Self.text
            let (image, _) = try SymbolFinderTests.scene(
                text, symbology, module: module, size: FrameSize(width: 2400, height: 1200))
            #expect(BullsEye.find(in: image) == nil, "\(module)")
        }
    }

    @Test("small, empty and noisy pictures have none")
    func none() {
        var generator = SystemRandomNumberGenerator()
        for side in [1, 16, 40, 300] {
            let image = LumaImage(size: FrameSize(width: side, height: side)) { pixels in
                for index in 0..<side * side { pixels[index] = UInt8.random(in: 0...255, using: &generator) }
            }
            #expect(BullsEye.find(in: image) == nil)
        }
    }

    @Test("gaps between modules that should touch are measured, and a whole code has none")
    func gaps() throws {
        let (image, truth) = try SymbolFinderTests.scene("https://example.org/candela/gaps", .qr, module: 8)
        #expect(SymbolFigures(of: image, corners: truth, kind: .matrix, noise: 0).gap == nil)
        // Each module loses its last two columns and rows of pixels, as when it is drawn by itself.
        let (left, top) = (Int(truth.topLeft.x.rounded()), Int(truth.topLeft.y.rounded()))
        let split = LumaImage(size: image.size) { pixels in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let isGap = (x - left + 800) % 8 >= 6 || (y - top + 800) % 8 >= 6
                    pixels[y * image.width + x] = isGap ? 255 : image[x, y]
                }
            }
        }
        let figures = SymbolFigures(of: split, corners: truth, kind: .matrix, noise: 0)
        #expect(abs(try #require(figures.gap) - 2) < 0.4)
        #expect(abs(try #require(figures.module) - 8) < 0.4)
    }
}
