// SPDX-License-Identifier: Apache-2.0

import Cameras
import Frames
import Testing
import TestSupport

@Suite("Frames of a V4L2 camera over a fake kernel")
struct V4L2FrameSourceTests {
    private let grey = [UInt8](repeating: 50, count: small.area)

    /// A camera that streams these steps after those it settled with.
    private func camera(
        _ format: String, settledWith first: [UInt8], then steps: [FakeStreamKernel.Step]
    ) throws -> (source: any FrameSource, kernel: FakeStreamKernel) {
        let kernel = FakeStreamKernel(description: DescribedCamera(format))
        kernel.play(settling(first) + steps)
        let source = try kernel.open().source
        #expect(try source.nextFrame(timeout: .seconds(60))?.sequence == 3)
        return (source, kernel)
    }

    @Test("a camera unplugged in mid-stream is gone, and stays so")
    func unplugged() throws {
        let (source, _) = try camera("GREY", settledWith: grey, then: [.frame(grey), .unplug])
        #expect(try source.nextFrame(timeout: .seconds(60)) != nil)
        for _ in 0..<2 {
            let error = #expect(throws: FrameSourceError.self) { try source.nextFrame(timeout: .seconds(60)) }
            #expect(error?.kind == .gone)
            #expect(
                error?.description
                    == "cannot read frames from /dev/video7: the device is gone: it was unplugged or lost its driver "
                    + "(VIDIOC_DQBUF: ENODEV); replug it; if this happens again, use another port")
        }
    }

    @Test("a stopped source has ended")
    func stopped() throws {
        let (source, _) = try camera("GREY", settledWith: grey, then: [])
        source.stop()
        #expect(try source.nextFrame(timeout: .seconds(60)) == nil)
    }

    @Test("frames the driver flags are counted and passed over")
    func flagged() throws {
        let (source, _) = try camera(
            "GREY", settledWith: grey, then: [.frame(grey, flags: 0x40), .frame([], flags: 0), .frame(grey)])
        #expect(try source.nextFrame(timeout: .seconds(60))?.sequence == 6)
        #expect(source.statistics.corrupt == 2)
        #expect(source.statistics.undecodable == 0)
        #expect(source.statistics.captured == 7)
    }

    @Test("frames too short for their picture are counted and passed over")
    func short() throws {
        let (source, _) = try camera(
            "GREY", settledWith: grey, then: [.frame(Array(grey.dropLast())), .frame(grey)])
        #expect(try source.nextFrame(timeout: .seconds(60))?.sequence == 5)
        #expect(source.statistics.corrupt == 1)
        #expect(source.statistics.undecodable == 1)
    }

    @Test("JPEGs that do not decode are counted and passed over")
    func undecodable() throws {
        let good = try #require(greyJPEG(90, size: small))
        let noPicture = Array(good.prefix(20))
        let (source, _) = try camera(
            "MJPG", settledWith: good, then: [.frame(noPicture), .frame([0xff, 0xd8, 1, 2, 3, 4]), .frame(good)])
        let frame = try source.nextFrame(timeout: .seconds(60))
        #expect(frame?.sequence == 6)
        #expect(frame?.isCorrupt == false)
        #expect(source.statistics.corrupt == 2)
    }

    @Test("a JPEG cut short is given as damaged, and counted")
    func cutShort() throws {
        let good = try #require(greyJPEG(90, size: small))
        let (source, _) = try camera(
            "MJPG", settledWith: good, then: [.frame(Array(good.prefix(good.count / 2 + 100)))])
        let frame = try source.nextFrame(timeout: .seconds(60))
        #expect(frame?.sequence == 4)
        #expect(frame?.isCorrupt == true)
        #expect(source.statistics.corrupt == 1)
    }

    @Test("a JPEG of another size than was negotiated is counted and passed over")
    func wrongSize() throws {
        let good = try #require(greyJPEG(90, size: small))
        let other = try #require(greyJPEG(90, size: FrameSize(width: 32, height: 48)))
        let (source, _) = try camera("MJPG", settledWith: good, then: [.frame(other), .frame(good)])
        let frame = try source.nextFrame(timeout: .seconds(60))
        #expect(frame?.sequence == 5)
        #expect(frame?.luma.size == small)
        #expect(source.statistics.corrupt == 1)
    }

    @Test("a camera that sends nothing says so")
    func silent() throws {
        let (source, _) = try camera("GREY", settledWith: grey, then: [])
        let error = #expect(throws: FrameSourceError.self) { try source.nextFrame(timeout: .milliseconds(20)) }
        #expect(error?.kind == .noFrame)
        #expect(
            error?.description == "cannot read frames from /dev/video7: no frame arrived in 20 ms; "
                + "replug the camera, or try another port")
    }

    @Test("a camera that sends nothing but damaged frames says that")
    func onlyDamaged() throws {
        let (source, kernel) = try camera(
            "GREY", settledWith: grey, then: [.frame(grey, flags: 0x40), .frame([1]), .frame(grey, flags: 0x40)])
        // A frame that is taken and dropped goes back to the driver, and the next comes: all three, in time.
        let error = #expect(throws: FrameSourceError.self) { try source.nextFrame(timeout: .seconds(2)) }
        #expect(error?.kind == .noFrame)
        #expect(
            error?.description == "cannot read frames from /dev/video7: all 3 frames received in 2000 ms were "
                + "damaged; try another cable, port or --format")
        kernel.play([.frame(grey)])
        #expect(try source.nextFrame(timeout: .seconds(60))?.sequence == 7)
    }
}
