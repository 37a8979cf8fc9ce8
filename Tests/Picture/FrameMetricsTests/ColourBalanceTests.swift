// SPDX-License-Identifier: Apache-2.0

import FrameMetrics
import Frames
import Testing

@Suite("Colours of a picture as a whole")
struct ColourBalanceTests {
    private func plane(_ value: UInt8, _ width: Int = 200) -> LumaImage {
        LumaImage(size: FrameSize(width: width, height: 100)) { pixels in
            for index in pixels.indices { pixels[index] = value }
        }
    }

    @Test("three planes")
    func planes() throws {
        let pink = try #require(ColourBalance(red: plane(180), green: plane(100), blue: plane(140)))
        #expect(pink == ColourBalance(red: 180, green: 100, blue: 140, saturation: 80))
        #expect(ColourBalance(red: plane(1), green: plane(1, 100), blue: plane(1)) == nil)
    }

    @Test("packed colours: grey has none, and pure red is red")
    func packed() throws {
        func balance(_ luma: UInt8, _ blue: UInt8, _ red: UInt8) throws -> ColourBalance {
            let format = try #require(FourCC("YUYV"))
            let order = try #require(PackedColours.Order(format))
            let size = FrameSize(width: 64, height: 32)
            let bytes = (0..<2 * size.area).map { [luma, blue, luma, red][$0 % 4] }
            return ColourBalance(
                try #require(PackedColours(PixelStorage(bytes), order, size: size, bytesPerLine: 2 * size.width)))
        }
        let grey = try balance(126, 128, 128)
        #expect(grey.saturation == 0 && abs(grey.red - 128) < 1 && grey.red == grey.blue)
        // BT.601: pure red is Y 81, Cb 90, Cr 240.
        let red = try balance(81, 90, 240)
        #expect(red.red > 250 && red.green < 4 && red.blue < 4 && red.saturation > 248, "\(red)")
    }
}
