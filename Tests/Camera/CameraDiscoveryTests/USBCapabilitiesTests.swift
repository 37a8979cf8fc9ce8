// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Testing

@Suite("USB capabilities of a device")
struct USBCapabilitiesTests {
    /// A camera's, on a link of USB 2: an extension of USB 2, and SuperSpeed with the speeds 12, 480 and 5000 Mb/s.
    private let camera: [UInt8] = [
        0x05, 0x0F, 0x16, 0x00, 0x02,
        0x07, 0x10, 0x02, 0x02, 0x00, 0x00, 0x00,
        0x0A, 0x10, 0x03, 0x00, 0x0E, 0x00, 0x01, 0x0A, 0xFF, 0x07,
    ]

    @Test("SuperSpeed is a capability of its own, at any place")
    func superSpeed() {
        #expect(USBCapabilities.hasSuperSpeed(camera) == true)
        var other = Array(camera.prefix(12))
        (other[2], other[4]) = (12, 1)
        #expect(USBCapabilities.hasSuperSpeed(other) == false)
        var slow = camera
        slow[16] = 0x06
        #expect(USBCapabilities.hasSuperSpeed(slow) == false)
    }

    @Test("what is no such descriptor says nothing", arguments: [[], [5], [5, 15, 22, 0, 2, 0, 16, 3], [9, 2, 1, 1, 1]] as [[UInt8]])
    func damaged(bytes: [UInt8]) {
        #expect(USBCapabilities.hasSuperSpeed(bytes) == nil)
    }

    @Test("descriptors that are cut off say nothing", arguments: 0...21)
    func cutOff(length: Int) {
        #expect(USBCapabilities.hasSuperSpeed(Array(camera.prefix(length))) == nil)
    }
}
