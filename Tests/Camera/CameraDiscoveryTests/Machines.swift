// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Udev

// Composed by hand, not recorded from devices: no camera was at hand. Checked against sources: capability bits
// (`linux/videodev2.h`), v4l2loopback's answers and attributes (`v4l2loopback.c`), ID_V4L_CAPABILITIES (systemd's
// `v4l_id.c`), a UVC pair's `capabilities` and `device_caps` (0x84a00001, 0x04a00000 in a public report). From general
// knowledge only: the names, ids and formats of the C920, the laptop, the PCI card and the Raspberry Pi, IPU and codec
// nodes. Recordings should replace them as real devices come.

extension FakeMachine {
    /// A Logitech C920: a capture and a metadata node; the metadata node's `capabilities` name VIDEO_CAPTURE, too.
    mutating func plugC920(_ port: String = "1-2", from number: Int = 0, serial: String? = "1234ABCD") {
        addUSB(port, vendor: "046d", product: "082d", name: "HD Pro Webcam C920", serial: serial)
        var properties = [
            "ID_BUS": "usb", "ID_SERIAL": "046d_HD_Pro_Webcam_C920" + (serial.map { "_" + $0 } ?? ""),
            "ID_VENDOR_ID": "046d", "ID_MODEL_ID": "082d", "ID_PATH": "pci-0000:00:14.0-usb-0:\(port.dropFirst(2)):1.0",
        ]
        properties["ID_SERIAL_SHORT"] = serial
        let card = "HD Pro Webcam C920"
        addUVC(
            port, number: number, index: 0, name: card, caps: ":capture:", properties: properties,
            answer: answer(
                "uvcvideo", card: card, bus: "usb-0000:00:14.0-2", 0x0420_0001, "YUYV H264 MJPG",
                capabilities: 0x84a0_0001))
        addUVC(
            port, number: number + 1, index: 1, name: card, caps: ":", properties: properties,
            answer: answer(
                "uvcvideo", card: card, bus: "usb-0000:00:14.0-2", 0x04a0_0000, capabilities: 0x84a0_0001))
    }

    /// A laptop's lid: colour and infrared cameras on two interfaces of one device, each with a metadata node.
    mutating func addHelloPair(_ port: String = "1-8", from number: Int = 0) {
        addUSB(
            port, vendor: "04f2", product: "b6d9", name: "Integrated Camera", serial: "0001", removable: "fixed",
            manufacturer: "Chicony Electronics Co.,Ltd.")
        let properties = ["ID_BUS": "usb", "ID_SERIAL": "Chicony_Electronics_Co._Ltd._Integrated_Camera_0001"]
        for (offset, interface, formats) in [(0, 0, "MJPG YUYV"), (2, 2, "GREY")] {
            addUVC(
                port, interface: interface, number: number + offset, index: 0, name: "Integrated Camera: Integrated C",
                caps: ":capture:", properties: properties,
                answer: answer("uvcvideo", card: "Integrated Camera: Integrated C", 0x0420_0001, formats))
            addUVC(
                port, interface: interface, number: number + offset + 1, index: 1,
                name: "Integrated Camera: Integrated C", caps: ":", properties: properties,
                answer: answer("uvcvideo", card: "Integrated Camera: Integrated C", 0x04a0_0000))
        }
    }

    /// v4l2loopback. It has no parent, so no driver in sysfs.
    mutating func addLoopback(_ number: Int, name: String, answer: Result<NodeCapabilities, NodeOpenFailure>) {
        let path = addNode(
            under: "/sys/devices/virtual", sysname: "video\(number)", minor: number, name: name, answer: answer)
        attributes[path]?["max_openers"] = "10"
    }
}

extension FakeMachine {
    /// The node of that name as found on the machine.
    func node(_ sysname: String) throws -> VideoNode {
        guard let node = try finder.nodes().first(where: { $0.sysname == sysname }) else { throw NoSuchNode() }
        return node
    }

    struct NoSuchNode: Error {}
}
