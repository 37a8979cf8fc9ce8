// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import Pictures
import Testing

@Suite("Picture loading")
struct PictureLoaderTests {
    @Test(
        "grey pictures give the formula's values",
        arguments: [
            ("grey.png", 0), ("palette.png", 0), ("sixteen-bit.png", 0), ("interlaced.png", 0), ("grey.tif", 0),
            ("sixteen-bit.tif", 1), ("colour-lzw.tif", -1), ("grey.gif", 0), ("grey.bmp", 0), ("colour.png", -1),
            ("colour.bmp", -1), ("colour.webp", -1), ("colour.jpg", -6), ("progressive.jpg", -6), ("lossy.webp", -24),
            ("cmyk.jpg", 6),
        ])
    func formulas(name: String, tolerance: Int) throws {
        // A negative tolerance marks the coloured picture; luma is rounded once, or again after a lossy coder.
        let picture = try PictureLoader().picture(at: fixture(name))
        #expect(picture.luma.size == fixtureSize)
        #expect(picture.storedSize == fixtureSize)
        #expect(picture.damage == nil)
        #expect(picture.orientation == .topLeft)
        #expect(largestError(picture.luma, tolerance < 0 ? colour : grey) <= abs(tolerance))
    }

    @Test(
        "a plane of the colours is what the file has there",
        arguments: [("colour.png", 0), ("colour.bmp", 0), ("colour.webp", 2), ("grey.png", 0)])
    func planes(name: String, tolerance: Int) throws {
        let plane = try #require(try PictureLoader().picture(at: fixture(name)).plane)
        let isGrey = name.hasPrefix("grey")
        #expect(largestError(try #require(plane(.red))) { grey($0, $1) } <= tolerance)
        #expect(largestError(try #require(plane(.green))) { isGrey ? grey($0, $1) : 255 - grey($0, $1) } <= tolerance)
        #expect(largestError(try #require(plane(.blue))) { x, y in isGrey ? grey(x, y) : x * 8 } <= tolerance)
        #expect(try PictureLoader().picture(at: fixture("colour.jpg")).plane?(.blue)?.size == fixtureSize)
    }

    @Test("the format is recognised by the content")
    func formats() throws {
        let expected: [(String, PictureFormat)] = [
            ("grey.png", .png), ("colour.jpg", .jpeg), ("colour.webp", .webp), ("grey.tif", .tiff), ("grey.gif", .gif),
            ("grey.bmp", .bmp),
        ]
        let folder = try TemporaryFolder()
        for (name, format) in expected {
            #expect(try PictureLoader().picture(at: fixture(name)).format == format)
            let misnamed = try folder.write(try bytes(name), "photo.ps")
            #expect(try PictureLoader().picture(at: misnamed).format == format, "\(name) under another name")
        }
    }

    @Test("a bitmap of one bit is black and white")
    func oneBit() throws {
        let luma = try PictureLoader().load(fixture("one-bit.png"))
        #expect(largestError(luma) { grey($0, $1) >= 128 ? 255 : 0 } == 0)
    }

    @Test(
        "a code on a transparent background is dark on white",
        arguments: ["transparent.png", "transparent-palette.png", "transparent.webp"])
    func transparency(name: String) throws {
        let luma = try PictureLoader().load(fixture(name))
        #expect(largestError(luma) { x, _ in x / 4 % 2 == 0 ? 0 : 255 } == 0)
    }

    @Test("half transparent black on white is middle grey")
    func halfTransparency() throws {
        let luma = try PictureLoader().load(fixture("half-transparent.png"))
        #expect(largestError(luma) { _, _ in 127 } == 0)
    }

    @Test("black on transparency is one even surface to who leaves transparency out", arguments: ["png", "webp"])
    func transparency(format: String) throws {
        let picture = try PictureLoader().picture(at: fixture("transparent.\(format)"))
        let transparency = try #require(picture.transparency)
        #expect(transparency == PictureTransparency(share: 0.5, contrastWithout: 0))
        #expect(try PictureLoader().picture(at: fixture("colour.png")).transparency == nil)
    }

