// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Testing
import Udev

@Suite struct CameraFinderTests {
    @Test("a C920 is one camera of a capture and a metadata node, with all that is known of it")
    func findsC920() throws {
        var machine = FakeMachine()
        machine.plugC920()
        let cameras = try machine.finder.cameras()
        #expect(cameras.count == 1)
        #expect(cameras.first?.nodes.map(\.nodeClass) == [.capture, .metadata])
        let node = try #require(cameras.first?.primary)
        #expect(node.path == "/dev/video0")
        #expect(node.deviceNumber == DeviceNumber(major: 81, minor: 0))
        #expect(node.identity == "usb-046d_HD_Pro_Webcam_C920_1234ABCD")
        #expect(node.byID == ["/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_1234ABCD-video-index0"])
        #expect(node.byPath == ["/dev/v4l/by-path/pci-0000:00:14.0-usb-0:2:1.0-video-index0"])
        #expect(node.vendorID == "046d")
        #expect(node.productID == "082d")
        #expect(node.product == "HD Pro Webcam C920")
        #expect(node.serial == "1234ABCD")
        #expect(node.bus == .usb)
        #expect(node.driver == "uvcvideo")
        #expect(node.usb == USBLink(speed: 480, bcdUSB: 0x0200, removable: .removable, interface: 0))
        #expect(node.usb?.isSlowerThanDevice == false)
        #expect(node.tags == ["uaccess"])
        #expect(node.udevCapabilities == ":capture:")
        #expect(node.judgement == .opened)
        #expect(node.isUsable)
        #expect(node.access?.description == "crw-rw---- root:video")
    }

    @Test("a laptop's colour and infrared cameras are one device: the grey one is infrared")
    func findsHelloPair() throws {
        var machine = FakeMachine()
        machine.addHelloPair()
        let nodes = try machine.finder.nodes()
        #expect(nodes.map(\.nodeClass) == [.capture, .metadata, .infrared, .metadata])
        #expect(nodes.map(\.usb?.interface) == [0, 0, 2, 2])
        #expect(Set(nodes.map(\.cameraKey)).count == 1)
    }

    @Test("nodes come by kind and number, ten after nine")
    func sortsByNumber() throws {
        var machine = FakeMachine()
        for number in [10, 9, 2] {
            machine.addNode(
                under: "/sys/devices/platform/x.\(number)", driver: "x", sysname: "video\(number)", minor: number,
                name: "x", answer: answer("x", 0x0400_0001, "YUYV"))
        }
        machine.addNode(under: "/sys/devices/platform/x.2", sysname: "v4l-subdev0", minor: 20, name: "lens")
        machine.addNode(under: "/sys/devices/platform/x.2", sysname: "radio0", minor: 21, name: "fm")
        #expect(try machine.finder.nodes().map(\.sysname) == ["video2", "video9", "video10", "radio0", "v4l-subdev0"])
    }

    @Test("nodes that their name classifies are not opened, every other node is opened once")
    func opensOnlyWhatItMust() throws {
        var machine = FakeMachine()
        machine.plugC920()
        machine.addNode(under: "/sys/devices/platform/x", driver: "x", sysname: "vbi0", minor: 30, name: "x")
        machine.addNode(under: "/sys/devices/platform/x", driver: "x", sysname: "v4l-subdev0", minor: 31, name: "x")
        let nodes = try machine.finder.nodes()
        #expect(machine.probed.all == ["/dev/video0", "/dev/video1"])
        #expect(nodes.first { $0.sysname == "vbi0" }?.judgement == .byName)
    }

    @Test("without a probe nothing is opened and udev is believed")
    func opensNothing() throws {
        var machine = FakeMachine()
        machine.plugC920()
        let finder = CameraFinder(database: machine, probe: nil, files: machine)
        let nodes = try finder.nodes()
        #expect(nodes.map(\.nodeClass) == [.capture, .metadata])
        #expect(nodes.map(\.judgement) == [.notAsked, .notAsked])
        #expect(nodes[0].isUsable)
        #expect(machine.probed.all.isEmpty)
    }

    @Test("a node the user may not open is still named and classified")
    func keepsUnopened() throws {
        var machine = FakeMachine()
        machine.plugC920()
        machine.answers["/dev/video0"] = denied
        let node = try machine.node("video0")
        #expect(node.nodeClass == .capture)
        #expect(node.openFailure?.kind == .accessDenied)
        #expect(node.driver == "uvcvideo")
        #expect(!node.isUsable)
    }

