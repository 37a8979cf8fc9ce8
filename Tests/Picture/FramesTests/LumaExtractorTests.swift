// SPDX-License-Identifier: Apache-2.0

import Frames
import Testing

/// A format's rows written from a formula, byte by byte as in the kernel's documentation, without the table under test.
struct WrittenFormat: Sendable, CustomTestStringConvertible {
    let code: String
    var bigEndian = false
    /// One row of `width` pixels, without padding.
    let row: @Sendable (_ y: Int, _ width: Int) -> [UInt8]
    /// The expected luma of a pixel.
    let luma: @Sendable (_ x: Int, _ y: Int) -> UInt8

    var testDescription: String { code + (bigEndian ? "-BE" : "") }

    var fourCC: FourCC { FourCC(rawValue: FourCC(code)!.rawValue | (bigEndian ? 0x8000_0000 : 0)) }

    /// A value of `bits` bits that depends on both coordinates.
    static func value(_ x: Int, _ y: Int, bits: Int = 8) -> Int { (x * 2477 + y * 40961 + 113) % (1 << bits) }
    static func byte(_ x: Int, _ y: Int) -> UInt8 { UInt8(value(x, y)) }

    static func colour(_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
        (byte(x, y), byte(x + 91, y + 17), byte(x + 5, y + 200))
    }
    static func weighted(_ c: (red: UInt8, green: UInt8, blue: UInt8)) -> UInt8 {
        let sum: Int = Int(c.red) * 77 + Int(c.green) * 150 + Int(c.blue) * 29
        return UInt8((sum + 128) / 256)
    }

    static func plane(_ code: String) -> Self {
        Self(code: code, row: { y, width in (0..<width).map { byte($0, y) } }, luma: byte)
    }
    static func pairs(_ code: String, lumaFirst: Bool) -> Self {
        Self(
            code: code,
            row: { y, width in
                (0..<width).flatMap { x -> [UInt8] in lumaFirst ? [byte(x, y), 0x5a] : [0x5a, byte(x, y)] }
            },
            luma: byte)
    }
    static func words(_ code: String, bits: Int, shift: Int = 0, bigEndian: Bool = false) -> Self {
        @Sendable func row(_ y: Int, _ width: Int) -> [UInt8] {
            (0..<width).flatMap { bytes(of: value($0, y, bits: bits) << shift, bigEndian: bigEndian) }
        }
        @Sendable func luma(_ x: Int, _ y: Int) -> UInt8 { UInt8(value(x, y, bits: bits) >> (bits - 8)) }
        return Self(code: code, bigEndian: bigEndian, row: row, luma: luma)
    }
    static func bytes(of word: Int, bigEndian: Bool) -> [UInt8] {
        let (low, high) = (UInt8(word & 255), UInt8(word >> 8))
        return bigEndian ? [high, low] : [low, high]
    }
    static func colours(
        _ code: String, _ order: @escaping @Sendable ((red: UInt8, green: UInt8, blue: UInt8)) -> [UInt8]
    ) -> Self {
        Self(
            code: code, row: { y, width in (0..<width).flatMap { order(colour($0, y)) } },
            luma: { weighted(colour($0, $1)) })
    }
    static func rgb565(_ code: String, bigEndian: Bool) -> Self {
        Self(
            code: code,
            row: { y, width in
                (0..<width).flatMap { x -> [UInt8] in
                    let c = colour(x, y)
                    let word = Int(c.red >> 3) << 11 | Int(c.green >> 2) << 5 | Int(c.blue >> 3)
                    return bytes(of: word, bigEndian: bigEndian)
                }
            },
            luma: { x, y in
                let c = colour(x, y)
                let five: (UInt8) -> UInt8 = { ($0 & 0xf8) | ($0 >> 5) }
                return weighted((five(c.red), (c.green & 0xfc) | (c.green >> 6), five(c.blue)))
            })
    }

    static let planes: [Self] = [
        "GREY", "NV12", "NV21", "NV16", "NV61", "NV24", "YU12", "YV12", "422P", "NM12", "NM21", "NM16", "YM12", "YM21",
    ].map { plane($0) }

