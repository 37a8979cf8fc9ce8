// SPDX-License-Identifier: Apache-2.0

import Frames
import Testing

@Suite("Frame regions")
struct FrameRegionTests {
    private let frame = FrameSize(width: 641, height: 479)

    @Test(
        "pixels and percent can be mixed",
        arguments: [
            ("10,20,30,40", PixelRectangle(x: 10, y: 20, width: 30, height: 40)),
            ("0,0,100%,100%", PixelRectangle(x: 0, y: 0, width: 641, height: 479)),
            ("50%,50%,50%,50%", PixelRectangle(x: 321, y: 240, width: 320, height: 239)),
            ("12.5%, 0, 1, 100%", PixelRectangle(x: 80, y: 0, width: 1, height: 479)),
            ("640,478,1,1", PixelRectangle(x: 640, y: 478, width: 1, height: 1)),
        ])
    func parsed(text: String, rectangle: PixelRectangle) {
        #expect(FrameRegion(text)?.rectangle(in: frame) == rectangle)
    }

    @Test("halves and thirds in percent cover every frame, despite rounding")
    func rounding() throws {
        for width in 1...50 {
            let size = FrameSize(width: width, height: width)
            for share in stride(from: 0.5, to: 100, by: 0.5) {
                let region = try #require(FrameRegion("\(share)%,\(share)%,\(100 - share)%,\(100 - share)%"))
                guard let rectangle = region.rectangle(in: size) else { continue }
                #expect(rectangle.x + rectangle.width == width)
            }
        }
    }

    @Test(
        "a region that extends outside the frame or is empty there gives nothing",
        arguments: [
            "0,0,642,1", "641,0,1,1", "1,0,641,1", "0,0,0,1", "0,0,1,0", "100%,0,1,1", "0,100%,100%,100%",
            "0,0,0.01%,1",
            "700,0,50%,1",
        ])
    func outside(text: String) throws {
        #expect(try #require(FrameRegion(text)).rectangle(in: frame) == nil)
    }

    @Test(
        "invalid text is not a region",
        arguments: [
            "", "1,2,3", "1,2,3,4,5", "1,2,3,", "-1,0,1,1", "0,0,101%,1", "0,0,-1%,1", "0,0,nan%,1", "0,0,inf%,1",
            "a,b,c,d", "1.5,0,1,1", "0,0,%,1", "0,0,1048577,1", "0,0,99999999999999999999,1",
        ])
    func malformed(text: String) {
        #expect(FrameRegion(text) == nil)
    }

    @Test("its description can be parsed")
    func description() throws {
        for text in ["10,20%,30,12.5%", "0,0,100%,100%"] {
            #expect(try #require(FrameRegion(text)).description == text)
        }
    }
}
