// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Cameras
import Frames
import PipeWireCameras
import Testing

@Suite("Modes of PipeWire's cameras")
struct PipeWireModesTests {
    private let address = PipeWireAddress(usesPortal: false, query: "desk")

    private func format(_ code: String?, _ low: FrameSize, _ high: FrameSize? = nil, fps: UInt32? = 30)
        -> PipeWireFormat
    {
        PipeWireFormat(
            fourCC: code.flatMap { FourCC($0) }, minimum: low, maximum: high ?? low,
            fastest: fps.flatMap { FrameInterval(numerator: 1, denominator: $0) })
    }

    private func size(_ width: Int, _ height: Int) -> FrameSize { FrameSize(width: width, height: height) }

    private func modes(_ formats: [PipeWireFormat], wanted: FrameSize? = nil) -> PipeWireModes {
        PipeWireModes(formats, wanted: wanted, missing: { _ in nil })
    }

    @Test("the best mode is asked for first, then whatever another program may have chosen")
    func offers() throws {
        let plan = try modes([
            format("YUYV", size(1280, 720), fps: 10), format("YUYV", size(640, 480)), format("MJPG", size(1280, 720)),
            format("H264", size(1920, 1080)), format(nil, size(640, 480)),
        ]).plan(CaptureRequest(), address)
        #expect(
            plan.offers.first
                == PipeWireOffer(fourCC: FourCC("MJPG")!, size: size(1280, 720), framesPerSecond: 30, isExact: true))
        #expect(plan.offers.dropFirst().map(\.fourCC.description) == ["MJPG", "YUYV"])
        #expect(plan.offers.dropFirst().allSatisfy { !$0.isExact })
    }

    @Test("what was requested is requested, and nothing else; what is not there is refused with what is")
    func requested() throws {
        let modes = modes([format("YUYV", size(640, 480)), format("MJPG", size(1280, 720))])
        let plan = try modes.plan(CaptureRequest(fourCC: FourCC("YUYV"), size: size(640, 480)), address)
        #expect(plan.offers.map(\.isExact) == [true])
        #expect(throws: PipeWireTrouble.self) { try modes.plan(CaptureRequest(size: size(1920, 1080)), address) }
        do {
            _ = try modes.plan(CaptureRequest(fourCC: FourCC("GREY")), address)
        } catch {
            #expect(error.kind == .noFormat && error.advice.contains("MJPG 1280x720"), "\(error)")
        }
    }

    @Test("a range of sizes gives the usual ones and the wanted one")
    func ranges() {
        let offered = modes([format("GREY", size(320, 240), size(1280, 960))], wanted: size(1000, 700)).modes.map(
            \.size)
        #expect(
            offered.contains(size(1280, 720)) && offered.contains(size(1000, 700))
                && !offered.contains(size(1920, 1080)))
        #expect(modes([format("GREY", size(1, 1), size(16, 16))]).modes.map(\.size) == [size(16, 16)])
    }

    @Test("the same mode listed for several rates counts once, with the fastest")
    func rates() {
        let found = modes([
            format("YUYV", size(640, 480), fps: 15), format("YUYV", size(640, 480), fps: 30),
            format("YUYV", size(640, 480), fps: nil),
        ]).modes
        #expect(found.count == 1 && found.first?.fastest == FrameInterval(numerator: 1, denominator: 30))
    }

    @Test("a camera that tells nothing is offered every readable format; one that has only others is refused")
    func silent() throws {
        let plan = try modes([]).plan(CaptureRequest(), address)
        #expect(plan.offers.count > 20 && plan.offers.first?.fourCC.description == "GREY")
        let narrow = PipeWireModes([], wanted: nil, missing: { $0 == .motionJPEG ? "no library" : nil })
        #expect(try !narrow.plan(CaptureRequest(), address).offers.contains { $0.fourCC.description == "MJPG" })
        #expect(throws: PipeWireTrouble.self) {
            try modes([format("H264", size(640, 480))]).plan(CaptureRequest(), address)
        }
    }

    @Test("list shows what is no video node, once")
    func others() {
        func node(_ sysname: String, vendor: String? = nil, product: String? = nil) -> VideoNode {
            var node = VideoNode(sysname: sysname, syspath: "/sys/\(sysname)")
            (node.vendorID, node.productID) = (vendor, product)
            return node
        }
        let survey = PipeWireSurvey(
            version: "1.4.2", hasManager: true,
            cameras: [
                PipeWireCamera(id: 1, serial: 1, name: "v4l2_input.a", api: "v4l2", devicePath: "/dev/video0"),
                PipeWireCamera(
                    id: 2, serial: 2, name: "libcamera_input.a", api: "libcamera", libcameraID: "usb-1:1.0-1209:000A"),
                PipeWireCamera(
                    id: 3, serial: 3, name: "libcamera_input.b", api: "libcamera", libcameraID: "/base/i2c/ov5647"),
                PipeWireCamera(
                    id: 4, serial: 4, name: "obs", description: "OBS", role: "Camera", state: .running,
                    clients: [.init(application: "Firefox"), .init(application: "Firefox")]),
                PipeWireCamera(id: 5, serial: 5, name: "screen", role: "Screen"),
            ])
        let found = OtherCamera.ofPipeWire(survey, besides: [node("video0", vendor: "1209", product: "000a")])
        #expect(found.map(\.address) == ["pipewire:libcamera_input.b", "pipewire:obs", "pipewire:screen"])
        #expect(found.map(\.isUsable) == [true, true, false])
        #expect(found[1].name == "OBS" && found[1].note == "pictures of another program; in use by Firefox")
        #expect(OtherCamera.ofPipeWire(survey, besides: []).count == 5)
    }
}
