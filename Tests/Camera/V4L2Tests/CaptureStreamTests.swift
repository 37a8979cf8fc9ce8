// SPDX-License-Identifier: Apache-2.0

import Frames
import Testing
import TestSupport
import V4L2

@Suite("Capture stream over a fake kernel")
struct CaptureStreamTests {
    private let kernel = FakeStreamKernel()

    private func makeStream(multiPlanar: Bool = false) throws -> CaptureStream {
        let device = try VideoDevice(path: "/dev/video7", kernel: kernel)
        let format = CaptureFormat(
            fourCC: FourCC("GREY")!, size: FrameSize(width: 4, height: 1), bytesPerLine: 4, sizeImage: 4,
            isMultiPlanar: multiPlanar)
        return try CaptureStream(device, format: format)
    }

    /// Waits for the capture thread to have taken `count` frames: an event, not a time.
    private func awaitCaptured(_ stream: CaptureStream, _ count: Int) async {
        while stream.statistics.captured < count { await Task.yield() }
    }

    private func first(_ frame: RawFrame?) -> UInt8? { frame.map { $0.storage.withSpan { $0[0] } } }

    @Test("buffers are mapped, queued and streamed, then all given back")
    func lifeCycle() throws {
        do {
            let stream = try makeStream()
            #expect(kernel.calls.prefix(1) == ["VIDIOC_REQBUFS"])
            #expect(kernel.calls.filter { $0 == "VIDIOC_QBUF" }.count == 4)
            #expect(kernel.calls.last == "VIDIOC_STREAMON")
            stream.stop()
            #expect(try stream.nextFrame(timeout: .seconds(60)) == nil)
        }
        #expect(kernel.calls.filter { $0 == "munmap" }.count == 4)
        #expect(kernel.calls.suffix(2) == ["VIDIOC_REQBUFS", "close"])
        #expect(kernel.calls.contains("VIDIOC_STREAMOFF"))
    }

    @Test("the newest frame wins and the older one goes back to the driver")
    func newestWins() async throws {
        let stream = try makeStream()
        for sequence in UInt32(0)..<3 {
            #expect(kernel.produce([UInt8(sequence), 0, 0, 0], sequence: sequence))
            await awaitCaptured(stream, Int(sequence) + 1)
        }
        let frame = try stream.nextFrame(timeout: .seconds(60))
        #expect(first(frame) == 2)
        #expect(frame?.sequence == 2)
        #expect(frame?.timestamp == FrameTimestamp(nanoseconds: 7_000_002_000))
        #expect(stream.statistics.superseded == 2)
        #expect(stream.statistics.dropped == 0)
        #expect(kernel.queued.count == 3)
    }

    @Test("a frame that is kept keeps its buffer, and gives it back when dropped")
    func lending() async throws {
        let stream = try makeStream()
        _ = kernel.produce([9, 0, 0, 0], sequence: 0)
        var kept = try stream.nextFrame(timeout: .seconds(60))
        #expect(kernel.queued.count == 3)
        for sequence in UInt32(1)..<6 {
            #expect(kernel.produce([0, 0, 0, 0], sequence: sequence))
            await awaitCaptured(stream, Int(sequence) + 1)
        }
        #expect(first(kept) == 9)
        kept = nil
        #expect(kernel.queued.count == 3)  // One waits as the newest.
    }

    @Test("a frame outlives its stream")
    func outlives() throws {
        var stream: CaptureStream? = try makeStream()
        _ = kernel.produce([5, 6, 7, 8], sequence: 0)
        var frame = try stream?.nextFrame(timeout: .seconds(60))
        stream = nil
        #expect(!kernel.calls.contains("munmap"))
        #expect(frame.map { $0.storage.withSpan { span in (0..<4).map { span[$0] } } } == [5, 6, 7, 8])
        frame = nil
        #expect(kernel.calls.filter { $0 == "munmap" }.count == 4)
    }

    @Test("gaps in the driver's count are dropped frames, a restart of it is not")
    func drops() async throws {
        let stream = try makeStream()
        for (index, sequence) in [UInt32.max - 1, UInt32.max, 3, 4, 0, 1].enumerated() {
            _ = kernel.produce([1, 0, 0, 0], sequence: sequence)
            await awaitCaptured(stream, index + 1)
        }
        #expect(stream.statistics.dropped == 3)
        #expect(try stream.nextFrame(timeout: .seconds(60))?.sequence == 5 + 3)
    }

    @Test("flagged and empty buffers are counted as damaged")
    func corrupt() async throws {
        let stream = try makeStream()
        _ = kernel.produce([], sequence: 0)
        _ = kernel.produce([1, 2, 3, 4], sequence: 1, flags: 0x40)
        await awaitCaptured(stream, 2)
        #expect(stream.statistics.corrupt == 2)
        #expect(try stream.nextFrame(timeout: .seconds(60))?.isCorrupt == true)
    }

    @Test("an unplugged camera is gone, whatever the request answered", arguments: [true, false])
    func unplugged(whileWaiting: Bool) throws {
        let stream = try makeStream()
        if !whileWaiting { kernel.fail(.dequeueBuffer, with: .invalidArgument) }
        kernel.unplug()
        let error = #expect(throws: FrameSourceError.self) { try stream.nextFrame(timeout: .seconds(60)) }
        #expect(error?.kind == .gone)
        #expect(error?.description.contains("/dev/video7") == true)
        #expect(error?.description.contains("unplugged") == true)
    }

    @Test("no frame in time says so, and the stream lives on")
    func silence() throws {
        let stream = try makeStream()
        let error = #expect(throws: FrameSourceError.self) { try stream.nextFrame(timeout: .milliseconds(1)) }
        #expect(error?.kind == .noFrame)
        _ = kernel.produce([1, 0, 0, 0], sequence: 0)
        #expect(try stream.nextFrame(timeout: .seconds(60)) != nil)
    }

    @Test(
        "a refusal to stream names request, path and errno",
        arguments: [
            (Request.requestBuffers, SystemError.busy, "another program is using the camera (VIDIOC_REQBUFS: EBUSY)"),
            (.streamOn, .noSpace, "not enough bandwidth left for this format (VIDIOC_STREAMON: ENOSPC)"),
            (.streamOn, .inputOutput, "USB link is too slow for this format (VIDIOC_STREAMON: EIO)"),
            (.streamOn, .brokenPipe, "media pipeline is not linked (VIDIOC_STREAMON: EPIPE)"),
        ])
    func refusals(request: Request, error: SystemError, words: String) {
        kernel.fail(request, with: error)
        let thrown = #expect(throws: V4L2Error.self) { try makeStream() }
        #expect(thrown?.description.contains("/dev/video7") == true)
        #expect(thrown?.description.contains(words) == true)
    }

    @Test("buffers are unmapped when the driver does not start")
    func noLeak() {
        kernel.fail(.streamOn, with: .noSpace)
        _ = try? makeStream()
        #expect(kernel.calls.filter { $0 == "munmap" }.count == 4)
        #expect(kernel.calls.last == "close")
    }
}
