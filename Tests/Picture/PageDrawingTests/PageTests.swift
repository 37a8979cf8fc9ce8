// SPDX-License-Identifier: Apache-2.0

import Frames
import PageDrawing
import Pictures
import Testing

@Suite("A page")
struct PageTests {
    private var page: Page {
        var page = Page(width: 20, height: 10)
        page.items = [
            .boxes([.init(x: 1, y: 1, width: 4, height: 8), .init(x: 10, y: 1, width: 1, height: 8)], grey: 0),
            .disc(center: .init(x: 16, y: 5), radius: 3, grey: 128),
            .text("a <b> & \"c\" \u{1} \u{0}", at: .init(x: 10, y: 9), size: 2, anchor: .middle, isBold: true),
        ]
        return page
    }

    @Test("as SVG it has its size in millimetres, and text is never markup")
    func svg() {
        let svg = page.svg
        #expect(svg.contains("width=\"20mm\" height=\"10mm\" viewBox=\"0 0 20 10\""))
        #expect(svg.contains("M1 1h4v8H1z"))
        #expect(svg.contains("M10 1h1v8H10z"))
        #expect(svg.contains(">a &lt;b&gt; &amp; &quot;c&quot; \u{fffd} \u{fffd}</text>"))
        #expect(!svg.contains("<b>"))
    }

    @Test("as PNG it has the given pixels a millimetre, and boxes on whole pixels are sharp")
    func png() throws {
        let bytes = try page.render(.png, pixelsPerMillimetre: 8)
        let picture = try PictureLoader().picture(in: PixelStorage(bytes), name: "page").luma
        #expect(picture.size == FrameSize(width: 160, height: 80))
        picture.withSpan { pixels in
            func at(_ x: Int, _ y: Int) -> UInt8 { pixels[y * 160 + x] }
            #expect(at(7, 40) == 255)
            #expect(at(8, 40) == 0)
            #expect(at(39, 40) == 0)
            #expect(at(40, 40) == 255)
            #expect(at(80, 12) == 0)
            #expect(at(128, 40) == 128)
        }
    }

    @Test("as PDF it is a valid file with its size in points")
    func pdf() throws {
        let bytes = try page.render(.pdf)
        #expect(bytes.starts(with: Array("%PDF-".utf8)))
        let text = String(decoding: bytes, as: Unicode.ASCII.self)
        #expect(text.contains("MediaBox [ 0 0 56.69"))
    }

    @Test("a page too large for a picture is an error, and so is an invalid picture")
    func refused() {
        var page = Page(width: 5000, height: 10)
        #expect(throws: PageError.self) { try page.render(.png, pixelsPerMillimetre: 12) }
        page = Page(width: 10, height: 10)
        page.items = [.picture(Array("no picture".utf8), .init(x: 0, y: 0, width: 5, height: 5))]
        #expect(throws: PageError.self) { try page.render(.png) }
    }
}