    @Test("a device whose node is missing, or is another device, has no path and is not opened")
    func noticesMissingNode() throws {
        var machine = FakeMachine()
        machine.plugC920()
        machine.files["/dev/video0"] = nil
        machine.files["/dev/video1"] = .characterDevice(DeviceNumber(major: 1, minor: 3))
        let nodes = try machine.finder.nodes()
        #expect(nodes.map(\.path) == [nil, nil])
        #expect(nodes.map(\.place) == ["video0", "video1"])
        #expect(machine.probed.all.isEmpty)
        #expect(nodes[0].openFailure?.kind == .missing)
    }

    @Test("two instances of vivid under one platform device are two cameras")
    func separatesVivid() throws {
        var machine = FakeMachine()
        let parent = "/sys/devices/platform/vivid.0"
        for instance in 0..<2 {
            let bus = "platform:vivid-00\(instance)"
            machine.addNode(
                under: parent, driver: "vivid", sysname: "video\(instance * 2)", minor: instance * 2,
                name: "vivid-00\(instance)-vid-cap", properties: ["ID_PATH": "platform-vivid.0"],
                answer: answer("vivid", card: "vivid", bus: bus, 0x0520_0001, "YUYV"))
            machine.addNode(
                under: parent, sysname: "video\(instance * 2 + 1)", minor: instance * 2 + 1,
                name: "vivid-00\(instance)-vid-out", answer: answer("vivid", card: "vivid", bus: bus, 0x0520_0002))
            machine.addNode(
                under: parent, sysname: "vbi\(instance)", minor: 10 + instance, name: "vivid-00\(instance)-vbi-cap")
        }
        let cameras = try machine.finder.cameras()
        #expect(
            cameras.map { $0.nodes.map(\.sysname) } == [["video0", "video1", "vbi0"], ["video2", "video3", "vbi1"]])
        #expect(cameras.map { $0.nodes.map(\.nodeClass) } == [[.capture, .output, .vbi], [.capture, .output, .vbi]])
        #expect(cameras.allSatisfy { $0.primary?.bus == .platform })
    }

    @Test("two cameras of a model without serials share their identity, and say so")
    func noticesSharedIdentity() throws {
        var machine = FakeMachine()
        machine.plugC920("1-2", from: 0, serial: nil)
        #expect(try machine.finder.nodes().map(\.identityIsShared) == [false, false])
        let before = try machine.node("video0").identity
        machine.plugC920("1-3", from: 2, serial: nil)
        let nodes = try machine.finder.nodes()
        #expect(nodes.map(\.identityIsShared) == [true, true, true, true])
        #expect(nodes[0].identity == before)
    }

    @Test("a USB 3 camera on a USB 2 path is detected; an invalid version is ignored")
    func readsLink() throws {
        var machine = FakeMachine()
        machine.addUSB("1-4", vendor: "1", product: "2", name: "x", speed: "480", version: "3.20")
        machine.addUVC(
            "1-4", number: 0, index: 0, name: "x", caps: nil, answer: answer("uvcvideo", 0x0420_0001, "YUYV"))
        machine.addUSB("1-5", vendor: "1", product: "2", name: "x", speed: "fast", version: "999.1", removable: "?")
        machine.addUVC(
            "1-5", number: 1, index: 0, name: "x", caps: nil, answer: answer("uvcvideo", 0x0420_0001, "YUYV"))
        let nodes = try machine.finder.nodes()
        #expect(nodes[0].usb == USBLink(speed: 480, bcdUSB: 0x0320, removable: .removable, interface: 0))
        #expect(nodes[0].usb?.isSlowerThanDevice == true)
        #expect(nodes[1].usb == USBLink(speed: nil, bcdUSB: nil, removable: .unknown, interface: 0))
        #expect(nodes[1].usb?.isSlowerThanDevice == false)
    }

    @Test("a PCI card's ids come from the bus")
    func readsPCI() throws {
        var machine = FakeMachine()
        let card = "/sys/devices/pci0000:00/0000:03:00.0"
        for (sysname, minor, result) in [
            ("video0", 0, answer("cx23885", card: "Hauppauge", 0x0521_0001, "YUYV")), ("vbi0", 1, denied),
            ("radio0", 2, denied),
        ] {
            machine.addNode(
                under: card, subsystem: "pci", driver: "cx23885", sysname: sysname, minor: minor, name: "cx23885",
                answer: result)
        }
        machine.attributes[card] = ["vendor": "0x14f1", "device": "0x8852"]
        let camera = try #require(try machine.finder.cameras().first)
        #expect(camera.nodes.map(\.nodeClass) == [.capture, .radio, .vbi])
        #expect(camera.primary?.bus == .pci)
        #expect(camera.primary?.vendorID == "14f1")
        #expect(camera.primary?.productID == "8852")
    }

    @Test("a machine without cameras has an empty list")
    func findsNone() throws {
        #expect(try FakeMachine().finder.nodes().isEmpty)
    }
}
