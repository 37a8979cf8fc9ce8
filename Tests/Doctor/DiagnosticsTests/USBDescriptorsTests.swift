// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Suite("USB descriptors of a camera")
struct USBDescriptorsTests {
    /// Configuration 1, the control interface with its terminal (3), its processing unit (2) and an extension unit, and the streaming
    /// interface, whose descriptors have other meanings.
    private let camera: [UInt8] =
        [9, 2, 0, 0, 2, 1, 0, 0x80, 250] + [9, 4, 0, 0, 1, 0x0E, 1, 0, 0]
        + [13, 0x24, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1]
        + [18, 0x24, 2, 3, 0x01, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0x0E, 0, 0]
        + [11, 0x24, 5, 2, 3, 0, 0, 2, 0x7F, 0x15, 0]
        + [7, 0x24, 6, 9, 0, 0, 0]
        + [9, 4, 1, 0, 0, 0x0E, 2, 0, 0] + [11, 0x24, 5, 7, 0, 0, 0, 0, 0, 0, 0]

    @Test("the units are those of the control interface")
    func units() {
        let found = USBDescriptors.videoUnits(camera)
        #expect(found.camera == 3 && found.processing == 2)
        #expect(USBDescriptors.cameraInterface(camera) == "1.0")
    }

    @Test("what is cut off or empty gives what it has", arguments: [0, 1, 9, 20, 33, 49, 60])
    func damaged(length: Int) {
        let found = USBDescriptors.videoUnits(Array(camera.prefix(length)))
        #expect(found.camera == (length >= 49 ? 3 : nil))
        #expect(found.processing == (length >= 60 ? 2 : nil))
        #expect(USBDescriptors.videoUnits([0, 0x24, 5, 5]).processing == nil)
    }
}