    static let packed: [Self] = [
        pairs("YUYV", lumaFirst: true), pairs("YVYU", lumaFirst: true),
        pairs("UYVY", lumaFirst: false), pairs("VYUY", lumaFirst: false),
        words("Y10", bits: 10), words("Y12", bits: 12), words("Y14", bits: 14), words("Y16", bits: 16),
        words("Y16", bits: 16, bigEndian: true), words("P010", bits: 10, shift: 6),
        Self(
            code: "Y10P",
            row: { y, width in
                stride(from: 0, to: width, by: 4).flatMap { group -> [UInt8] in
                    let values: [Int] = (group..<group + 4).map { value($0, y, bits: 10) }
                    let low = values[0] & 3 | (values[1] & 3) << 2 | (values[2] & 3) << 4 | (values[3] & 3) << 6
                    return values.map { UInt8($0 >> 2) } + [UInt8(low)]
                }
            },
            luma: { x, y in UInt8(value(x, y, bits: 10) >> 2) }),
    ]

    static let colours: [Self] = [
        colours("RGB3") { [$0.red, $0.green, $0.blue] },
        colours("BGR3") { [$0.blue, $0.green, $0.red] },
        colours("XR24") { [$0.blue, $0.green, $0.red, 0x33] },
        colours("AR24") { [$0.blue, $0.green, $0.red, 0xff] },
        colours("BGR4") { [$0.blue, $0.green, $0.red, 0xcc] },
        colours("RGB4") { [0x99, $0.red, $0.green, $0.blue] },
        colours("BA24") { [0x99, $0.red, $0.green, $0.blue] },
        colours("BX24") { [0x99, $0.red, $0.green, $0.blue] },
        colours("AB24") { [$0.red, $0.green, $0.blue, 0x81] },
        colours("XB24") { [$0.red, $0.green, $0.blue, 0x81] },
        colours("RA24") { [0x42, $0.blue, $0.green, $0.red] },
        colours("RX24") { [0x42, $0.blue, $0.green, $0.red] },
        rgb565("RGBP", bigEndian: false), rgb565("RGBR", bigEndian: true),
    ]

    static let all = planes + packed + colours

    /// A frame whose rows have `padding` extra bytes; the last row has none.
    func bytes(size: FrameSize, padding: Int) -> (bytes: [UInt8], stride: Int) {
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            bytes += row(y, size.width)
            if y < size.height - 1 { bytes += [UInt8](repeating: 0xee, count: padding) }
        }
        return (bytes, row(0, size.width).count + padding)
    }
}

func storage(_ bytes: [UInt8]) -> PixelStorage {
    PixelStorage(count: bytes.count) { span in
        for index in bytes.indices { span[index] = bytes[index] }
    }
}

@Suite("Luma extraction")
struct LumaExtractorTests {
    @Test("each format gives the formula's pixels", arguments: WrittenFormat.all)
    func everyFormat(format: WrittenFormat) throws {
        // Widths around the vectors' eight and sixteen pixels, including odd ones.
        for width in [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 100] {
            for padding in [0, 1, 6, 64] {
                let size = FrameSize(width: width, height: 5)
                let (bytes, stride) = format.bytes(size: size, padding: padding)
                let image = try LumaExtractor.luma(
                    from: storage(bytes), byteCount: bytes.count, format: format.fourCC, size: size,
                    bytesPerLine: stride)
                #expect(image.size == size)
                var wrong = 0
                for y in 0..<size.height {
                    for x in 0..<width where image[x, y] != format.luma(x, y) { wrong += 1 }
                }
                #expect(wrong == 0, "\(width) pixels, \(padding) bytes of padding")
            }
        }
    }

