// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG
import FrameCoding
import Frames
import Testing

@Suite("Motion JPEG decoding")
struct MotionJPEGDecoderTests {
    let size = FrameSize(width: 160, height: 96)

    func largestError(_ image: LumaImage, rows: Range<Int>? = nil) -> Int {
        var largest = 0
        for y in rows ?? 0..<image.height {
            for x in 0..<image.width { largest = max(largest, abs(Int(image[x, y]) - JPEGWriter.weighted(x, y))) }
        }
        return largest
    }

    @Test(
        "the luma of a colour frame comes out, whatever its chroma",
        arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411, TJSAMP_GRAY].map { Int($0.rawValue) },
        [FrameSize(width: 160, height: 96), FrameSize(width: 35, height: 17), FrameSize(width: 1, height: 1)])
    func colours(subsampling: Int, size: FrameSize) throws {
        let jpeg = try JPEGWriter(size: size, subsampling: TJSAMP(rawValue: numericCast(subsampling))).rgb()
        let frame = try MotionJPEGDecoder().decode(jpeg, expected: size)
        #expect(frame.luma.size == size)
        #expect(!frame.isDamaged)
        #expect(largestError(frame.luma) <= 8)
    }

    @Test("a progressive frame is read")
    func progressive() throws {
        let jpeg = try JPEGWriter(size: size, progressive: true).rgb()
        #expect(JPEGHeader(jpeg)?.isProgressive == true)
        let frame = try MotionJPEGDecoder().decode(jpeg)
        #expect(!frame.isDamaged)
        #expect(largestError(frame.luma) <= 8)
    }

    @Test("a frame without Huffman tables gets the standard ones")
    func missingTables() throws {
        let jpeg = try JPEGWriter(size: size).rgb()
        let stripped = jpeg.withoutSegments(0xc4)
        #expect(stripped.count < jpeg.count - 400)
        let decoder = try MotionJPEGDecoder()
        let frame = try decoder.decode(stripped)
        #expect(!frame.isDamaged)
        let same = try frame.luma.pixels == decoder.decode(jpeg).luma.pixels
        #expect(same)
    }

    @Test("a frame without Huffman tables does not use those of the previous frame")
    func staleTables() throws {
        let jpeg = try JPEGWriter(size: size).rgb()
        // Progressive frames carry their own tables.
        let other = try JPEGWriter(size: size, progressive: true).rgb()
        let decoder = try MotionJPEGDecoder()
        let expected = try decoder.decode(jpeg).luma.pixels
        _ = try decoder.decode(other)
        let frame = try decoder.decode(jpeg.withoutSegments(0xc4))
        #expect(!frame.isDamaged)
        // Compared outside the macro, which would print every pixel.
        let same = frame.luma.pixels == expected
        #expect(same)
    }

    @Test("a frame cut short gives its upper part, marked as damaged", arguments: [0.3, 0.5, 0.9])
    func truncated(share: Double) throws {
        let jpeg = try JPEGWriter(size: size).rgb()
        let cut = Array(jpeg[..<Int(Double(jpeg.count) * share)])
        let frame = try MotionJPEGDecoder().decode(cut, expected: size)
        #expect(frame.luma.size == size)
        #expect(frame.damage?.contains("Premature end") == true)
        let whole = try MotionJPEGDecoder().decode(jpeg).luma
        // The tables are a fixed part of the bytes, so slightly less than that share of the rows is present.
        let scan = try #require(jpeg.jpegSegments.last).range.lowerBound
        let rows = Int(Double(cut.count - scan) / Double(jpeg.count - scan) * Double(size.height) * 0.5)
        try #require(rows > 0)
        #expect((0..<rows).allSatisfy { y in (0..<size.width).allSatisfy { frame.luma[$0, y] == whole[$0, y] } })
    }

    @Test("the decoder works after a damaged frame")
    func afterDamage() throws {
        let jpeg = try JPEGWriter(size: size).rgb()
        let decoder = try MotionJPEGDecoder()
        #expect(try decoder.decode(jpeg[..<(jpeg.count / 2)]).isDamaged)
        #expect(throws: MotionJPEGError.self) { try decoder.decode(jpeg[..<(jpeg.count / 40)]) }
        #expect(try !decoder.decode(jpeg).isDamaged)
    }

    @Test("bytes after the end of the picture are ignored")
    func padding() throws {
        let jpeg = try JPEGWriter(size: size).rgb()
        let decoder = try MotionJPEGDecoder()
        let expected = try decoder.decode(jpeg).luma.pixels
        for padding in [[UInt8](repeating: 0, count: 5000), [UInt8](repeating: 0xff, count: 33), jpeg, [0xff, 0xd8]] {
            let frame = try decoder.decode((jpeg + padding))
            #expect(!frame.isDamaged)
            let same = frame.luma.pixels == expected
            #expect(same)
        }
    }

    @Test("a driver's buffer is decoded from the frame's offset, and never read past its end")
    func buffers() throws {
        let jpeg = try JPEGWriter(size: size).rgb()
        let bytes = [1, 2, 3] + jpeg
        let storage = PixelStorage(count: bytes.count) { span in for i in bytes.indices { span[i] = bytes[i] } }
        let decoder = try MotionJPEGDecoder()
        #expect(try decoder.decode(storage, offset: 3, byteCount: Int.max).luma.size == size)
        for (offset, count) in [(-1, 10), (bytes.count, 1), (Int.max, Int.max), (3, 0), (3, -5)] {
            #expect(throws: MotionJPEGError(.notJPEG)) {
                try decoder.decode(storage, offset: offset, byteCount: count)
            }
        }
    }

    @Test("another size than the negotiated one is an error that names both")
    func mismatch() throws {
        let jpeg = try JPEGWriter(size: size).rgb()
        let error = #expect(throws: MotionJPEGError.self) {
            try MotionJPEGDecoder().decode(jpeg, expected: FrameSize(width: 640, height: 480))
        }
        #expect(error?.description == "cannot use frame: 640x480 was negotiated, but the JPEG is 160x96")
    }

    @Test("a header that declares too many pixels is rejected before allocation")
    func hostileHeader() throws {
        var jpeg = try JPEGWriter(size: size).rgb()
        let frameHeader = try #require(jpeg.jpegSegments.first { $0.marker == 0xc0 }).range.lowerBound
        jpeg.replaceSubrange(frameHeader + 5..<frameHeader + 9, with: [0xff, 0xff, 0xff, 0xff])
        let error = #expect(throws: MotionJPEGError.self) { try MotionJPEGDecoder().decode(jpeg) }
        #expect(
            error?.kind
                == .tooLarge(
                    FrameSize(width: 65535, height: 65535), maximumPixels: MotionJPEGDecoder.defaultMaximumPixels))
        jpeg.replaceSubrange(frameHeader + 5..<frameHeader + 9, with: [0, 0, 0, 0])
        #expect(throws: MotionJPEGError(.notJPEG)) { try MotionJPEGDecoder().decode(jpeg) }
    }

    @Test("data that is not a JPEG gives that error")
    func notJPEG() throws {
        let decoder = try MotionJPEGDecoder()
        for bytes: [UInt8] in [[], [0xff], [0xff, 0xd8], [0xff, 0xd8, 0xff, 0xd9], Array("hello, world".utf8)] {
            let error = #expect(throws: MotionJPEGError.self) { try decoder.decode(bytes) }
            #expect(error?.kind == .notJPEG)
        }
    }

    @Test("no prefix and no corruption of a frame causes more than an error")
    func corruption() throws {
        let small = FrameSize(width: 48, height: 32)
        let jpeg = try JPEGWriter(size: small, quality: 60).rgb()
        let decoder = try MotionJPEGDecoder(maximumPixels: 1 << 20)
        for length in 0..<jpeg.count { _ = try? decoder.decode(jpeg[..<length]) }
        var random = UInt64(42)
        func next() -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33)
        }
        var damaged = 0
        for _ in 0..<3000 {
            var bytes = jpeg
            for _ in 0...next() % 3 { bytes[2 + next() % (bytes.count - 2)] = UInt8(next() & 255) }
            if let frame = try? decoder.decode(bytes) {
                #expect(frame.luma.size.area <= 1 << 20)
                damaged += frame.isDamaged ? 1 : 0
            }
        }
        #expect(damaged > 100)
        #expect(try decoder.decode(jpeg, expected: small).damage == nil)
    }

    @Test("four-colour frames give light where there is no ink")
    func inks() throws {
        let size = FrameSize(width: 32, height: 16)
        var inks: [UInt8] = []
        for _ in 0..<size.height {
            for x in 0..<size.width { inks += x < 16 ? [0, 0, 0, 255] : [0, 0, 0, 0] }
        }
        // The writer adds Adobe's marker to CMYK, which means "255 is no ink".
        let jpeg = try JPEGWriter(size: size, subsampling: TJSAMP_444).compress(
            inks, bytesPerPixel: 4, format: TJPF_CMYK)
        try #require(jpeg.jpegSegments.contains { $0.marker == 0xee })
        let adobe = try MotionJPEGDecoder().decode(jpeg).luma
        #expect(adobe[4, 8] < 10 && adobe[28, 8] < 10, "no light at all: all inks at 0 mean full ink")
        let white = try JPEGWriter(size: size, subsampling: TJSAMP_444)
            .compress(inks.map { _ in 255 }, bytesPerPixel: 4, format: TJPF_CMYK)
        #expect(try MotionJPEGDecoder().decode(white).luma[4, 8] > 245)
        // Without the marker libjpeg treats four colours as plain CMYK: 255 is full ink.
        let plain = try MotionJPEGDecoder().decode(white.withoutSegments(0xee)).luma
        #expect(plain[4, 8] < 10)
    }

    @Test("every subsampling's header is read", arguments: [false, true])
    func headers(progressive: Bool) throws {
        let jpeg = try JPEGWriter(size: size, progressive: progressive).rgb()
        let header = try #require(JPEGHeader(jpeg))
        #expect(header.size == size)
        #expect(header.components == 3)
        #expect(header.isProgressive == progressive)
        #expect(header.hasHuffmanTables)
        let scan = try #require(header.scanOffset)
        #expect(jpeg[scan] == 0xff && jpeg[scan + 1] == 0xda)
        let stripped = jpeg.withoutSegments(0xc4)
        #expect(try #require(JPEGHeader(stripped)).hasHuffmanTables == false)
    }
}
