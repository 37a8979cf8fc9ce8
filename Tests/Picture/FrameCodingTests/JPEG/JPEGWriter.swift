// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG
import FrameCoding
import Frames
import Testing

/// Makes test frames with libturbojpeg's own compressor.
struct JPEGWriter {
    var size: FrameSize
    var subsampling = TJSAMP_422
    var quality = 95
    var progressive = false

    /// A smooth picture, so that compression changes it little.
    static func luma(_ x: Int, _ y: Int) -> Int { 40 + (x * 3 + y * 2) % 160 / 2 + (x / 16 + y / 16) % 2 * 60 }

    static func red(_ x: Int, _ y: Int) -> Int { min(255, luma(x, y) + 20) }
    static func green(_ x: Int, _ y: Int) -> Int { luma(x, y) - 10 }
    static func blue(_ x: Int, _ y: Int) -> Int { luma(x, y) }

    static func weighted(_ x: Int, _ y: Int) -> Int {
        (299 * red(x, y) + 587 * green(x, y) + 114 * blue(x, y) + 500) / 1000
    }

    func rgb() throws -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.area * 3)
        for y in 0..<size.height {
            for x in 0..<size.width {
                pixels += [UInt8(Self.red(x, y)), UInt8(Self.green(x, y)), UInt8(Self.blue(x, y))]
            }
        }
        return try compress(pixels, bytesPerPixel: 3, format: TJPF_RGB)
    }

    func compress(_ pixels: [UInt8], bytesPerPixel: Int, format: TJPF) throws -> [UInt8] {
        var reason: UnsafePointer<CChar>?
        // Swift 6.2 does not see that calls inside the macro are marked.
        let loaded = unsafe candela_turbojpeg_load(&reason)
        let functions = try unsafe #require(loaded).pointee
        let compressor = unsafe functions.tjInitCompress()
        let handle = try unsafe #require(compressor)
        defer { _ = unsafe functions.tjDestroy(handle) }
        var (output, length): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
        defer { unsafe functions.tjFree(output) }
        let status = unsafe functions.tjCompress2(
            handle, pixels, Int32(size.width), Int32(size.width * bytesPerPixel), Int32(size.height),
            Int32(format.rawValue), &output, &length, Int32(subsampling.rawValue), Int32(quality),
            progressive ? TJFLAG_PROGRESSIVE : 0)
        try #require(status == 0)
        return unsafe Array(UnsafeBufferPointer(start: output, count: Int(length)))
    }
}

extension [UInt8] {
    /// The segments before the first scan, as the ranges they take with their markers.
    var jpegSegments: [(marker: UInt8, range: Range<Int>)] {
        var segments: [(marker: UInt8, range: Range<Int>)] = []
        var at = 2
        while at + 4 <= count, self[at] == 0xff {
            let length = Int(self[at + 2]) << 8 | Int(self[at + 3])
            segments.append((self[at + 1], at..<at + 2 + length))
            if self[at + 1] == 0xda { break }
            at += 2 + length
        }
        return segments
    }

    func withoutSegments(_ marker: UInt8) -> [UInt8] {
        var result = self
        for segment in jpegSegments.reversed() where segment.marker == marker { result.removeSubrange(segment.range) }
        return result
    }
}

extension LumaImage {
    var pixels: [UInt8] { (0..<height).flatMap { y in (0..<width).map { self[$0, y] } } }
}

// The test macros take no spans.
extension MotionJPEGDecoder {
    func decode(_ bytes: some Sequence<UInt8>, expected: FrameSize? = nil) throws(MotionJPEGError) -> MotionJPEGFrame {
        let array = Array(bytes)
        return try decode(array.span, expected: expected)
    }
}

extension JPEGHeader {
    init?(_ bytes: [UInt8]) { self.init(bytes.span) }
}
