// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery
internal import UserSession

/// A node over which programs and libraries speak to a camera themselves: one in /dev/bus/usb (libusb, gphoto2, a maker's SDK, WebUSB),
/// or one of a Raspberry Pi's firmware (`/dev/vchiq`).
package struct USBNodeRecord: Codable, Hashable, Sendable {
    /// The device's name in sysfs, such as `1-3`; that of the node without one.
    package var device: String
    package var path: String
    package var access: NodeAccess
    /// A file of udev's rules that names its ids; absent in older evidence, and without one.
    package var rule: String?
    /// The programs that have it open, as far as this user may see; absent in older evidence, and without any.
    package var openers: [HoldersRecord.Holder]?

    package init(device: String, path: String, access: NodeAccess) {
        self.device = device
        self.path = path
        self.access = access
    }

    /// Whether a user may not open it.
    ///
    /// - Parameter isOurs: whether this process runs for that user: then the kernel's own answer counts, unless it is one to root.
    func isClosed(to user: UserRecord, isOurs: Bool) -> Bool {
        (!isOurs || user.isBehindRoot || !access.mayOpen) && !access.isOpen(toUser: user.id, groups: user.groups)
    }

    /// The group whose members may open it; `nil` without one but root's.
    var ownGroup: String? {
        guard let group = access.group, !group.isEmpty, access.groupID != 0, access.isOpen(toUser: .max, groups: [access.groupID]) else { return nil }
        return group
    }
}
