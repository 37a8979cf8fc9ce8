// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport
import Torch
import V4L2

@Suite("finding lights in sysfs and the media graph")
struct TorchFinderTests {
    private static let isp = "/sys/devices/platform/isp"
    private static let chip = "/sys/devices/i2c-1/1-0063"
    private let camera = TorchCamera(name: "/dev/video0", kind: .node(.init(major: 81, minor: 0)))

    private func graph(linked: Bool, video: UInt32 = 0) -> MediaGraph {
        MediaGraph(
            entities: [
                .init(id: 1, name: "sensor", function: 0x0002_0001), .init(id: 2, name: "video", function: 0x0001_0001),
                .init(id: 3, name: "white:flash", function: 0x0002_0002),
            ], nodes: [2: .init(major: 81, minor: video), 3: .init(major: 81, minor: 5)],
            links: [.init(from: 1, to: 2)],
            ancillary: linked ? [.init(from: 1, to: 3)] : [])
    }

    private func phone() throws -> FakeTree {
        let tree = try FakeTree()
        try tree.addNode("video0", "isp", "81:0", on: Self.isp)
        try tree.addNode("v4l-subdev2", "white:flash", "81:5", on: Self.chip)
        try tree.addNode("v4l-subdev1", "ov5640", "81:4", on: "/sys/devices/i2c-1/1-004c")
        try tree.addMedia("media0", on: Self.isp)
        try tree.addLED("white:flash", on: Self.chip)
        try tree.addLED("input0::capslock", on: "/sys/devices/kbd")
        try tree.addLED("tpacpi::camera", on: "/sys/devices/acpi")
        return tree
    }

    @Test("a phone's flash is found through the graph, with its LED; other lights are not")
    func graphTells() throws {
        let tree = try phone()
        let kernel = MediaGraphKernel([tree.root + "/dev/media0": .success(graph(linked: true))])
        let survey = TorchFinder(root: tree.root, kernel: kernel).survey(camera)
        #expect(survey.sources.map(\.name) == ["/dev/v4l-subdev2", "white:flash"])
        #expect(survey.sources.first?.belonging == .linked(graph: "/dev/media0"))
        #expect(survey.sources.allSatisfy { $0.isPermitted })
        #expect(survey.refused.map(\.name) == ["tpacpi::camera"])
        #expect(survey.gaps == [])
    }

    @Test("without a link the graph still says that it is of this camera")
    func unlinked() throws {
        let tree = try phone()
        let kernel = MediaGraphKernel([tree.root + "/dev/media0": .success(graph(linked: false))])
        let survey = TorchFinder(root: tree.root, kernel: kernel).survey(camera)
        #expect(survey.sources.first?.belonging == .sameGraph("/dev/media0"))
    }

    @Test("a graph of another camera says nothing, one that may not be read is a gap")
    func otherGraphs() throws {
        let tree = try phone()
        let other = MediaGraphKernel([tree.root + "/dev/media0": .success(graph(linked: true, video: 9))])
        let survey = TorchFinder(root: tree.root, kernel: other).survey(camera)
        // By its name it is a flash all the same, and the only one here.
        #expect(survey.sources.map(\.belonging) == [.onlyOne, .onlyOne])
        let denied = MediaGraphKernel([tree.root + "/dev/media0": .failure(.accessDenied)])
        let gaps = TorchFinder(root: tree.root, kernel: denied).survey(camera).gaps
        #expect(gaps.count == 1 && gaps[0].contains("EACCES"), "\(gaps)")
    }

    @Test("a webcam's lamp on another interface of its USB device is its own")
    func usb() throws {
        let tree = try FakeTree()
        let device = "/sys/devices/pci0/usb1/1-2"
        try tree.addNode("video0", "cam", "81:0", on: device + "/1-2:1.0")
        try tree.addLED("cam:white:torch", on: device + "/1-2:1.4", maximum: 1)
        try tree.addLED("other:white:torch", on: "/sys/devices/pci0/usb1/1-20/1-20:1.0")
        let survey = TorchFinder(root: tree.root, kernel: MediaGraphKernel([:])).survey(camera)
        #expect(survey.sources.map(\.name) == ["cam:white:torch", "other:white:torch"])
        #expect(survey.sources.map(\.belonging) == [.sameDevice, .unknown])
    }

    @Test("a vendor's class of lights is known, and a machine without any has none")
    func vendor() throws {
        let tree = try FakeTree()
        let finder = TorchFinder(root: tree.root, kernel: MediaGraphKernel([:]))
        #expect(finder.survey(camera) == TorchSurvey())
        try tree.add(
            "mt-flash-led1", of: "/sys/class/flashlight", on: "/sys/devices/mt",
            [
                "torch_brightness": "0", "torch_max_brightness": "31",
            ])
        try tree.add("odd", of: "/sys/class/flashlight", on: "/sys/devices/odd", ["mode": "0"])
        let source = try finder.survey(camera).choose()
        #expect(source.kind == .vendor && source.belonging == .onlyOne)
        let lamp = try finder.open(source, surface: nil)
        #expect(try lamp.set(percent: 50) == TorchState(percent: 52, level: "16 of 31"))
        #expect(try tree.text("/sys/class/flashlight/mt-flash-led1/torch_brightness").hasPrefix("16"))
    }
}