    @Test("a buffer one byte too short is rejected with both numbers", arguments: WrittenFormat.all)
    func shortBuffers(format: WrittenFormat) throws {
        let size = FrameSize(width: 8, height: 3)
        let (bytes, stride) = format.bytes(size: size, padding: 4)
        let fourCC = format.fourCC
        let needed = try #require(PixelFormat(fourCC).layout?.lumaByteCount(size: size, bytesPerLine: stride))
        let store = storage(bytes)
        let error = #expect(throws: LumaExtractionError.self) {
            try LumaExtractor.luma(from: store, byteCount: needed - 1, format: fourCC, size: size, bytesPerLine: stride)
        }
        #expect(error?.kind == .shortBuffer(needed: needed, got: needed - 1))
        #expect(error?.description.contains("\(needed) bytes needed, got \(needed - 1)") == true)
        // The storage ends earlier than the driver reports.
        let cut = storage(Array(bytes[..<(needed - 1)]))
        #expect(throws: LumaExtractionError(.shortBuffer(needed: needed, got: needed - 1), format: fourCC, size: size))
        {
            try LumaExtractor.luma(from: cut, byteCount: Int.max, format: fourCC, size: size, bytesPerLine: stride)
        }
    }

    @Test("a luma plane is lent, not copied, and keeps its buffer until dropped")
    func sharing() throws {
        final class Flag: @unchecked Sendable { var released = false }
        let flag = Flag()
        let size = FrameSize(width: 4, height: 2)
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 12, alignment: 1)
        defer { unsafe memory.deallocate() }
        for index in 0..<12 { unsafe memory[index] = UInt8(index) }
        let address = UInt(bitPattern: memory.baseAddress)
        for (code, lent) in [("GREY", true), ("NV12", true), ("YU12", true), ("Y10P", false)] {
            flag.released = false
            var image: LumaImage?
            do {
                let lending = UnsafeRawBufferPointer(memory)
                let store = unsafe PixelStorage(lending: lending) { flag.released = true }
                let fourCC = try #require(FourCC(code))
                image = try LumaExtractor.luma(from: store, byteCount: 12, format: fourCC, size: size)
            }
            #expect(flag.released == !lent, "\(code)")
            let start = unsafe image?.withUnsafePixels { UInt(bitPattern: $0.baseAddress) }
            #expect((start == address) == lent, "\(code)")
            image = nil
            #expect(flag.released)
        }
    }

    @Test("the frame may begin inside the storage")
    func offsets() throws {
        let bytes: [UInt8] = [9, 9, 9, 10, 0, 20, 0, 30, 0, 40, 0]
        let yuyv = try #require(FourCC("YUYV"))
        let size = FrameSize(width: 4, height: 1)
        let image = try LumaExtractor.luma(from: storage(bytes), offset: 3, byteCount: 8, format: yuyv, size: size)
        #expect((0..<4).map { image[$0, 0] } == [10, 20, 30, 40])
        for offset in [-1, 5, 12, Int.min, Int.max] {
            #expect(throws: LumaExtractionError.self) {
                try LumaExtractor.luma(from: storage(bytes), offset: offset, byteCount: 8, format: yuyv, size: size)
            }
        }
    }

    @Test("bits set above the significant ones give white, not a wrapped value")
    func overfullWords() throws {
        let image = try LumaExtractor.luma(
            from: storage([0xff, 0xff, 0xff, 0x03, 0x00, 0x04]), byteCount: 6, format: try #require(FourCC("Y10")),
            size: FrameSize(width: 3, height: 1))
        #expect((0..<3).map { image[$0, 0] } == [255, 255, 255])
    }

    @Test("white stays white and black black in every colour format")
    func extremes() throws {
        for code in ["RGB3", "BGR3", "XR24", "RGBP"] {
            let bytes = [UInt8](repeating: 0xff, count: 40)
            let size = FrameSize(width: 10, height: 1)
            let white = try LumaExtractor.luma(
                from: storage(bytes), byteCount: 40, format: try #require(FourCC(code)), size: size)
            let black = try LumaExtractor.luma(
                from: storage(bytes.map { _ in 0 }), byteCount: 40, format: try #require(FourCC(code)), size: size)
            for x in 0..<10 { #expect(white[x, 0] == 255 && black[x, 0] == 0, "\(code)") }
        }
    }

    @Test("an unreadable format gives the reason")
    func refusals() throws {
        let size = FrameSize(width: 4, height: 4)
        let store = storage([UInt8](repeating: 0, count: 64))
        func message(_ code: String, _ size: FrameSize = size, stride: Int = 0) -> String {
            do {
                _ = try LumaExtractor.luma(
                    from: store, byteCount: 64, format: FourCC(code)!, size: size, bytesPerLine: stride)
                return "read"
            } catch { return error.description }
        }
        #expect(message("MJPG") == "cannot read a 4x4 frame of format MJPG: it is compressed; decode it as JPEG")
        #expect(
            message("RGGB") == "cannot read a 4x4 frame of format RGGB: it is raw sensor data (Bayer), "
                + "which needs an image signal processor; use libcamera")
        #expect(
            message("?abc") == "cannot read a 4x4 frame of format ?abc: the format is not known; choose another one")
        #expect(
            message("GREY", FrameSize(width: 0, height: 4))
                == "cannot read a 0x4 frame of format GREY: no frame has that size")
        #expect(message("GREY", FrameSize(width: 4, height: -1)).hasSuffix("no frame has that size"))
        #expect(message("GREY", FrameSize(width: Int.max, height: Int.max)).hasSuffix("no frame has that size"))
        #expect(
            message("BGR3", stride: 11)
                == "cannot read a 4x4 frame of format BGR3: a row needs 12 bytes, but the stride is 11")
        #expect(message("GREY", stride: -64).hasSuffix("a row needs 4 bytes, but the stride is -64"))
    }
}
