// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import FrameStreams
import Glibc
import Testing

@Suite("YUV4MPEG2 streams")
struct Y4MFrameSourceTests {
    /// A stream of `count` frames; `chroma` bytes after each luma plane.
    func stream(
        _ width: Int, _ height: Int, _ colours: String, frames count: Int, bits: Int = 8, chroma: Int,
        parameters: String = ""
    ) -> [UInt8] {
        var bytes = Array("YUV4MPEG2 W\(width) H\(height) F30000:1001 Ip A1:1\(colours)\n".utf8)
        for frame in 0..<count {
            bytes += Array("FRAME\(parameters)\n".utf8)
            for y in 0..<height {
                for x in 0..<width {
                    let sample = value(x, y, frame) << (bits - 8)
                    bytes.append(UInt8(sample & 255))
                    if bits > 8 { bytes.append(UInt8(sample >> 8)) }
                }
            }
            bytes += [UInt8](repeating: 0x80, count: chroma)
        }
        return bytes
    }

    @Test(
        "every colour space gives its luma",
        arguments: [
            ("", 8, 2 * 3 * 2), (" C420", 8, 12), (" C420jpeg XYSCSS=420JPEG", 8, 12), (" C420mpeg2", 8, 12),
            (" C420paldv", 8, 12), (" Cmono", 8, 0), (" C422", 8, 2 * 3 * 3), (" C444", 8, 2 * 5 * 3),
            (" C411", 8, 2 * 2 * 3), (" C440", 8, 2 * 5 * 2), (" C444alpha", 8, 3 * 5 * 3), (" C420p10", 10, 24),
            (" C420p12", 12, 24), (" C422p10 XYSCSS=422P10", 10, 36), (" C444p16", 16, 60), (" C420p9", 9, 24),
            (" Cmono10", 10, 0), (" Cmono16", 16, 0), (" C422p14", 14, 36),
        ])
    func colourSpaces(colours: String, bits: Int, chroma: Int) throws {
        // Sides that are odd show how chroma is rounded.
        let bytes = stream(5, 3, colours, frames: 3, bits: bits, chroma: chroma)
        let pipe = try TestStream()
        pipe.feed(bytes)
        let source = try Y4MFrameSource(fileDescriptor: pipe.readEnd)
        #expect(source.format.size == FrameSize(width: 5, height: 3))
        #expect(source.format.interval == FrameInterval(numerator: 1001, denominator: 30000))
        let frames = try drain(source)
        #expect(frames.count == 3)
        for (index, frame) in frames.enumerated() {
            #expect(matches(frame.luma, frame: index))
            #expect(frame.sequence == index && !frame.isCorrupt)
        }
        #expect(source.statistics.captured == 3)
    }

    @Test("bytes may come one at a time, and FRAME may carry parameters")
    func pieces() throws {
        let bytes = stream(6, 4, " Cmono", frames: 2, chroma: 0, parameters: " Ip XFOO=bar")
        let pipe = try TestStream()
        pipe.feed(bytes, chunk: 1)
        let frames = try drain(try Y4MFrameSource(fileDescriptor: pipe.readEnd))
        #expect(frames.count == 2)
        #expect(frames.enumerated().allSatisfy { matches($1.luma, frame: $0) })
    }

