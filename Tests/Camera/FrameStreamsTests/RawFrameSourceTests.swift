// SPDX-License-Identifier: Apache-2.0

import ConfinedDecoding
import Frames
import FrameStreams
import Testing

@Suite("Raw streams")
struct RawFrameSourceTests {
    let size = FrameSize(width: 48, height: 32)

    @Test(
        "uncompressed frames are cut by their length", arguments: [("GREY", 0), ("YUYV", 0), ("NV12", 0), ("GREY", 64)])
    func uncompressed(code: String, stride: Int) throws {
        let size = FrameSize(width: 6, height: 4)
        var bytes: [UInt8] = []
        for frame in 0..<5 {
            for y in 0..<4 {
                for x in 0..<6 {
                    bytes.append(UInt8(value(x, y, frame)))
                    if code == "YUYV" { bytes.append(0x80) }
                }
                if stride > 0 { bytes += [UInt8](repeating: 0, count: stride - 6) }
            }
            if code == "NV12" { bytes += [UInt8](repeating: 0x80, count: 12) }
        }
        let pipe = try TestStream()
        pipe.feed(bytes, chunk: 11)
        let source = try RawFrameSource(
            fileDescriptor: pipe.readEnd, fourCC: try #require(FourCC(code)), size: size, bytesPerLine: stride,
            decoders: Decoders(isInProcess: true))
        let frames = try drain(source)
        #expect(frames.map(\.sequence) == Array(0..<5))
        #expect(frames.enumerated().allSatisfy { matches($1.luma, frame: $0) })
    }

