// SPDX-License-Identifier: Apache-2.0

import FrameCoding
import Frames
import Testing

@Suite("JPEG encoding")
struct JPEGEncoderTests {
    private static func value(_ x: Int, _ y: Int) -> UInt8 { UInt8(40 + (x * 3 + y * 2) % 160) }

    private static func picture(_ size: FrameSize) -> LumaImage {
        LumaImage(size: size) { pixels in
            for y in 0..<size.height { for x in 0..<size.width { pixels[y * size.width + x] = value(x, y) } }
        }
    }

    @Test(
        "a picture is decoded unchanged except for JPEG's losses",
        arguments: [(160, 96), (35, 17), (1, 1), (8, 641)].map { FrameSize(width: $0.0, height: $0.1) })
    func roundTrip(size: FrameSize) throws {
        let image = Self.picture(size)
        let jpeg = try JPEGEncoder().encode(image, quality: 95)
        let frame = try MotionJPEGDecoder().decode(jpeg, expected: size)
        #expect(!frame.isDamaged)
        var sum = 0
        for y in 0..<size.height { for x in 0..<size.width { sum += abs(Int(frame.luma[x, y]) - Int(image[x, y])) } }
        #expect(Double(sum) / Double(size.area) < 3)
    }

    @Test("row padding is not encoded")
    func stride() throws {
        let (width, height, row) = (33, 20, 64)
        let wide = LumaImage(size: FrameSize(width: row, height: height)) { pixels in
            for index in 0..<row * height {
                pixels[index] = index % row < width ? Self.value(index % row, index / row) : 255
            }
        }
        let part = try #require(wide.cropped(to: PixelRectangle(x: 0, y: 0, width: width, height: height)))
        let plain = Self.picture(FrameSize(width: width, height: height))
        let encoder = try JPEGEncoder()
        #expect(try encoder.encode(part, quality: 90) == encoder.encode(plain, quality: 90))
    }

    @Test("a lower quality takes fewer bytes, and one encoder serves picture after picture")
    func quality() throws {
        let encoder = try JPEGEncoder()
        let image = Self.picture(FrameSize(width: 320, height: 240))
        let sizes = try [20, 50, 80, 95].map { try encoder.encode(image, quality: $0).count }
        #expect(sizes == sizes.sorted())
        #expect(sizes[0] < sizes[3] / 2)
        #expect(try encoder.encode(image, quality: 80).count == sizes[2])
    }

    @Test("a picture that JPEG cannot hold is an error with the library's message")
    func tooLarge() throws {
        let image = LumaImage(size: FrameSize(width: 65_536, height: 1)) { _ in }
        let error = #expect(throws: MotionJPEGError.self) { try JPEGEncoder().encode(image, quality: 80) }
        #expect(error?.description.isEmpty == false)
    }
}

@Suite("A camera's JPEG for other programs")
struct WholeJPEGTests {
    private static func storage(_ bytes: [UInt8]) -> PixelStorage {
        PixelStorage(count: bytes.count) { span in for index in bytes.indices { span[index] = bytes[index] } }
    }

    @Test("a complete one is unchanged, including the bytes after it", arguments: [false, true])
    func untouched(progressive: Bool) throws {
        let size = FrameSize(width: 160, height: 96)
        let jpeg = try JPEGWriter(size: size, progressive: progressive).rgb() + [0, 0, 0]
        #expect(wholeJPEG(Self.storage(jpeg)) == jpeg)
    }

    @Test("one without Huffman tables gets the standard ones")
    func tables() throws {
        let jpeg = try JPEGWriter(size: FrameSize(width: 160, height: 96)).rgb()
        let stripped = jpeg.withoutSegments(0xc4)
        let whole = try #require(wholeJPEG(Self.storage(stripped)))
        #expect(whole.count > stripped.count + 400)
        #expect(whole.jpegSegments.map(\.marker).contains(0xc4))
        // libjpeg writes the standard tables, so the pictures are the same.
        let decoder = try MotionJPEGDecoder()
        let same = try decoder.decode(whole).luma.pixels == decoder.decode(jpeg).luma.pixels
        #expect(same)
    }

    @Test(
        "data that is not a JPEG, or has no picture, gives nothing",
        arguments: [[], [0xff], [0xff, 0xd8], [0xff, 0xd8, 0xff, 0xd9], Array("GIF89a".utf8)] as [[UInt8]])
    func nothing(bytes: [UInt8]) { #expect(wholeJPEG(Self.storage(bytes)) == nil) }
}
