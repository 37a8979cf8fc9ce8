// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Frames
import Testing
import Udev

@Suite struct NodeClassifierTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var evidence: NodeEvidence
        var expected: NodeClass
        var reason: String
        var yieldsPictures = false
    }

    static func evidence(
        _ answer: Result<NodeCapabilities, NodeOpenFailure>?, sysname: String = "video0", name: String = "",
        index: Int? = 0, driver: String? = nil, udev: String? = nil, loopback: Bool = false,
        siblings: [NodeEvidence.Sibling] = []
    ) -> NodeEvidence {
        NodeEvidence(
            sysname: sysname, name: name, index: index, sysfsDriver: driver, udevCapabilities: udev,
            hasLoopbackAttributes: loopback, opened: answer, siblings: siblings)
    }

    static let colour = NodeEvidence.Sibling(
        sysname: "video0", index: 0, formats: [FourCC("MJPG")!, FourCC("YUYV")!], captures: true)

    static let opened: [Case] = [
        Case(
            testDescription: "UVC capture", evidence: evidence(answer("uvcvideo", 0x0420_0001, "YUYV MJPG")),
            expected: .capture, reason: "VIDEO_CAPTURE; formats YUYV, MJPG", yieldsPictures: true),
        Case(
            testDescription: "UVC metadata, whose device captures",
            evidence: evidence(answer("uvcvideo", 0x04a0_0000, capabilities: 0x84a0_0001)), expected: .metadata,
            reason: "device_caps 0x4a00000 has META_CAPTURE"),
        Case(
            testDescription: "a driver without device_caps",
            evidence: evidence(
                .success(
                    NodeCapabilities(
                        driver: "old", card: "", busInfo: "", capabilities: 0x0400_0001, deviceCaps: nil,
                        formats: [FourCC("YUYV")!]))),
            expected: .capture, reason: "capabilities (the driver sets no device_caps)", yieldsPictures: true),
        Case(
            testDescription: "multi-planar capture", evidence: evidence(answer("vivid", 0x0520_1000, "NM12 YUYV")),
            expected: .capture, reason: "VIDEO_CAPTURE", yieldsPictures: true),
        Case(
            testDescription: "vivid output", evidence: evidence(answer("vivid", 0x0520_0002)), expected: .output,
            reason: "VIDEO_OUTPUT"),
        Case(
            testDescription: "vivid metadata capture", evidence: evidence(answer("vivid", 0x05a0_0000)),
            expected: .metadata, reason: "META_CAPTURE"),
        Case(
            testDescription: "vivid metadata output", evidence: evidence(answer("vivid", 0x0d20_0000)),
            expected: .metadata, reason: "META_OUTPUT"),
        Case(
            testDescription: "vivid touch on a video node", evidence: evidence(answer("vivid", 0x1520_0001, "TD16")),
            expected: .touch, reason: "TOUCH"),
        Case(
            testDescription: "memory-to-memory decoder",
            evidence: evidence(answer("bcm2835-codec", 0x0420_4000, "YU12 NV12")), expected: .memoryToMemory,
            reason: "VIDEO_M2M"),
        Case(
            testDescription: "codec from before the flag",
            evidence: evidence(answer("s5p-jpeg", 0x0400_0003, "YUYV")), expected: .memoryToMemory,
            reason: "both VIDEO_CAPTURE and VIDEO_OUTPUT"),
        Case(
            testDescription: "Raspberry Pi camera receiver",
            evidence: evidence(answer("unicam", 0x2520_0001, "pBAA BG10")), expected: .needsLibcamera, reason: "IO_MC"),
        Case(
            testDescription: "Raspberry Pi camera receiver without IO_MC",
            evidence: evidence(answer("unicam", 0x0520_0001, "YUYV UYVY pBAA")), expected: .needsLibcamera,
            reason: "driver unicam"),
        Case(
            testDescription: "Raspberry Pi image processor's output",
            evidence: evidence(answer("bcm2835-isp", 0x0420_0001, "YUYV NV12")), expected: .needsLibcamera,
            reason: "driver bcm2835-isp"),
        Case(
            testDescription: "Raspberry Pi image processor's input",
            evidence: evidence(answer("bcm2835-isp", 0x0420_0002)), expected: .output, reason: "VIDEO_OUTPUT"),
        Case(
            testDescription: "Raspberry Pi 5 receiver", evidence: evidence(answer("rp1-cfe", 0x0420_0001, "pBAA")),
            expected: .needsLibcamera, reason: "driver rp1-cfe"),
        Case(
            testDescription: "Intel IPU6", evidence: evidence(answer("isys", 0x0420_1000, "YUYV BA10")),
            expected: .needsLibcamera, reason: "driver isys"),
        Case(
            testDescription: "a raw Bayer camera", evidence: evidence(answer("uvcvideo", 0x0420_0001, "GBRG BA81")),
            expected: .needsLibcamera, reason: "raw Bayer data only (GBRG, BA81)"),
        Case(
            testDescription: "a camera with Bayer among others",
            evidence: evidence(answer("uvcvideo", 0x0420_0001, "GBRG YUYV")), expected: .capture,
            reason: "VIDEO_CAPTURE", yieldsPictures: true),
        Case(
            testDescription: "grey beside colour",
            evidence: evidence(answer("uvcvideo", 0x0420_0001, "GREY"), sysname: "video2", siblings: [colour]),
            expected: .infrared, reason: "video0 of the same device provides colour", yieldsPictures: true),
        Case(
            testDescription: "grey alone, an industrial camera",
            evidence: evidence(answer("uvcvideo", 0x0420_0001, "GREY Y16")), expected: .capture,
            reason: "formats GREY, Y16", yieldsPictures: true),
        Case(
            testDescription: "grey alone, by name",
            evidence: evidence(answer("uvcvideo", 0x0420_0001, "GREY"), name: "HP IR Camera"), expected: .infrared,
            reason: "its name contains \"IR\"", yieldsPictures: true),
        Case(
            testDescription: "grey in Birmingham: no infrared inside a word",
            evidence: evidence(answer("uvcvideo", 0x0420_0001, "GREY"), name: "Birmingham"), expected: .capture,
            reason: "GREY", yieldsPictures: true),
        Case(
            testDescription: "grey beside another grey",
            evidence: evidence(
                answer("uvcvideo", 0x0420_0001, "GREY"),
                siblings: [NodeEvidence.Sibling(sysname: "video2", formats: [FourCC("Y16")!], captures: true)]),
            expected: .capture, reason: "GREY", yieldsPictures: true),
        Case(
            testDescription: "depth", evidence: evidence(answer("uvcvideo", 0x0420_0001, "Z16"), siblings: [colour]),
            expected: .depth, reason: "depth maps (Z16)"),
        Case(
            testDescription: "loopback, exclusive, no producer",
            evidence: evidence(answer("v4l2 loopback", 0x0520_0002)), expected: .loopback, reason: "no program feeds it"
        ),
        Case(
            testDescription: "loopback, exclusive, fed",
            evidence: evidence(answer("v4l2 loopback", 0x0520_0001, "YU12")), expected: .loopback,
            reason: "a program feeds it YU12", yieldsPictures: true),
        Case(
            testDescription: "loopback, not exclusive, no producer",
            evidence: evidence(answer("v4l2 loopback", 0x0520_0003)), expected: .loopback, reason: "not fixed yet"
        ),
        Case(
            testDescription: "loopback, not exclusive, no producer, version 0.14",
            evidence: evidence(answer("v4l2 loopback", 0x0520_0003, "YUYV UYVY RGB3 MJPG")), expected: .loopback,
            reason: "not fixed yet"),
        Case(
            testDescription: "loopback, not exclusive, fed",
            evidence: evidence(answer("v4l2 loopback", 0x0520_0003, "YUYV")), expected: .loopback,
            reason: "feeds it YUYV",
            yieldsPictures: true),
        Case(
            testDescription: "a capture node without formats", evidence: evidence(answer("uvcvideo", 0x0420_0001)),
            expected: .capture, reason: "lists no pixel format"),
        Case(
            testDescription: "a DVB card's analogue side", evidence: evidence(answer("cx23885", 0x0521_0001, "YUYV")),
            expected: .capture, reason: "VIDEO_CAPTURE", yieldsPictures: true),
        Case(
            testDescription: "VBI capabilities under a video name", evidence: evidence(answer("cx88", 0x0521_0010)),
            expected: .vbi, reason: "VBI"),
        Case(
            testDescription: "radio capabilities under a video name", evidence: evidence(answer("x", 0x0005_0000)),
            expected: .radio, reason: "RADIO"),
        Case(
            testDescription: "no capability at all", evidence: evidence(answer("x", 0x0400_0000)), expected: .other,
            reason: "no VIDEO_CAPTURE"),
    ]

    @Test("an opened node is judged from its own capabilities, with the reason", arguments: opened)
    func judgesOpened(_ example: Case) {
        let judged = NodeClassifier.classify(example.evidence)
        #expect(judged.nodeClass == example.expected)
        #expect(judged.reason.contains(example.reason), "\(judged.reason)")
        #expect(judged.yieldsPictures == example.yieldsPictures)
    }

    @Test(
        "the kernel's name tells radios, sub-devices and the like",
        arguments: [
            ("v4l-subdev0", NodeClass.subdevice), ("v4l-touch0", .touch), ("swradio0", .softwareRadio),
            ("radio0", .radio), ("vbi1", .vbi),
        ])
    func judgesByName(_ sysname: String, _ expected: NodeClass) {
        #expect(NodeClassifier.classify(Self.evidence(nil, sysname: sysname)).nodeClass == expected)
    }

    static let unopened: [Case] = [
        Case(
            testDescription: "capture by udev", evidence: evidence(denied, driver: "uvcvideo", udev: ":capture:"),
            expected: .capture, reason: "udev reports capture (video0 not opened: permission denied (EACCES))",
            yieldsPictures: true),
        Case(
            testDescription: "metadata by udev", evidence: evidence(forbidden, index: 1, driver: "uvcvideo", udev: ":"),
            expected: .metadata, reason: "operation not permitted (EPERM)"),
        Case(
            testDescription: "no udev, first node", evidence: evidence(denied, index: 0, driver: "uvcvideo"),
            expected: .capture, reason: "without udev", yieldsPictures: true),
        Case(
            testDescription: "no udev, second node", evidence: evidence(denied, index: 1, driver: "uvcvideo"),
            expected: .metadata, reason: "without udev"),
        Case(
            testDescription: "output by udev", evidence: evidence(denied, udev: ":video_output:"), expected: .output,
            reason: "video_output"),
        Case(
            testDescription: "codec by driver", evidence: evidence(denied, driver: "bcm2835-codec", udev: ":"),
            expected: .memoryToMemory, reason: "driver bcm2835-codec"),
        Case(
            testDescription: "camera receiver by driver",
            evidence: evidence(denied, driver: "unicam", udev: ":capture:"),
            expected: .needsLibcamera, reason: "driver unicam"),
        Case(
            testDescription: "IPU6 by its auxiliary driver",
            evidence: evidence(denied, driver: "intel_ipu6_isys.isys", udev: ":capture:"), expected: .needsLibcamera,
            reason: "Intel IPU"),
        Case(
            testDescription: "loopback by its attributes",
            evidence: evidence(denied, udev: ":video_output:", loopback: true),
            expected: .loopback, reason: "v4l2loopback's attributes"),
        Case(
            testDescription: "infrared by name", evidence: evidence(denied, name: "IR Camera", udev: ":capture:"),
            expected: .infrared, reason: "its name contains", yieldsPictures: true),
        Case(
            testDescription: "nothing known", evidence: evidence(denied, index: nil), expected: .other,
            reason: "sysfs does not show its purpose"),
        Case(
            testDescription: "neither capture nor output", evidence: evidence(denied, driver: "who", udev: ":"),
            expected: .other, reason: "metadata or memory-to-memory"),
        Case(
            testDescription: "a hostile property", evidence: evidence(denied, index: nil, udev: ":\u{1b}[2J:capture"),
            expected: .capture, reason: "udev reports capture", yieldsPictures: true),
    ]

    @Test("a node that cannot be opened is judged from udev and sysfs, and says so", arguments: unopened)
    func judgesUnopened(_ example: Case) {
        let judged = NodeClassifier.classify(example.evidence)
        #expect(judged.nodeClass == example.expected)
        #expect(judged.reason.contains(example.reason), "\(judged.reason)")
        #expect(judged.reason.contains("not opened"), "\(judged.reason)")
        #expect(judged.yieldsPictures == example.yieldsPictures)
    }
}
