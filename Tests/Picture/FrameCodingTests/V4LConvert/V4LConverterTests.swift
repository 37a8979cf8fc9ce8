// SPDX-License-Identifier: Apache-2.0

import FrameCoding
import Frames
import Glibc
import Testing

/// Converts recorded frames, without a camera.
@Suite("libv4lconvert")
struct V4LConverterTests {
    let size = FrameSize(width: 32, height: 8)

    func converter(_ code: String, size: FrameSize? = nil) throws -> V4LConverter {
        try V4LConverter(fileDescriptor: nil, format: try #require(FourCC(code)), size: size ?? self.size)
    }

    @Test("a descriptor that is not a camera is rejected")
    func notCamera() throws {
        let descriptor = unsafe open("/dev/null", O_RDWR)
        defer { close(descriptor) }
        let format = try #require(FourCC("S505"))
        let error = #expect(throws: V4LConversionError.self) {
            try V4LConverter(fileDescriptor: descriptor, format: format, size: size)
        }
        #expect(error?.kind == .notCamera)
    }

    func storage(_ bytes: [UInt8]) -> PixelStorage {
        PixelStorage(count: bytes.count) { span in for index in bytes.indices { span[index] = bytes[index] } }
    }

    func value(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 5 + y * 11 + 3) % 256) }

    @Test("a frame of a chip's own format gives its luma")
    func conversion() throws {
        // SPCA505: two rows of luma, then half a row of each colour; all with the highest bit inverted.
        var bytes: [UInt8] = [7, 7]
        for y in stride(from: 0, to: size.height, by: 2) {
            for row in [y, y + 1] { bytes += (0..<size.width).map { value($0, row) ^ 0x80 } }
            bytes += [UInt8](repeating: 0, count: size.width)
        }
        let luma = try converter("S505").luma(from: storage(bytes), offset: 2, byteCount: .max)
        #expect(luma.size == size)
        var wrong = 0
        for y in 0..<size.height {
            for x in 0..<size.width where luma[x, y] != value(x, y) { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("a truncated frame is an error with both numbers, and the next one is converted")
    func short() throws {
        let converter = try converter("S505")
        for count in [1, 10, size.area] {
            do throws(V4LConversionError) {
                _ = try converter.luma(from: storage([UInt8](repeating: 0, count: count)), byteCount: count)
                Issue.record("\(count) bytes are too few")
            } catch {
                guard case .undecodable(let reason) = error.kind else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(reason == "384 bytes needed, got \(count)")
                #expect(error.description.hasPrefix("cannot convert a 32x8 frame of format S505: "))
            }
        }
        let whole = [UInt8](repeating: 0x80 ^ 99, count: size.area * 3 / 2)
        #expect(try converter.luma(from: storage(whole), byteCount: whole.count)[5, 5] == 99)
        #expect(throws: V4LConversionError.self) { try converter.luma(from: storage(whole), offset: -1, byteCount: 5) }
        #expect(throws: V4LConversionError.self) {
            try converter.luma(from: storage(whole), offset: whole.count, byteCount: 5)
        }
    }

    @Test("unsupported formats and sizes are rejected before the library is called")
    func refusals() throws {
        for (code, size, kind) in [
            ("H264", FrameSize(width: 32, height: 8), V4LConversionError.Kind.unknownFormat),
            ("YUYV", FrameSize(width: 32, height: 8), .unknownFormat),
            ("S910", FrameSize(width: 31, height: 8), .impossibleSize),
            ("S910", FrameSize(width: 0, height: 0), .impossibleSize),
            ("S910", FrameSize(width: .max, height: .max), .impossibleSize),
        ] {
            let error = #expect(throws: V4LConversionError.self) { try converter(code, size: size) }
            #expect(error?.kind == kind)
        }
    }

    @Test("noise in every format is an error or a picture, never the end of the process")
    func noise() throws {
        var random = UInt64(11)
        let bytes = (0..<6000).map { _ -> UInt8 in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(random >> 56)
        }
        let size = FrameSize(width: 64, height: 48)
        var pictures = 0
        // O511 and O518 pass frames to helper programs that are not always installed.
        for format in V4LConverter.formats where !format.description.hasPrefix("O51") {
            let converter = try converter(format.description, size: size)
            for count in [0, 1, 100, 3072, 6000] {
                guard let luma = try? converter.luma(from: storage(bytes), byteCount: count) else { continue }
                #expect(luma.size == size)
                pictures += 1
            }
        }
        #expect(pictures > 0)
    }
}
