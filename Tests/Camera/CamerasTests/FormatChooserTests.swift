// SPDX-License-Identifier: Apache-2.0

import Cameras
import Frames
import Testing

@Suite("Choosing a capture mode")
struct FormatChooserTests {
    private func modes(_ code: String, _ path: LumaPath, _ list: [(Int, Int, UInt32)]) -> [CaptureMode] {
        list.map { width, height, rate in
            CaptureMode(
                fourCC: FourCC(code)!, size: FrameSize(width: width, height: height),
                fastest: FrameInterval(numerator: 1, denominator: rate), path: path)
        }
    }

    /// What a Logitech C920 lists, without its H.264. Source: its descriptors as `v4l2-ctl --list-formats-ext` prints
    /// them (7.5 a second as 7).
    private var c920: [CaptureMode] {
        modes(
            "YUYV", .extracted,
            [
                (640, 480, 30), (160, 90, 30), (160, 120, 30), (176, 144, 30), (320, 180, 30), (320, 240, 30),
                (352, 288, 30), (432, 240, 30), (640, 360, 30), (800, 448, 30), (800, 600, 24), (864, 480, 24),
                (960, 720, 15), (1024, 576, 15), (1280, 720, 10), (1600, 896, 7), (1920, 1080, 5), (2304, 1296, 2),
                (2304, 1536, 2),
            ])
            + modes(
                "MJPG", .motionJPEG,
                [
                    (640, 480, 30), (160, 90, 30), (160, 120, 30), (176, 144, 30), (320, 180, 30), (320, 240, 30),
                    (352, 288, 30), (432, 240, 30), (640, 360, 30), (800, 448, 30), (800, 600, 30), (864, 480, 30),
                    (960, 720, 30), (1024, 576, 30), (1280, 720, 30), (1600, 896, 30), (1920, 1080, 30),
                ])
    }

    /// What the Raspberry Pi's old camera driver gives at our usual sizes: everything, at any size, at 90 a second.
    private var pi: [CaptureMode] {
        let sizes: [(Int, Int, UInt32)] = [
            (320, 240, 90), (640, 480, 90), (800, 600, 90), (1280, 720, 90), (1280, 960, 90), (1920, 1080, 90),
        ]
        let formats: [(String, LumaPath)] = [
            ("RGB3", .extracted), ("YUYV", .extracted), ("MJPG", .motionJPEG), ("YU12", .lent), ("NV12", .lent),
            ("XR24", .extracted),
        ]
        return formats.flatMap { modes($0.0, $0.1, sizes) }
    }

    private func choice(_ modes: [CaptureMode], _ request: CaptureRequest = CaptureRequest()) -> String? {
        FormatChooser.choose(from: modes, request: request).map { choice in
            "\(choice.mode.fourCC) \(choice.mode.size) \(choice.mode.fastest?.framesPerSecond ?? 0)"
        }
    }

