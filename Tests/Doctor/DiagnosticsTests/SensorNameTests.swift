// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import MachineFacts
import Testing

/// Names of sensors, bridges and grabbers, and lines of the kernel log about them.
@Suite("Names of sensors and grabbers")
struct SensorNameTests {
    @Test(
        "sensors of all makers are known by their names",
        arguments: [
            "imx219", "imx290lqr", "imx327lqr", "imx296ll", "ov5640_mipi", "os08a20", "og01a1b", "ox03c10", "sc3336", "sc132gs", "sc500ai", "gc2053", "hi556", "s5k3l6", "mt9v034",
            "ar0234", "vd55g1", "vgxy61", "hm01b0",
        ])
    func sensors(name: String) { #expect(SensorName.isOne(name)) }

    @Test(
        "processors, chargers and other chips are no sensors",
        arguments: ["imx6q-pcie", "imx8ulp", "imx28-pinctrl", "imx8mm-pinctrl", "hi3660-mbox", "sc7180", "sc8280xp", "sc2731", "sc16is752", "sc8551", "osd", "ovl", "hmc5843", "tc358743"])
    func others(name: String) { #expect(!SensorName.isOne(name)) }

    @Test(
        "the driver of a device on I2C is found in a line",
        arguments: [
            ("[  512.301000] imx415 4-001a: write reg(0x3002 val:0x0)failed !", "imx415"),
            ("[    4.230045] os08a20: probe of 1-0036 failed with error -121", "os08a20"),
            ("[    5.101000] ov5693 i2c-OVTI5693:00: supply avdd not found", "ov5693"),
        ])
    func driver(line: String, name: String) {
        #expect(SensorName.driver(in: line).map(String.init) == name)
        #expect(SensorName.isNamed(in: line))
    }

    @Test("lines about other devices name no driver on I2C", arguments: ["[    3.2] usb 1-1: New USB device found", "[    5.1] unicam fe801000.csi: Device node registered", ""])
    func otherLines(line: String) { #expect(SensorName.driver(in: line) == nil) }

    @Test("bridges are no sensors")
    func bridges() {
        #expect(SensorName.isBridge("tc358743"))
        #expect(SensorName.isBridge("lt6911uxc"))
        #expect(!SensorName.isBridge("imx219"))
    }

    @Test("packets to all and of services that search for each other are nobody's")
    func packets() {
        let start = "[ 3044.1] [UFW BLOCK] IN=wlp2s0 OUT= "
        #expect(KernelLog.isPacketOfNobody(start + "MAC=ff:ff:ff:ff:ff:ff:a4:83:e7:11:22:33:08:00 SRC=192.168.1.23 DST=192.168.1.255 PROTO=UDP SPT=57621 DPT=57621"))
        #expect(KernelLog.isPacketOfNobody(start + "SRC=192.168.1.1 DST=224.0.0.1 PROTO=2"))
        #expect(KernelLog.isPacketOfNobody(start + "SRC=192.168.1.64 DST=239.255.255.250 PROTO=UDP SPT=37020 DPT=37020"))
        #expect(KernelLog.isPacketOfNobody(start + "SRC=fe80::1 DST=ff02::fb PROTO=UDP SPT=5353 DPT=5353"))
        #expect(!KernelLog.isPacketOfNobody(start + "SRC=192.168.1.23 DST=192.168.1.10 PROTO=UDP SPT=40000 DPT=5600"))
        #expect(!KernelLog.isPacketOfNobody("usb 1-1: New USB device found"))
    }

    @Test("AVerMedia makes grabbers and webcams")
    func averMedia() {
        #expect(VideoGrabber.isOne(driver: "uvcvideo", title: "ExtremeCap UVC BU110", usbID: "07ca:0110"))
        #expect(!VideoGrabber.isOne(driver: "uvcvideo", title: "Live Streamer CAM 313", usbID: "07ca:313a"))
        #expect(!VideoGrabber.isOne(driver: "uvcvideo", title: "AVerMedia PW313 Webcam", usbID: "07ca:313b"))
    }
}
