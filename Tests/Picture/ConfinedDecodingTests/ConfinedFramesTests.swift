// SPDX-License-Identifier: Apache-2.0

import ConfinedDecoding
import Foundation
import FrameCoding
import Frames
import Testing

@Suite("frames decoded in a separate process")
struct ConfinedFramesTests {
    private static let size = FrameSize(width: 320, height: 240)

    private func jpeg(_ size: FrameSize = size) throws -> [UInt8] {
        let luma = LumaImage(size: size) { pixels in
            for index in 0..<size.area { pixels[index] = UInt8(truncatingIfNeeded: index / 3) }
        }
        return try JPEGEncoder().encode(luma, quality: 90)
    }

    /// What a frame gave, for comparison.
    private func outcome(_ decoder: any JPEGDecoder, _ bytes: [UInt8], _ expected: FrameSize?) -> String {
        do throws(MotionJPEGError) {
            let frame = try decoder.decode(bytes.span, expected: expected)
            return "\(frame.luma.size) \(frame.damage ?? "whole") \(digest(frame.luma))"
        } catch {
            return "\(error)"
        }
    }

    @Test("frames give what they give in this process: whole, damaged, of another size, and without tables")
    func alike() throws {
        let whole = try jpeg()
        var frames: [([UInt8], FrameSize?)] = [
            (whole, Self.size), (whole, nil), (whole, FrameSize(width: 640, height: 480)),
            (Array(whole.prefix(whole.count / 2)), Self.size), ([0xff, 0xd8], Self.size), ([1, 2, 3, 4, 5], nil),
            // Larger than any before, and than the room for the negotiated size.
            (try jpeg(FrameSize(width: 2400, height: 1600)), nil), (whole, Self.size),
        ]
        for name in ["cmyk.jpg", "progressive.jpg", "colour.jpg"] {
            frames.append(([UInt8](try Data(contentsOf: fixtures.appending(path: name))), nil))
        }
        let incidents = Complaints()
        let confined = ConfinedJPEGDecoder(program: program, onIncident: { incidents.add($0) })
        let own = try MotionJPEGDecoder()
        for (index, (bytes, expected)) in frames.enumerated() {
            #expect(outcome(confined, bytes, expected) == outcome(own, bytes, expected), "frame \(index)")
        }
        #expect(incidents.all.isEmpty, "\(incidents.all)")
    }

    @Test("a process that dies costs one frame, and says so; the next one starts at once, but not twice a second")
    func dies() throws {
        let whole = try jpeg()
        let incidents = Complaints()
        let confined = ConfinedJPEGDecoder(program: program, onIncident: { incidents.add($0) })
        #expect(!outcome(confined, whole, nil).contains("cannot"))
        kill(try #require(confined.process), SIGKILL)
        #expect(outcome(confined, whole, nil) == "cannot decode frame: the decoder process died: signal 9 (Killed)")
        #expect(incidents.all == ["the decoder process died: signal 9 (Killed); it will be restarted"])
        // Within the second.
        #expect(outcome(confined, whole, nil).contains("signal 9"))
        #expect(incidents.all.count == 1)
        usleep(1_100_000)
        #expect(!outcome(confined, whole, nil).contains("cannot"))
    }

    @Test("a process that never finishes is killed")
    func stalled() throws {
        let whole = try jpeg()
        let confined = ConfinedJPEGDecoder(program: program, limit: .milliseconds(200))
        #expect(!outcome(confined, whole, nil).contains("cannot"))
        let process = try #require(confined.process)
        kill(process, SIGSTOP)
        #expect(outcome(confined, whole, nil).contains("took more than 0.2 seconds"))
        #expect(kill(process, 0) != 0, "it was reaped")
    }

    @Test("a decoder cannot pass off a frame of another size")
    func lies() throws {
        let answers: [DecoderAnswer] = [.frame(FrameSize(width: 200, height: 100), damage: nil)]
        let confined = ConfinedJPEGDecoder(program: lying(answers))
        #expect(outcome(confined, try jpeg(), Self.size).contains("sent invalid data"))
        let larger: [DecoderAnswer] = [.frame(FrameSize(width: 20_000, height: 10_000), damage: nil)]
        #expect(outcome(ConfinedJPEGDecoder(program: lying(larger)), try jpeg(), nil).contains("sent invalid data"))
    }

    @Test("a webcam chip's own format is converted as in this process")
    func converter() throws {
        let size = FrameSize(width: 32, height: 8)
        let format = try #require(FourCC("S505"))
        let confined = try ConfinedConverter(program: program, fileDescriptor: nil, format: format, size: size)
        let own = try V4LConverter(fileDescriptor: nil, format: format, size: size)
        let bytes = PixelStorage((0..<size.area * 3 / 2).map { UInt8($0 * 7 & 255) })
        let luma = try confined.luma(from: bytes, offset: 0, byteCount: bytes.count)
        #expect(digest(luma) == digest(try own.luma(from: bytes, offset: 0, byteCount: bytes.count)))
        for (offset, count) in [(0, 10), (5, Int.max), (-1, 5), (Int.max, 5)] {
            let error = #expect(throws: V4LConversionError.self) {
                try confined.luma(from: bytes, offset: offset, byteCount: count)
            }
            #expect(
                error
                    == #expect(throws: V4LConversionError.self) {
                        try own.luma(from: bytes, offset: offset, byteCount: count)
                    })
        }
    }

    @Test("a format that cannot be converted, and a device that is no camera, are rejected with the same reason")
    func refusals() throws {
        let size = FrameSize(width: 32, height: 8)
        let format = try #require(FourCC("S505"))
        let null = FileHandle(forUpdatingAtPath: "/dev/null")
        let error = #expect(throws: V4LConversionError.self) {
            try ConfinedConverter(
                program: program, fileDescriptor: null?.fileDescriptor, format: format, size: size)
        }
        #expect(error?.kind == .notCamera)
        let yuyv = try #require(FourCC("YUYV"))
        let other = #expect(throws: V4LConversionError.self) {
            try ConfinedConverter(program: program, fileDescriptor: nil, format: yuyv, size: size)
        }
        #expect(other?.kind == .unknownFormat)
    }
}