    @Test("a C920 gives JPEG at 1280x720 and 30 a second: not YUYV at 10, nor the most pixels")
    func webcam() {
        #expect(choice(c920) == "MJPG 1280x720 30.0")
        #expect(choice(c920.reversed()) == "MJPG 1280x720 30.0")
        #expect(
            FormatChooser.choose(from: c920, request: CaptureRequest())?.reason
                == "MJPG 1280x720 at 30 fps, chosen from 36 modes: each JPEG is decoded to luma only; "
                + "next best MJPG 1600x896 at 30 fps")
    }

    @Test("a camera that gives any format at any size gives its plane of luma, with the least colour beside it")
    func raspberryPi() {
        #expect(choice(pi)?.hasSuffix(" 1280x720 90.0") == true)
        #expect(["YU12", "NV12"].contains(choice(pi)?.prefix(4)))
        #expect(choice(pi + modes("GREY", .lent, [(1280, 720, 90)])) == "GREY 1280x720 90.0")
    }

    @Test(
        "at one size and rate the cheaper way to luma wins, in whatever order they are listed",
        arguments: [
            (["YUYV", "GREY"], "GREY"), (["MJPG", "YUYV"], "YUYV"), (["S920", "MJPG"], "MJPG"),
            (["NV12", "GREY"], "GREY"),
            (["S920", "MJPG", "YUYV", "NV12"], "NV12"), (["RGB3", "YUYV"], "YUYV"), (["NV16", "NV12"], "NV12"),
        ])
    func cheaper(codes: [String], best: String) {
        let paths: [String: LumaPath] = [
            "GREY": .lent, "NV12": .lent, "NV16": .lent, "YUYV": .extracted, "RGB3": .extracted, "MJPG": .motionJPEG,
            "S920": .converted,
        ]
        let modes = codes.flatMap { self.modes($0, paths[$0]!, [(640, 480, 30)]) }
        #expect(choice(modes) == "\(best) 640x480 30.0")
        #expect(choice(modes.reversed()) == "\(best) 640x480 30.0")
    }

    @Test("a format that is asked for is taken at its best size and rate")
    func format() {
        // 1280x720 would be at 10 a second, 960x720 at 15.
        #expect(choice(c920, CaptureRequest(fourCC: FourCC("YUYV"))) == "YUYV 800x600 24.0")
        #expect(choice(c920, CaptureRequest(fourCC: FourCC("GREY"))) == nil)
    }

    @Test("a size that is asked for is taken in its best format, or not at all")
    func size() {
        #expect(choice(c920, CaptureRequest(size: FrameSize("1920x1080"))) == "MJPG 1920x1080 30.0")
        #expect(choice(c920, CaptureRequest(size: FrameSize("640x480"))) == "YUYV 640x480 30.0")
        #expect(choice(c920, CaptureRequest(size: FrameSize("2304x1536"))) == "YUYV 2304x1536 2.0")
        #expect(choice(c920, CaptureRequest(size: FrameSize("641x480"))) == nil)
        let both = CaptureRequest(fourCC: FourCC("YUYV"), size: FrameSize("1280x720"))
        #expect(choice(c920, both) == "YUYV 1280x720 10.0")
        #expect(
            FormatChooser.choose(from: c920, request: both)?.reason.contains("from 36 modes (1 as requested): its luma")
                == true)
    }

    @Test("a low requested rate allows slow modes")
    func slow() {
        #expect(choice(c920, CaptureRequest(framesPerSecond: 5)) == "YUYV 1280x720 10.0")
        #expect(choice(c920, CaptureRequest(fourCC: FourCC("YUYV"), framesPerSecond: 10)) == "YUYV 1280x720 10.0")
    }

    @Test("a high requested rate is used if any mode reaches it")
    func fast() {
        let fast = c920 + modes("YUYV", .extracted, [(320, 240, 120), (640, 480, 60)])
        #expect(choice(fast, CaptureRequest(framesPerSecond: 60)) == "YUYV 640x480 60.0")
        #expect(choice(fast, CaptureRequest(framesPerSecond: 100)) == "YUYV 320x240 120.0")
        // Nothing reaches it: the best there is.
        #expect(choice(fast, CaptureRequest(framesPerSecond: 500)) == "YUYV 320x240 120.0")
        #expect(choice(c920, CaptureRequest(framesPerSecond: 60)) == "MJPG 1280x720 30.0")
        // 30000/1001 is 30 to whoever asks for 30.
        var ntsc = modes("MJPG", .motionJPEG, [(1280, 720, 30)])[0]
        ntsc.fastest = FrameInterval(numerator: 1001, denominator: 30000)
        let small = modes("YUYV", .extracted, [(320, 240, 30)])
        #expect(choice(small + [ntsc], CaptureRequest(framesPerSecond: 30))?.hasPrefix("MJPG 1280x720") == true)
    }

    @Test("a driver that lists no rates is assumed to reach the requested one")
    func unknownIntervals() {
        var silent = modes("GREY", .lent, [(640, 480, 30), (320, 240, 30)])
        for index in silent.indices { silent[index].fastest = nil }
        #expect(choice(silent) == "GREY 640x480 0.0")
        #expect(choice(silent, CaptureRequest(framesPerSecond: 60)) == "GREY 640x480 0.0")
        let reason = FormatChooser.choose(from: silent, request: CaptureRequest())?.reason
        #expect(
            reason == "GREY 640x480, chosen from 2 modes: its luma is used directly from the driver's buffer; "
                + "next best GREY 320x240")
    }

    @Test("no modes give no choice; impossible ones do not stop us")
    func impossible() {
        #expect(choice([]) == nil)
        let side = Int(UInt32.max)
        let odd = modes("GREY", .lent, [(side, side, 30), (0, 0, 30), (1, 1, .max), (640, 480, 30)])
        #expect(choice(odd) == "GREY 640x480 30.0")
    }
}
