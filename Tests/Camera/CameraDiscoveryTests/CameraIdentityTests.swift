// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Testing

@Suite struct CameraIdentityTests {
    typealias Strings = CameraIdentity.USBStrings

    @Test("udev's bus and serial make the identity")
    func fromProperties() {
        let properties = ["ID_BUS": "usb", "ID_SERIAL": "046d_C920_1234", "ID_PATH": "pci-0"]
        #expect(CameraIdentity.derive(properties: properties, bus: .usb, name: "x") == "usb-046d_C920_1234")
    }

    @Test(
        "a by-id link makes it without its ending",
        arguments: [
            ("/dev/v4l/by-id/usb-046d_C920_1234-video-index0", "usb-046d_C920_1234"),
            ("/dev/v4l/by-id/usb-A-video-index12", "usb-A"), ("/dev/v4l/by-id/odd", "odd"),
        ])
    func fromLink(_ link: String, _ expected: String) {
        #expect(CameraIdentity.derive(properties: [:], byID: [link], bus: .usb, name: "x") == expected)
    }

    @Test("without udev, USB strings make what udev would have made")
    func fromStrings() {
        let logitech = Strings(product: "HD Pro Webcam C920", serial: "1234", vendorID: "046d", productID: "082d")
        #expect(
            CameraIdentity.derive(properties: [:], usb: logitech, bus: .usb, name: "x")
                == "usb-046d_HD_Pro_Webcam_C920_1234")
        let chicony = Strings(manufacturer: "Chicony Electronics Co.,Ltd.", product: " Integrated  Camera ")
        #expect(
            CameraIdentity.derive(properties: [:], usb: chicony, bus: .usb, name: "x")
                == "usb-Chicony_Electronics_Co._Ltd._Integrated_Camera")
    }

    @Test("text from the device cannot leave the folder or reach a terminal")
    func cleansHostileText() {
        let hostile = Strings(manufacturer: "../../etc", product: "\u{1b}[2J\u{9b}31m\u{0}", serial: "a/b\n")
        let identity = CameraIdentity.derive(properties: [:], usb: hostile, bus: .usb, name: "x")
        #expect(identity == "usb-.._.._etc___2J_31m__a_b")
    }

    @Test("else the path, else the bus and the name")
    func fallsBack() {
        let path = ["ID_PATH": "platform-fe801000.csi"]
        #expect(CameraIdentity.derive(properties: path, bus: .platform, name: "unicam") == "platform-fe801000.csi")
        #expect(CameraIdentity.derive(properties: [:], bus: .virtual, name: "My Cam") == "virtual-My_Cam")
    }
}
