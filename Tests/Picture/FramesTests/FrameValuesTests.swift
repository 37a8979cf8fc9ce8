// SPDX-License-Identifier: Apache-2.0

import Frames
import Testing

@Suite("Frame values")
struct FrameValuesTests {
    @Test(
        "a four-character code has its first character in the lowest byte",
        arguments: [("YUYV", 0x5659_5559 as UInt32), ("Y10", 0x2030_3159), ("Y", 0x2020_2059), ("MJPG", 0x4750_4a4d)])
    func fourCC(text: String, raw: UInt32) {
        #expect(FourCC(text)?.rawValue == raw)
        #expect(FourCC(text)?.description == text)
        #expect(FourCC(rawValue: raw) == FourCC(text))
    }

    @Test("text that is not printable ASCII is not a code", arguments: ["", "YUYV2", "Y1é", "Y\n", "é"])
    func noFourCC(text: String) {
        #expect(FourCC(text) == nil)
    }

    @Test("a driver's code is shown whatever bytes it has")
    func oddFourCC() {
        #expect(FourCC(rawValue: 0xa036_3159).description == "Y16-BE")
        #expect(FourCC(rawValue: 0).description == "\\x00\\x00\\x00\\x00")
        #expect(FourCC(rawValue: 0x0a1b_41ff).description == "\\xffA\\x1b\\x0a")
    }

    @Test("intervals are exact fractions; a zero part is not allowed")
    func interval() throws {
        let ntsc = try #require(FrameInterval(numerator: 1001, denominator: 30000))
        let thirty = try #require(FrameInterval(numerator: 1, denominator: 30))
        #expect(thirty < ntsc)
        #expect(!(ntsc < thirty))
        #expect(thirty.framesPerSecond == 30)
        #expect(thirty.duration == .nanoseconds(33_333_333))
        #expect(FrameInterval(numerator: 0, denominator: 30) == nil)
        #expect(FrameInterval(numerator: 1, denominator: 0) == nil)
        let slowest = try #require(FrameInterval(numerator: UInt32(Int32.max), denominator: 1))
        let fastest = try #require(FrameInterval(numerator: 1, denominator: UInt32(Int32.max)))
        #expect(fastest < slowest)
        #expect(slowest.duration == .seconds(Int64(Int32.max)))
        // v4l2loopback's -1.
        #expect(FrameInterval(numerator: 1, denominator: .max) == nil)
        #expect(fastest.duration == .zero)
    }

    @Test("a size is two positive numbers with an x between, and nothing else")
    func size() {
        #expect(FrameSize("1280x720") == FrameSize(width: 1280, height: 720))
        #expect(FrameSize(width: 1280, height: 720).description == "1280x720")
        #expect(FrameSize("1280x720")?.area == 921_600)
        for text in [
            "", "x", "1280", "1280x", "x720", "1280x720x3", "0x720", "1280x0", "-1x5", " 1x1", "1x1 ", "1X1", "1.5x2",
            "1048577x1", "99999999999999999999x1",
        ] { #expect(FrameSize(text) == nil, "\(text)") }
    }

    @Test("the area of an impossible size is larger than any picture, and does not overflow")
    func hugeArea() {
        let side = Int(UInt32.max)
        #expect(FrameSize(width: side, height: side).area == .max)
        #expect(FrameSize(width: .max, height: 2).area == .max)
    }
}
