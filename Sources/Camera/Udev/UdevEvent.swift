// SPDX-License-Identifier: Apache-2.0

/// An event about a device.
package struct UdevEvent: Hashable, Sendable {
    package var action: UdevAction
    /// The device as the event describes it; after a removal its sysfs directory is gone.
    package var device: UdevDevice
    /// The kernel's event counter since boot.
    package var sequenceNumber: UInt64

    package init(_ action: UdevAction, _ device: UdevDevice, sequenceNumber: UInt64 = 0) {
        self.action = action
        self.device = device
        self.sequenceNumber = sequenceNumber
    }
}

/// The kind of event. Source: `kobject_actions` in the kernel's `lib/kobject_uevent.c`.
package enum UdevAction: Hashable, Sendable {
    case add, remove, change, move, online, offline
    /// A driver was bound to the device, or unbound.
    case bind, unbind
    /// An action that is newer than this program.
    case other(String)

    package init(_ word: String) {
        switch word {
        case "add": self = .add
        case "remove": self = .remove
        case "change": self = .change
        case "move": self = .move
        case "online": self = .online
        case "offline": self = .offline
        case "bind": self = .bind
        case "unbind": self = .unbind
        default: self = .other(word)
        }
    }
}
