// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import MatrixReading
import Testing

@Suite("Sampling between pixels")
struct LumaSamplerTests {
    private let ramp = LumaSampler(
        LumaImage(
            size: FrameSize(width: 4, height: 3),
            pixels: [0, 10, 20, 30, 100, 110, 120, 130, 200, 210, 220, 230] as [UInt8]))

    @Test("between pixels, and beyond the border")
    func values() {
        #expect(ramp(PixelPoint(x: 0.5, y: 0.5)) == 0)
        #expect(ramp(PixelPoint(x: 2, y: 1)) == 15 + 50)
        #expect(ramp(PixelPoint(x: -40, y: 9000)) == 200)
        #expect(ramp(PixelPoint(x: 9000, y: -40)) == 30)
    }

    @Test("points on a horizon, where a perspective has no place")
    func horizon() {
        for bad in [Double.nan, .infinity, -.infinity] {
            #expect((0...230).contains(ramp(PixelPoint(x: bad, y: 1))))
            #expect((0...230).contains(ramp(PixelPoint(x: 1, y: bad))))
            #expect((0...230).contains(ramp(PixelPoint(x: bad, y: bad))))
        }
    }
}
