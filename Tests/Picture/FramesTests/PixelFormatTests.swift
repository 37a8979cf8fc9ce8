// SPDX-License-Identifier: Apache-2.0

import Frames
import Testing

@Suite("Pixel formats")
struct PixelFormatTests {
    func layout(_ code: String) throws -> PixelLayout {
        try #require(PixelFormat(FourCC(code)!).layout)
    }

    @Test("every known format is readable, rejected with a reason, or left to the JPEG decoder")
    func coverage() throws {
        let readable = [
            "GREY", "Y10", "Y12", "Y16", "Y10P", "YUYV", "UYVY", "YVYU", "VYUY", "NV12", "NV21", "NV16", "YU12", "YV12",
            "RGB3", "BGR3", "XR24", "AR24", "RGBP", "NM12", "NM21", "NM16", "YM12", "YM21",
        ]
        for code in readable { #expect(PixelFormat(FourCC(code)!).layout != nil, "\(code)") }
        for code in ["MJPG", "JPEG"] { #expect(PixelFormat(FourCC(code)!) == .compressed) }
        let refused = [
            ("BA81", "libcamera"), ("RG10", "libcamera"), ("pRAA", "libcamera"), ("BG12", "libcamera"),
            ("H264", "MJPG"),
            ("HEVC", "MJPG"), ("Z16", "depth"), ("Y8I", "stereo"), ("Y12I", "stereo"),
        ]
        for (code, word) in refused {
            guard case .unreadable(let reason) = PixelFormat(FourCC(code)!) else {
                Issue.record("\(code) is refused")
                continue
            }
            #expect(reason.contains(word), "\(code)")
        }
        #expect(PixelFormat(try #require(FourCC("Q?x!"))) == .unknown)
        #expect(PixelFormat(FourCC(rawValue: 0)) == .unknown)
        #expect(PixelFormat.readable.contains(try #require(FourCC("YUYV"))))
        #expect(PixelFormat.readable.allSatisfy { PixelFormat($0).layout != nil })
    }

    @Test("a frame's bytes are the kernel's sizeimage")
    func frameBytes() throws {
        let size = FrameSize(width: 640, height: 480)
        let area = 640 * 480
        let expected = [
            ("GREY", area), ("Y16", area * 2), ("Y10P", area * 5 / 4), ("YUYV", area * 2), ("NV12", area * 3 / 2),
            ("NV16", area * 2), ("NV24", area * 3), ("YU12", area * 3 / 2), ("YV12", area * 3 / 2), ("422P", area * 2),
            ("411P", area * 3 / 2), ("YUV9", area * 9 / 8), ("P010", area * 3), ("RGB3", area * 3), ("XR24", area * 4),
            ("RGBP", area * 2), ("NM12", area),
        ]
        for (code, bytes) in expected { #expect(try layout(code).frameByteCount(size: size) == bytes, "\(code)") }
        // The padding is that of luma rows; chroma rows are padded in proportion.
        #expect(try layout("YU12").frameByteCount(size: size, bytesPerLine: 768) == 768 * 480 * 3 / 2)
        #expect(try layout("NV12").frameByteCount(size: size, bytesPerLine: 768) == 768 * 480 * 3 / 2)
    }

    @Test("odd sizes round chroma up, as ffmpeg's raw frames do")
    func oddSizes() throws {
        let size = FrameSize(width: 5, height: 3)
        #expect(try layout("YU12").frameByteCount(size: size) == 15 + 2 * 3 * 2)
        #expect(try layout("NV12").frameByteCount(size: size) == 15 + 6 * 2)
        #expect(try layout("YUYV").frameByteCount(size: size) == 12 * 3)
        #expect(try layout("YUYV").minimumBytesPerLine(width: 5) == 12)
        #expect(try layout("YUYV").lumaRowBytes(width: 5) == 9)
        #expect(try layout("UYVY").lumaRowBytes(width: 5) == 10)
        #expect(try layout("Y10P").minimumBytesPerLine(width: 5) == 10)
    }

    @Test("impossible sizes and strides give nothing, and never overflow")
    func impossible() throws {
        for code in ["GREY", "YUYV", "NV12", "XR24", "Y10P"] {
            let layout = try layout(code)
            for side in [0, -1, Int.max, Int.min, 1 << 40] {
                #expect(layout.frameByteCount(size: FrameSize(width: side, height: 4)) == nil)
                #expect(layout.frameByteCount(size: FrameSize(width: 4, height: side)) == nil)
                #expect(layout.lumaRowBytes(width: side) == nil)
                #expect(layout.minimumBytesPerLine(width: side) == nil)
            }
            for stride in [-1, 1, Int.max, Int.min] {
                #expect(layout.frameByteCount(size: FrameSize(width: 4, height: 4), bytesPerLine: stride) == nil)
                #expect(layout.lumaByteCount(size: FrameSize(width: 4, height: 4), bytesPerLine: stride) == nil)
            }
        }
    }
}
