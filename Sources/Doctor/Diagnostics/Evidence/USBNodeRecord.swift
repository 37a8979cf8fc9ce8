// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery

/// A node over which programs and libraries speak to a camera themselves: one in /dev/bus/usb (libusb, gphoto2, a maker's SDK, WebUSB),
/// or one of a Raspberry Pi's firmware (`/dev/vchiq`).
package struct USBNodeRecord: Codable, Hashable, Sendable {
    /// The device's name in sysfs, such as `1-3`; that of the node without one.
    package var device: String
    package var path: String
    package var access: NodeAccess

    package init(device: String, path: String, access: NodeAccess) {
        self.device = device
        self.path = path
        self.access = access
    }
}