    @Test("all eight Exif orientations come out upright", arguments: 1...8)
    func orientations(value: Int) throws {
        let picture = try PictureLoader().picture(at: fixture("orientation-\(value).jpg"))
        #expect(picture.orientation.rawValue == value)
        #expect(picture.luma.size == fixtureSize)
        #expect(picture.storedSize == (value < 5 ? fixtureSize : FrameSize(width: 16, height: 32)))
        #expect(largestError(picture.luma, grey) <= 6)
    }

    @Test("a PNG's and a TIFF's orientation is followed")
    func otherOrientations() throws {
        // This PNG is stored upright and has an orientation of a quarter turn clockwise.
        let png = try PictureLoader().picture(at: fixture("orientation-6.png"))
        #expect(png.orientation == .rightTop)
        #expect(png.luma.size == FrameSize(width: 16, height: 32))
        #expect(largestError(png.luma) { x, y in grey(y, 15 - x) } == 0)
        // imlib2 rotates TIFFs itself.
        let tiff = try PictureLoader().picture(at: fixture("orientation-6.tif"))
        #expect(tiff.luma.size == fixtureSize)
        #expect(largestError(tiff.luma, grey) == 0)
    }

    @Test("pictures of one pixel and of 30,000 in a row are read")
    func extremes() throws {
        let dot = try PictureLoader().load(fixture("one-pixel.png"))
        #expect(dot.size == FrameSize(width: 1, height: 1) && dot[0, 0] == 0x42)
        let wide = try PictureLoader().load(fixture("wide.png"))
        #expect(wide.size == FrameSize(width: 30000, height: 2))
        #expect(largestError(wide) { x, _ in x % 251 } == 0)
    }

    @Test(
        "a picture beyond the limit is rejected before it is decoded",
        arguments: [
            "grey.png", "colour.jpg", "colour.webp", "lossy.webp", "grey.tif", "grey.gif", "grey.bmp",
        ])
    func limits(name: String) throws {
        let error = #expect(throws: PictureError.self) { try picture(bytes(name), limit: 511) }
        #expect(error?.kind == .tooLarge)
        #expect(
            error?.description
                == "cannot decode x: 32x16 pixels are more than the 511 allowed; make it smaller first")
        #expect(try picture(bytes(name), limit: 512).luma.size == fixtureSize)
    }

    @Test(
        "a header that declares a thousand million pixels allocates nothing",
        arguments: [
            ("grey.png", 16, [0, 0, 0x7f, 0xff, 0, 0, 0x7f, 0xff]),
            ("grey.bmp", 18, [0xff, 0x7f, 0, 0, 0xff, 0x7f, 0, 0]),
            ("grey.gif", 6, [0xff, 0xff, 0xff, 0xff]),
        ] as [(String, Int, [UInt8])])
    func hostileHeaders(name: String, offset: Int, header: [UInt8]) throws {
        var data = try bytes(name)
        data.replaceSubrange(offset..<offset + header.count, with: header)
        let error = #expect(throws: PictureError.self) { try picture(data) }
        #expect(error?.kind == .tooLarge)
    }

    @Test("many pictures are decoded at once")
    func parallel() async throws {
        let names = ["grey.png", "colour.jpg", "colour.webp", "grey.tif", "grey.gif", "grey.bmp", "interlaced.png"]
        let largest = await withTaskGroup(of: Int.self) { group in
            for index in 0..<210 {
                let name = names[index % names.count]
                group.addTask {
                    guard let luma = try? PictureLoader().load(fixture(name)) else { return 255 }
                    return largestError(luma, name.hasPrefix("colour") ? colour : grey)
                }
            }
            return await group.reduce(0, max)
        }
        #expect(largest <= 6)
    }
}
