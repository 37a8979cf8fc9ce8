// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Cameras
import Frames
import Testing
import TestSupport
import V4L2

@Suite("Opening cameras over a fake kernel")
struct CameraOpenerTests {
    @Test("a grey camera streams its buffers as they are, and everything is given back")
    func grey() throws {
        let kernel = FakeStreamKernel(description: DescribedCamera("YUYV", "GREY"))
        var pixels = [UInt8](repeating: 7, count: small.area)
        pixels[65] = 200
        kernel.play(settling(pixels))
        do {
            let camera = try kernel.open()
            #expect(camera.name == "/dev/video7")
            #expect(camera.identity == "usb-lab_camera_1")
            #expect(
                camera.source.format
                    == StreamFormat(
                        size: small, fourCC: FourCC("GREY"), interval: FrameInterval(numerator: 1, denominator: 30)))
            #expect(
                camera.notes == [
                    "/dev/video7: GREY 64x48 at 30 fps, chosen from 2 modes: its luma is used directly from the "
                        + "driver's buffer; next best YUYV 64x48 at 30 fps"
                ])
            let frame = try #require(try camera.source.nextFrame(timeout: .seconds(60)))
            #expect(frame.luma.size == small)
            #expect(frame.sequence == 3)
            #expect([frame.luma[0, 0], frame.luma[1, 1]] == [7, 200])
            #expect(!frame.isCorrupt)
            #expect(frame.timestamp == FrameTimestamp(nanoseconds: 7_000_003_000))
            #expect(camera.source.statistics.captured == 4)
        }
        #expect(kernel.calls.filter { $0 == "munmap" }.count == 4)
        #expect(kernel.calls.last == "close")
    }

    @Test("luma is extracted from interleaved frames")
    func yuyv() throws {
        let kernel = FakeStreamKernel(description: DescribedCamera("YUYV"), bufferLength: 8192)
        let luma = (0..<small.area).map { UInt8($0 % 251) }
        kernel.play(settling(luma.flatMap { [$0, 128] }))
        let camera = try kernel.open()
        let frame = try #require(try camera.source.nextFrame(timeout: .seconds(60)))
        #expect(frame.luma.copy().withSpan { span in span.indices.map { span[$0] } } == luma)
    }

    @Test("luma is decoded from JPEG frames")
    func motionJPEG() throws {
        let kernel = FakeStreamKernel(description: DescribedCamera("MJPG"))
        kernel.play(settling(try #require(greyJPEG(90, size: small))))
        let camera = try kernel.open()
        let frame = try #require(try camera.source.nextFrame(timeout: .seconds(60)))
        #expect(frame.luma.size == small)
        #expect((80...100).contains(frame.luma[40, 30]))
        #expect(camera.source.format.fourCC == FourCC("MJPG"))
    }

    @Test("a webcam recorded under uvcvideo is opened in its best mode, and its controls are there")
    func recorded() throws {
        let kernel = try FakeStreamKernel.recordedWebcam()
        let frame = [UInt8](repeating: 60, count: 1280 * 720 * 2)
        kernel.play(settling(frame))
        let camera = try kernel.opener.open(.automatic, request: CaptureRequest())
        #expect(camera.source.format.fourCC == FourCC("YUYV"))
        #expect(camera.source.format.size == FrameSize(width: 1280, height: 720))
        #expect(camera.source.format.interval?.framesPerSecond == 30)
        #expect(camera.notes.first == "using /dev/video7: the only one")
        #expect(try camera.source.nextFrame(timeout: .seconds(60))?.luma[1279, 719] == 60)
        let controls = try #require(try camera.controls?.controls())
        #expect(try ControlLookup(controls).find("exposure_absolute").id == .exposureTimeAbsolute)
    }

    @Test("a requested rate is set; a different rate from the driver is reported")
    func rates() throws {
        let kernel = FakeStreamKernel(description: DescribedCamera("GREY"))
        let exact = try kernel.open(CaptureRequest(framesPerSecond: 12.5))
        #expect(kernel.interval == (1000, 12500))
        #expect(exact.source.format.interval?.framesPerSecond == 12.5)
        #expect(exact.notes.count == 1)
        kernel.settle(onInterval: 1, 10)
        let other = try kernel.open(CaptureRequest(framesPerSecond: 12.5))
        #expect(other.notes.last == "/dev/video7: 12.5 fps was requested; the driver set 10.0")
    }

    @Test("a fast camera is set to 30 per second, which is enough for a scan; a slow one to its fastest rate")
    func capped() throws {
        for (offered, denominator) in [(120, 30), (15, 15)] as [(UInt32, UInt32)] {
            let kernel = FakeStreamKernel(
                description: DescribedCamera([(FourCC("GREY")!, .discrete([(small, [5, offered])]))]))
            _ = try kernel.open()
            #expect(kernel.interval == (1, denominator))
        }
    }

    @Test("a driver that lists no rates keeps its own")
    func ownRate() throws {
        let kernel = FakeStreamKernel(
            description: DescribedCamera([(FourCC("GREY")!, .discrete([(small, [])]))]))
        #expect(try kernel.open().source.format.interval == FrameInterval(numerator: 1, denominator: 30))
        #expect(!kernel.calls.contains("VIDIOC_S_PARM"))
    }

    @Test("a driver that lists no sizes keeps its own")
    func ownSize() throws {
        let kernel = FakeStreamKernel(description: DescribedCamera([(FourCC("GREY")!, .discrete([]))]))
        #expect(try kernel.open().source.format.size == small)
    }

    private let anySize = DescribedCamera([
        (
            FourCC("GREY")!,
            .stepwise(
                minimum: FrameSize(width: 32, height: 32), maximum: FrameSize(width: 3280, height: 2464),
                step: FrameSize(width: 2, height: 2), rates: [30])
        )
    ])

    @Test("a camera with any size is set to a usual size, or to the requested one")
    func stepwise() throws {
        let kernel = FakeStreamKernel(description: anySize)
        #expect(try kernel.open().source.format.size == FrameSize(width: 1280, height: 720))
        let size = FrameSize(width: 1024, height: 768)
        #expect(try kernel.open(CaptureRequest(size: size)).source.format.size == size)
    }

    @Test("a size between a camera's steps is refused")
    func betweenSteps() {
        let kernel = FakeStreamKernel(description: anySize)
        let refusal = cameraError { _ = try kernel.open(CaptureRequest(size: FrameSize(width: 1023, height: 768))) }
        #expect(
            refusal == "cannot capture from /dev/video7 at 1023x768: it supports 320x240, 640x480, 800x600, "
                + "1280x720, 1280x960, 1920x1080")
    }

    @Test("a driver that sets another format is not believed to give the one asked for")
    func otherFormat() {
        let kernel = FakeStreamKernel(description: DescribedCamera("GREY"))
        kernel.settle(on: FourCC("YUYV")!.rawValue, width: 32, height: 24)
        #expect(
            cameraError { _ = try kernel.open() }
                == "cannot capture from /dev/video7: GREY 64x48 was requested, but its driver set YUYV 32x24; "
                + "choose another mode with --format and --size")
        #expect(kernel.calls.last == "close")
    }

    @Test("a different size from the driver is accepted and reported")
    func otherSize() throws {
        let kernel = FakeStreamKernel(description: DescribedCamera("GREY"))
        kernel.settle(on: FourCC("GREY")!.rawValue, width: 32, height: 24)
        kernel.play(settling([UInt8](repeating: 9, count: 32 * 24)))
        let camera = try kernel.open()
        #expect(camera.notes.last == "/dev/video7: the driver set the size to 32x24")
        #expect(try camera.source.nextFrame(timeout: .seconds(60))?.luma.size == FrameSize(width: 32, height: 24))
    }

    @Test("a node that takes no pictures is named as such")
    func noCapture() {
        let metadata = DescribedCamera(
            "GREY", capabilities: DescribedCamera.metadataCapture | DescribedCamera.streaming)
        #expect(
            cameraError { _ = try FakeStreamKernel(description: metadata).open() }
                == "cannot capture from /dev/video7: it is not a capture node; run `candela list`")
        let readOnly = DescribedCamera("GREY", capabilities: DescribedCamera.capture)
        #expect(
            cameraError { _ = try FakeStreamKernel(description: readOnly).open() }
                == "cannot capture from /dev/video7: its driver does not support streaming, only read()")
    }

    private static let refusals: [(Request, SystemError, String)] = [
        (
            .open, .accessDenied,
            "cannot open /dev/video7: permission denied (open: EACCES); add yourself to its group (sudo usermod -aG video "
                + "$USER, then log in again), or log in at the machine"
        ),
        (
            .setFormat, .busy,
            "cannot set the format to GREY 64x48 on /dev/video7: another program is using the camera "
                + "(VIDIOC_S_FMT: EBUSY); close that program; `candela list` shows which one it is"
        ),
        (
            .setParameters, .busy,
            "cannot set the frame rate on /dev/video7: another program is using the camera (VIDIOC_S_PARM: EBUSY); "
                + "close that program; `candela list` shows which one it is"
        ),
        (
            .requestBuffers, .busy,
            "cannot get buffers from /dev/video7: another program is using the camera (VIDIOC_REQBUFS: EBUSY); "
                + "close that program; `candela list` shows which one it is"
        ),
        (
            .streamOn, .busy,
            "cannot start streaming from /dev/video7: another program is using the camera (VIDIOC_STREAMON: EBUSY); "
                + "close that program; `candela list` shows which one it is"
        ),
        (
            .streamOn, .noSpace,
            "cannot start streaming from /dev/video7: the USB bus has not enough bandwidth left for this format "
                + "(VIDIOC_STREAMON: ENOSPC); choose MJPG, a smaller --size or a lower --fps, or move other cameras to "
                + "another port"
        ),
        (
            .setFormat, .noDevice,
            "cannot set the format to GREY 64x48 on /dev/video7: the device is gone: it was unplugged or lost its "
                + "driver (VIDIOC_S_FMT: ENODEV); replug it; if this happens again, use another port"
        ),
    ]

    @Test(
        "an error names the request, the camera, the cause and the next step; the node is closed",
        arguments: refusals)
    func refused(request: Request, error: SystemError, sentence: String) {
        let kernel = FakeStreamKernel(description: DescribedCamera("GREY"))
        kernel.fail(request, with: error)
        #expect(cameraError { _ = try kernel.open() } == sentence)
        #expect(request == .open || kernel.calls.last == "close")
    }

    @Test("an impossible request lists the supported modes")
    func unsatisfied() throws {
        let sizes = DescribedCamera.Sizes.discrete([
            (FrameSize(width: 320, height: 240), [30]), (small, [30]), (FrameSize(width: 640, height: 480), [30]),
        ])
        let kernel = FakeStreamKernel(
            description: DescribedCamera([
                (FourCC("YUYV")!, sizes), (FourCC("MJPG")!, .discrete([(small, [30])])), (FourCC("H263")!, sizes),
            ]))
        func refusal(_ code: String?, _ size: String?) -> String? {
            cameraError {
                _ = try kernel.open(
                    CaptureRequest(fourCC: code.flatMap { FourCC($0) }, size: size.flatMap { FrameSize($0) }))
            }
        }
        #expect(refusal("GREY", nil) == "cannot capture from /dev/video7 as GREY: it supports YUYV, MJPG")
        #expect(
            refusal("H263", nil)
                == "cannot capture from /dev/video7 as H263: compressed video, whose frames depend on each other; "
                + "choose MJPG or an uncompressed format")
        #expect(
            refusal(nil, "800x600")
                == "cannot capture from /dev/video7 at 800x600: it supports 64x48, 320x240, 640x480")
        #expect(refusal("MJPG", "640x480") == "cannot capture from /dev/video7 at 640x480: it supports 64x48")
        #expect(
            try kernel.open().notes.last
                == "/dev/video7: skipped H263: compressed video, whose frames depend on each other; "
                + "choose MJPG or an uncompressed format")
    }

    @Test("a camera without a usable format reports the reason for each format")
    func useless() {
        #expect(
            cameraError { _ = try FakeStreamKernel(description: DescribedCamera("Z16", "QxQx")).open() }
                == "cannot capture from /dev/video7: it supports only Z16 (depth, not a picture; use the camera's "
                + "colour or infrared node), QxQx (not supported by candela or libv4lconvert)")
        #expect(
            cameraError { _ = try FakeStreamKernel(description: DescribedCamera([])).open() }
                == "cannot capture from /dev/video7: its driver lists no formats")
    }

    @Test("without libturbojpeg another format is used, and the missing library is told even without --verbose")
    func missingLibrary() throws {
        let sentence = "cannot load libturbojpeg.so.0: no such file; install libturbojpeg0"
        func open(
            _ description: DescribedCamera, _ request: CaptureRequest = CaptureRequest()
        ) throws -> OpenCamera {
            let kernel = FakeStreamKernel(description: description)
            return try CameraOpener(locator: OneCamera(), kernel: kernel) { $0 == .motionJPEG ? sentence : nil }
                .open(.query("7"), request: request)
        }
        let camera = try open(DescribedCamera("MJPG", "YUYV"))
        #expect(camera.source.format.fourCC == FourCC("YUYV"))
        #expect(camera.warnings == ["/dev/video7: cannot use MJPG: \(sentence)"])
        #expect(camera.words(isVerbose: false, isNamed: true) == camera.warnings)
        #expect(camera.words(isVerbose: true, isNamed: true).last == "/dev/video7: skipped MJPG: \(sentence)")
        #expect(
            cameraError { _ = try open(DescribedCamera("MJPG", "YUYV"), CaptureRequest(fourCC: FourCC("MJPG"))) }
                == "cannot capture from /dev/video7 as MJPG: \(sentence)")
        #expect(
            cameraError { _ = try open(DescribedCamera("MJPG")) }
                == "cannot capture from /dev/video7: it supports only MJPG (\(sentence))")
        // A camera without such formats needs no library.
        #expect(try open(DescribedCamera("YUYV")).warnings.isEmpty)
    }

    @Test("a missing camera is the locator's error in every use")
    func notFound() {
        let opener = CameraOpener(
            locator: OneCamera(failure: CameraError("cannot find a camera: there is none")), kernel: FakeStreamKernel())
        let sentence = "cannot find a camera: there is none"
        #expect(cameraError { _ = try opener.open(.automatic, request: CaptureRequest()) } == sentence)
        #expect(cameraError { _ = try opener.controls(nil) } == sentence)
        #expect(cameraError { _ = try opener.node("x") } == sentence)
    }

    @Test("opening the controls of a camera starts no stream")
    func controls() throws {
        let kernel = try FakeStreamKernel.recordedWebcam()
        do {
            let (name, surface, _, _) = try kernel.opener.controls("7")
            #expect(name == "/dev/video7")
            #expect(try surface.controls().contains { $0.id == .exposureTimeAbsolute })
        }
        #expect(!kernel.calls.contains("VIDIOC_REQBUFS") && !kernel.calls.contains("VIDIOC_S_FMT"))
        #expect(kernel.calls.last == "close")
        #expect(
            cameraError { _ = try kernel.opener.controls("-") }
                == "cannot use standard input as a camera here: it has no controls")
    }

    @Test("only a video node can be inspected", arguments: ["-", "sim:dim"])
    func node(name: String) {
        #expect(
            cameraError { _ = try FakeStreamKernel().opener.node(name) }
                == "cannot inspect \(name): it is not a video device; choose one from `candela list`")
    }

    @Test("the simulated camera is opened by its specification, and a bad one is refused")
    func simulated() throws {
        let opener = FakeStreamKernel().opener
        let request = CaptureRequest(size: FrameSize(width: 320, height: 240), framesPerSecond: 15)
        let camera = try opener.open(.simulated("empty"), request: request)
        #expect(camera.name == "sim:empty")
        #expect(camera.source.format.size == FrameSize(width: 320, height: 240))
        #expect(camera.source.format.interval?.framesPerSecond == 15)
        #expect(camera.notes == ["sim:empty: 320x240, a simulated camera"])
        #expect(camera.controls != nil)
        #expect(
            cameraError { _ = try opener.open(.simulated("nowhere"), request: request) }?.contains("nowhere") == true)
        #expect(try opener.controls("sim:empty").name == "sim:empty")
    }

    @Test("a message about a bare sim: has a single colon before the cause")
    func bareSimulatedName() throws {
        #expect(CameraAddress("sim:").name == "sim:" && CameraAddress("sim:").label == "sim")
        #expect(CameraAddress("sim:dim").label == "sim:dim" && CameraAddress("/dev/video0").label == "/dev/video0")
        let opener = FakeStreamKernel().opener
        #expect(
            cameraError { _ = try opener.node("sim:") }
                == "cannot inspect sim: it is not a video device; choose one from `candela list`")
        let camera = try opener.open(.simulated(""), request: CaptureRequest())
        #expect(camera.name == "sim:" && camera.notes == ["sim: 640x480, a simulated camera"])
    }
}