    @Test("a last frame cut short names the options to check")
    func short() throws {
        let pipe = try TestStream()
        pipe.feed([UInt8](repeating: 9, count: 100))
        let source = try RawFrameSource(
            fileDescriptor: pipe.readEnd, fourCC: try #require(FourCC("GREY")), size: FrameSize(width: 8, height: 8),
            decoders: Decoders(isInProcess: true))
        let error = failure { _ = try drain(source) }
        #expect(
            error?.description
                == "cannot read frame 1: the stream ended after 36 of its 64 bytes; check --format and --size")
    }

    @Test("formats and sizes that cannot be are refused at once")
    func refusals() throws {
        for (code, size, word) in [
            ("H264", FrameSize(width: 8, height: 8), "compressed video"),
            ("RGGB", FrameSize(width: 8, height: 8), "Bayer"),
            ("?!?!", FrameSize(width: 8, height: 8), "unknown format"),
            ("GREY", FrameSize(width: 0, height: 8), "check --size"),
            ("XR24", FrameSize(width: 1 << 20, height: 1 << 20), "check --size"),
        ] {
            let fourCC = try #require(FourCC(code))
            let error = failure {
                _ = try RawFrameSource(
                    fileDescriptor: 0, fourCC: fourCC, size: size, decoders: Decoders(isInProcess: true))
            }
            #expect(error?.kind == .malformed)
            #expect(error?.description.contains(word) == true, "\(error?.description ?? "no error")")
        }
    }

    func motionJPEG(
        _ bytes: [UInt8], chunk: Int = .max, size: FrameSize? = nil
    ) throws -> (frames: [Frame], StreamStatistics) {
        let pipe = try TestStream()
        pipe.feed(bytes, chunk: chunk)
        let source = try RawFrameSource(
            fileDescriptor: pipe.readEnd, fourCC: try #require(FourCC("MJPG")), size: size ?? self.size,
            decoders: Decoders(isInProcess: true))
        return (try drain(source), source.statistics)
    }

    func middle(_ frame: Frame) -> Int { Int(frame.luma[20, 3]) }

    @Test("JPEG pictures in a row are cut at their ends, however they arrive", arguments: [1, 7, 1000, Int.max])
    func jpegs(chunk: Int) throws {
        let pictures = try [40, 90, 140, 190].map { try jpeg(size, value: $0) }
        let (frames, statistics) = try motionJPEG(pictures.flatMap { $0 }, chunk: chunk)
        #expect(frames.count == 4)
        for (frame, value) in zip(frames, [40, 90, 140, 190]) { #expect(abs(middle(frame) - value) < 24) }
        #expect(frames.allSatisfy { !$0.isCorrupt })
        #expect(statistics.captured == 4 && statistics.corrupt == 0)
    }

    @Test("a thumbnail inside a picture is not its end")
    func thumbnails() throws {
        let picture = try jpeg(size, value: 120)
        let thumbnail = Array("Exif\0\0".utf8) + (try jpeg(FrameSize(width: 8, height: 8), value: 3))
        let length = thumbnail.count + 2
        let segment = [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + thumbnail
        let withThumbnail = Array(picture[..<2]) + segment + Array(picture[2...])
        let (frames, _) = try motionJPEG(withThumbnail + withThumbnail, chunk: 5)
        #expect(frames.count == 2)
        #expect(frames.allSatisfy { $0.luma.size == size && !$0.isCorrupt && abs(middle($0) - 120) < 24 })
    }

    @Test("bytes between pictures are skipped")
    func between() throws {
        let picture = try jpeg(size, value: 120)
        let rubbish = [UInt8](repeating: 0, count: 500) + [0xff, 0xff, 0x12] + Array("--boundary\r\n\r\n".utf8)
        let (frames, statistics) = try motionJPEG(rubbish + picture + rubbish + picture + rubbish, chunk: 13)
        #expect(frames.count == 2)
        #expect(frames.allSatisfy { !$0.isCorrupt })
        #expect(statistics.captured == 2)
    }

    @Test("a picture broken off by the next one is delivered as damaged, the next one whole")
    func broken() throws {
        let picture = try jpeg(size, value: 120)
        let (frames, statistics) = try motionJPEG(Array(picture[..<(picture.count * 2 / 3)]) + picture)
        #expect(frames.map(\.isCorrupt) == [true, false])
        #expect(statistics.corrupt == 1)
        let (tail, _) = try motionJPEG(picture + Array(picture[..<(picture.count * 2 / 3)]))
        #expect(tail.map(\.isCorrupt) == [false, true])
    }

    @Test("one picture of another size among others is counted and skipped: its header is damaged")
    func damagedSize() throws {
        let picture = try jpeg(size, value: 120)
        let other = try jpeg(FrameSize(width: 24, height: 16), value: 120)
        let (frames, statistics) = try motionJPEG(picture + other + picture)
        #expect(frames.map(\.luma.size) == [size, size])
        #expect(statistics.captured == 3 && statistics.corrupt == 1)
    }

    @Test("a picture that cannot be decoded is counted and skipped")
    func undecodable() throws {
        let picture = try jpeg(size, value: 120)
        let (frames, statistics) = try motionJPEG([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9] + picture)
        #expect(frames.count == 1)
        #expect(frames.first?.sequence == 1)
        #expect(statistics.captured == 2 && statistics.corrupt == 1)
    }

    @Test("pictures of another size end the stream with the option that fixes it")
    func otherSize() throws {
        let picture = try jpeg(size, value: 120)
        let error = failure { _ = try motionJPEG(picture, size: FrameSize(width: 640, height: 480)) }
        #expect(error?.kind == .malformed)
        #expect(
            error?.description
                == "cannot use the stream: its pictures are 48x32, not 640x480 as given; use --size 48x32")
    }

    @Test("the first picture may be the damaged one")
    func firstDamagedSize() throws {
        let picture = try jpeg(size, value: 120)
        let other = try jpeg(FrameSize(width: 24, height: 16), value: 120)
        let (frames, statistics) = try motionJPEG(other + picture + picture)
        #expect(frames.map(\.luma.size) == [size, size])
        #expect(statistics.captured == 3 && statistics.corrupt == 1)
    }

    @Test("a false length of a table costs one picture and not those that it skips")
    func falseLength() throws {
        let picture = try jpeg(size, value: 120)
        var damaged = picture
        // DQT, which follows the application's segment.
        let table = try #require(damaged.firstRange(of: [0xff, 0xdb])?.lowerBound)
        damaged[table + 2] = 0xff
        let (frames, statistics) = try motionJPEG(damaged + (0..<300).flatMap { _ in picture })
        #expect(frames.count(where: { !$0.isCorrupt }) == 300, "\(frames.count)")
        #expect(statistics.captured == 301)
    }

    @Test("no bytes and noise give no frame and no harm")
    func noise() throws {
        #expect(try motionJPEG([]).frames.isEmpty)
        var random = UInt64(3)
        let bytes = (0..<200_000).map { _ -> UInt8 in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(random >> 56)
        }
        #expect(try motionJPEG(bytes).frames.isEmpty)
    }
}