    @Test("a file is read to its end, every frame in order", arguments: [FrameDelivery.everyFrame])
    func files(delivery: FrameDelivery) throws {
        let descriptor = try temporaryFile(stream(64, 48, " C420", frames: 40, chroma: 2 * 32 * 24))
        defer { close(descriptor) }
        let source = try Y4MFrameSource(fileDescriptor: descriptor, delivery: delivery)
        let frames = try drain(source)
        #expect(frames.map(\.sequence) == Array(0..<40))
        #expect(frames.enumerated().allSatisfy { matches($1.luma, frame: $0) })
        #expect(
            source.statistics
                == {
                    var s = StreamStatistics()
                    s.captured = 40
                    return s
                }())
        #expect(try source.nextFrame(timeout: .zero) == nil)
    }

    @Test("with .newest the writer never waits, and skipped frames are counted")
    func newest() throws {
        let pipe = try TestStream()
        let bytes = stream(320, 240, " Cmono", frames: 30, chroma: 0)
        pipe.write(Array(bytes[..<1000]))
        let source = try Y4MFrameSource(fileDescriptor: pipe.readEnd, delivery: .newest)
        // More than any pipe holds, and no frame is asked for: this returns only if the source reads by itself.
        pipe.write(Array(bytes[1000...]))
        pipe.end()
        while source.statistics.captured < 30 { usleep(1000) }
        let frame = try #require(try source.nextFrame(timeout: .seconds(20)))
        #expect(frame.sequence == 29)
        #expect(matches(frame.luma, frame: 29))
        #expect(source.statistics.superseded == 29)
        #expect(try source.nextFrame(timeout: .seconds(20)) == nil)
    }

    @Test(
        "no frame in time is an error that leaves the stream whole, in the middle of a frame too",
        arguments: [
            FrameDelivery.everyFrame, .newest,
        ])
    func timeouts(delivery: FrameDelivery) throws {
        let bytes = stream(16, 8, " Cmono", frames: 2, chroma: 0)
        let pipe = try TestStream()
        pipe.write(Array(bytes[..<100]))
        let source = try Y4MFrameSource(fileDescriptor: pipe.readEnd, delivery: delivery)
        let error = failure { _ = try source.nextFrame(timeout: .milliseconds(20)) }
        #expect(error?.kind == .noFrame)
        pipe.feed(Array(bytes[100...]))
        let first = try #require(try source.nextFrame(timeout: .seconds(20)))
        #expect(matches(first.luma, frame: first.sequence))
    }

    @Test("stop wakes a waiting reader, and may come twice", arguments: [FrameDelivery.everyFrame, .newest])
    func stopping(delivery: FrameDelivery) throws {
        let pipe = try TestStream()
        pipe.write(Array("YUV4MPEG2 W4 H4 Cmono\nFRA".utf8))
        let source = try Y4MFrameSource(fileDescriptor: pipe.readEnd, delivery: delivery)
        Thread.detachNewThread {
            usleep(30_000)
            source.stop()
            source.stop()
        }
        #expect(try source.nextFrame(timeout: .seconds(600)) == nil)
        #expect(try source.nextFrame(timeout: .seconds(600)) == nil)
    }

    @Test("a source dropped while its thread waits ends the thread")
    func dropping() throws {
        let pipe = try TestStream()
        pipe.write(Array("YUV4MPEG2 W4 H4 Cmono\n".utf8))
        weak var gone: Y4MFrameSource?
        do {
            let source = try Y4MFrameSource(fileDescriptor: pipe.readEnd, delivery: .newest)
            gone = source
        }
        #expect(gone == nil)
    }

    @Test(
        "invalid headers are rejected with the reason",
        arguments: [
            ("", "the stream is empty"), ("YUV4", "ended inside it"), ("YUV4MPEG2 W4 H4", "ended inside it"),
            ("\u{89}PNG whatever it is\n", "does not begin with YUV4MPEG2"), ("YUV4MPEG22 W4 H4\n", "does not begin"),
            ("YUV4MPEG2 W0 H4\n", "width (W) and height (H)"), ("YUV4MPEG2 H4\n", "width (W) and height (H)"),
            ("YUV4MPEG2 W-4 H4\n", "width (W)"), ("YUV4MPEG2 W99999999999999999999 H4\n", "width (W)"),
            ("YUV4MPEG2 W70000 H70000\n", "width (W)"), ("YUV4MPEG2 W4 H4 C410\n", "unknown colour space C410"),
            ("YUV4MPEG2 W4 H4 C420p99\n", "unknown colour space C420p99"),
            ("YUV4MPEG2 W4 H4 X" + String(repeating: "x", count: 5000), "first line is too long"),
        ])
    func brokenHeaders(header: String, word: String) throws {
        let pipe = try TestStream()
        pipe.feed(Array(header.utf8))
        let error = failure { _ = try Y4MFrameSource(fileDescriptor: pipe.readEnd, timeout: .seconds(20)) }
        #expect(error?.kind == .malformed)
        #expect(error?.description.contains(word) == true, "\(error?.description ?? "no error")")
    }

    @Test("a header that does not come is no frame")
    func silence() throws {
        let pipe = try TestStream()
        let error = failure { _ = try Y4MFrameSource(fileDescriptor: pipe.readEnd, timeout: .milliseconds(10)) }
        #expect(error?.kind == .noFrame)
        pipe.end()
    }

    @Test(
        "a stream cut inside a frame, or out of step, is an error, and then over",
        arguments: [
            FrameDelivery.everyFrame, .newest,
        ])
    func brokenFrames(delivery: FrameDelivery) throws {
        for (tail, word) in [
            ("FRAME\nabc", "ended after 3 of its 16 bytes"), ("FRAMES\n", "FRAME line is missing"),
            ("frame", "cut short or too long"),
        ] {
            let pipe = try TestStream()
            pipe.feed(stream(4, 4, " Cmono", frames: 1, chroma: 0) + Array(tail.utf8))
            let source = try Y4MFrameSource(fileDescriptor: pipe.readEnd, delivery: delivery)
            var frames = 0
            let error = failure { while try source.nextFrame(timeout: .seconds(20)) != nil { frames += 1 } }
            #expect(error?.kind == .malformed)
            #expect(error?.description.contains(word) == true, "\(error?.description ?? "no error")")
            #expect(error?.description.contains("frame 1") == true)
            if delivery == .everyFrame { #expect(frames == 1) }
            #expect(try source.nextFrame(timeout: .seconds(20)) == nil)
        }
    }

    @Test("a descriptor that is not open is an error, not a wait")
    func closedDescriptor() {
        let error = failure { _ = try Y4MFrameSource(fileDescriptor: 987, timeout: .seconds(20)) }
        #expect(error?.kind == .failed)
        #expect(error?.description == "cannot read the stream: descriptor 987 is not open")
    }
}
