// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery

/// The node in /dev/bus/usb of a camera without a driver: programs and libraries that speak to it themselves (libusb, gphoto2, a
/// maker's SDK, WebUSB) open that.
package struct USBNodeRecord: Codable, Hashable, Sendable {
    /// The device's name in sysfs, such as `1-3`.
    package var device: String
    package var path: String
    package var access: NodeAccess

    package init(device: String, path: String, access: NodeAccess) {
        self.device = device
        self.path = path
        self.access = access
    }
}
