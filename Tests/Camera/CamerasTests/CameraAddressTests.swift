// SPDX-License-Identifier: Apache-2.0

import Cameras
import Testing

@Suite("Camera addresses")
struct CameraAddressTests {
    @Test(
        "the user's name for a camera is sorted by kind",
        arguments: [
            (nil, CameraAddress.automatic), ("-", .standardInput), ("sim", .simulated("")), ("sim:", .simulated("")),
            ("sim:dim?lux=3", .simulated("dim?lux=3")), ("/dev/video0", .query("/dev/video0")),
            ("C920", .query("C920")), ("simple camera", .query("simple camera")), ("SIM:dim", .query("SIM:dim")),
            ("--", .query("--")), ("", .query("")),
        ])
    func kinds(text: String?, address: CameraAddress) {
        #expect(CameraAddress(text) == address)
    }

    @Test("messages call it what the user called it")
    func names() {
        for text in ["-", "sim:dim?lux=3", "/dev/video0", "C920"] { #expect(CameraAddress(text).name == text) }
        #expect(CameraAddress(nil).name == "camera")
    }
}
