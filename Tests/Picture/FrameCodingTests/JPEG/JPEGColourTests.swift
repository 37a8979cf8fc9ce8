// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG
import FrameCoding
import Frames
import Testing

@Suite("JPEG encoding of colours")
struct JPEGColourTests {
    private static let size = FrameSize(width: 64, height: 16)

    /// One colour in the bytes of a format.
    private static func packed(_ format: FourCC, padding: Int = 0) throws -> PackedColours {
        let (y, u, v): (UInt8, UInt8, UInt8) = (120, 90, 200)
        let four: [UInt8] =
            switch format.description {
            case "YUYV": [y, u, y, v]
            case "YVYU": [y, v, y, u]
            case "UYVY": [u, y, v, y]
            default: [v, y, u, y]
            }
        let line = (0..<size.width / 2).flatMap { _ in four } + [UInt8](repeating: 7, count: padding)
        let bytes = (0..<size.height).flatMap { _ in line }
        let order = try #require(PackedColours.Order(format))
        return try #require(
            PackedColours(PixelStorage(bytes), order, size: size, bytesPerLine: 2 * size.width + padding))
    }

    /// The pixel in the middle, red, green, blue.
    private static func middle(_ jpeg: [UInt8]) throws -> [Int] {
        var reason: UnsafePointer<CChar>?
        let functions = unsafe candela_turbojpeg_load(&reason)!.pointee
        let handle = unsafe functions.tjInitDecompress()!
        defer { _ = unsafe functions.tjDestroy(handle) }
        var pixels = [UInt8](repeating: 0, count: 3 * size.area)
        let status = unsafe functions.tjDecompress2(
            handle, jpeg, UInt(jpeg.count), &pixels, Int32(size.width), 0, Int32(size.height), Int32(TJPF_RGB.rawValue),
            0)
        #expect(status == 0)
        let place = 3 * (8 * size.width + 32)
        return pixels[place..<place + 3].map { Int($0) }
    }

    @Test(
        "packed colours come out as ITU-R BT.601 has them, in every order", arguments: ["YUYV", "YVYU", "UYVY", "VYUY"])
    func colours(_ name: String) throws {
        let format = try #require(FourCC(name))
        for padding in [0, 32] {
            let jpeg = try JPEGEncoder().encode(try Self.packed(format, padding: padding), quality: 95)
            // R = Y + 1.402 (V − 128), G = Y − 0.344 (U − 128) − 0.714 (V − 128), B = Y + 1.772 (U − 128)
            let expected = [221, 82, 53]
            for (value, right) in zip(try Self.middle(jpeg), expected) { #expect(abs(value - right) <= 4) }
        }
    }

    @Test("too few bytes do not make a picture")
    func tooFew() throws {
        let order = try #require(PackedColours.Order(FourCC("YUYV")!))
        let bytes = PixelStorage([UInt8](repeating: 0, count: 2 * Self.size.area - 1))
        #expect(PackedColours(bytes, order, size: Self.size, bytesPerLine: 2 * Self.size.width) == nil)
        #expect(PackedColours(bytes, order, size: FrameSize(width: 3, height: 1), bytesPerLine: 6) == nil)
        #expect(PackedColours.Order(FourCC("NV12")!) == nil)
    }

    @Test("pictures in planes have the same colours", arguments: ["YU12", "YV12", "NV12", "NV21"], [0, 6])
    func planar(name: String, padding: Int) throws {
        let (width, height) = (4, 2)
        let line = width + padding
        // The left pair is blue (Cb 200, Cr 90), the right one red (Cb 80, Cr 220).
        let (blue, red): ([UInt8], [UInt8]) = ([200, 80], [90, 220])
        var bytes: [UInt8] = []
        for row in 0..<height { bytes += (0..<line).map { UInt8($0 < width ? 10 * row + $0 : 255) } }
        func plane(_ values: [UInt8]) -> [UInt8] { values + [UInt8](repeating: 255, count: line / 2 - 2) }
        switch name {
        case "YU12": bytes += plane(blue) + plane(red)
        case "YV12": bytes += plane(red) + plane(blue)
        default:
            let pairs = name == "NV12" ? [blue[0], red[0], blue[1], red[1]] : [red[0], blue[0], red[1], blue[1]]
            bytes += pairs + [UInt8](repeating: 255, count: line - 4)
        }
        let format = try #require(FourCC(name))
        let size = FrameSize(width: width, height: height)
        let colours = try #require(
            PackedColours(planar: PixelStorage(bytes), format, size: size, bytesPerLine: padding == 0 ? 0 : line))
        let packed = colours.storage.withSpan { span in (0..<span.count).map { span[$0] } }
        #expect(packed == [0, 200, 1, 90, 2, 80, 3, 220, 10, 200, 11, 90, 12, 80, 13, 220])
        #expect(PackedColours(planar: PixelStorage([UInt8](bytes.dropLast())), format, size: size, bytesPerLine: line) == nil)
        #expect(PackedColours(planar: PixelStorage(bytes), format, size: FrameSize(width: 3, height: 2), bytesPerLine: 0) == nil)
    }
}
