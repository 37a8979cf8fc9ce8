// SPDX-License-Identifier: Apache-2.0

import Cameras
import Frames
import Synchronization
import TestSupport
import Testing
import V4L2

@Suite("Switching modes over a fake kernel")
struct ModeSwitchingTests {
    private func mode(_ camera: OpenCamera, _ fourCC: String) throws -> CaptureMode {
        let modes = camera.switching?.modes ?? []
        return try #require(modes.first { $0.fourCC.description == fourCC })
    }

    @Test("a stream is ended, its buffers are freed, and another starts in another format on the same node")
    func another() throws {
        let kernel = FakeStreamKernel(description: DescribedCamera("YUYV", "GREY"), bufferLength: 8192)
        kernel.play(settling([UInt8](repeating: 9, count: small.area)))
        var camera = try kernel.open()
        #expect(camera.switching?.mode.fourCC == FourCC("GREY"))
        _ = try #require(try camera.source.nextFrame(timeout: .seconds(60)))
        let switching = try #require(camera.switching)
        let yuyv = try mode(camera, "YUYV")
        camera.source.stop()
        camera.source = Nothing()
        // Nobody has a buffer any more: the driver would say busy.
        #expect(kernel.calls.filter { $0 == "munmap" }.count == 4)
        let luma = (0..<small.area).map { UInt8($0 % 251) }
        kernel.state.withLock { $0.queued = [] }
        kernel.play(settling(luma.flatMap { [$0, 128] }))
        let source = try switching.start(yuyv, framesPerSecond: 15)
        #expect(source.format.fourCC == FourCC("YUYV"))
        #expect(source.format.interval == FrameInterval(numerator: 1000, denominator: 15_000))
        let frame = try #require(try source.nextFrame(timeout: .seconds(60)))
        #expect(frame.luma.copy().withSpan { span in span.indices.map { span[$0] } } == luma)
        #expect(!kernel.calls.contains("close"))
    }

    @Test("format and rate are put back as they were before the camera was opened")
    func putBack() throws {
        let kernel = FakeStreamKernel(description: DescribedCamera("YUYV", "GREY"), bufferLength: 8192)
        // As another program has left it.
        let other = try VideoDevice(path: "/dev/video7", kernel: kernel)
        _ = try other.setCaptureFormat(FourCC("YUYV")!, FrameSize(width: 32, height: 24), multiPlanar: false)
        _ = try other.setFrameInterval(FrameInterval(numerator: 1, denominator: 5)!, multiPlanar: false)
        let camera = try kernel.open()
        #expect(kernel.format?.fourCC == FourCC("GREY")?.rawValue && kernel.interval.denominator == 30)
        let switching = try #require(camera.switching)
        try switching.putBack()
        #expect(kernel.format?.fourCC == FourCC("YUYV")?.rawValue)
        #expect(kernel.format?.size == FrameSize(width: 32, height: 24))
        #expect(kernel.interval.numerator == 1 && kernel.interval.denominator == 5)
        // Where nothing differs nothing is set.
        let count = kernel.calls.count { $0.contains("S_FMT") || $0.contains("S_PARM") }
        try switching.putBack()
        #expect(kernel.calls.count { $0.contains("S_FMT") || $0.contains("S_PARM") } == count && count > 0)
    }

    @Test("a wish is used if supported, reported if not, and ignored if the user requests a mode")
    func wishes() throws {
        let offered = ["YUYV", "GREY"]
        func open(_ wish: StreamWish?, _ request: CaptureRequest = CaptureRequest()) throws -> (OpenCamera, Int) {
            let kernel = FakeStreamKernel(description: DescribedCamera(offered[0], offered[1]), bufferLength: 8192)
            var asked = 0
            let camera = try kernel.opener.open(.query("7"), request: request) { identity, _ in
                #expect(identity == "usb-lab_camera_1")
                asked += 1
                return wish
            }
            return (camera, asked)
        }
        let wish = StreamWish(fourCC: FourCC("YUYV"), size: small, framesPerSecond: 15, source: "the profile bench")
        let granted = try open(wish)
        #expect(granted.0.source.format.fourCC == FourCC("YUYV") && granted.1 == 1)
        #expect(granted.0.source.format.interval?.framesPerSecond == 15)
        #expect(granted.0.notes.contains { $0.contains("as requested by the profile bench") })
        let impossible = try open(StreamWish(fourCC: FourCC("MJPG"), source: "the profile bench"))
        #expect(impossible.0.source.format.fourCC == FourCC("GREY"))
        #expect(impossible.0.notes.contains { $0.contains("requests a mode that the camera does not support") })
        let asked = try open(wish, CaptureRequest(fourCC: FourCC("GREY")))
        #expect(asked.0.source.format.fourCC == FourCC("GREY") && asked.1 == 1)
        let rated = try open(wish, CaptureRequest(framesPerSecond: 20))
        #expect(rated.0.source.format.fourCC == FourCC("YUYV") && rated.0.source.format.interval?.framesPerSecond == 20)
    }
}

/// A source that holds no buffers.
private final class Nothing: FrameSource {
    let format = StreamFormat(size: small)
    let statistics = StreamStatistics()
    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame? { nil }
    func stop() {}
}
