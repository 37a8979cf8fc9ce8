// SPDX-License-Identifier: Apache-2.0

import Udev

/// Who may open a node, and whether this process may. Determined without opening it.
package struct NodeAccess: Codable, Hashable, Sendable {
    /// The permission bits, `0o660`.
    package var mode: UInt32
    package var ownerID: UInt32
    package var groupID: UInt32
    /// Names of the owner and group; `nil` if the system knows no name for the number.
    package var owner: String?
    package var group: String?
    /// The raw extended attribute `system.posix_acl_access`; `nil` if there is none. logind's `uaccess` sets it.
    package var accessControlList: [UInt8]?
    /// Whether this process, by its effective user and groups, may read and write it. The effect of a container's device
    /// filter and of some security modules shows only on opening.
    package var mayOpen: Bool

    package init(
        mode: UInt32, ownerID: UInt32 = 0, groupID: UInt32 = 0, owner: String? = nil, group: String? = nil,
        accessControlList: [UInt8]? = nil, mayOpen: Bool
    ) {
        self.mode = mode
        self.ownerID = ownerID
        self.groupID = groupID
        self.owner = owner
        self.group = group
        self.accessControlList = accessControlList
        self.mayOpen = mayOpen
    }

    /// Whether a user with these groups may read and write it, by mode and ACL. Root always may.
    package func isOpen(toUser user: UInt32, groups: Set<UInt32>) -> Bool {
        AccessControlList.allows(
            user: user, groups: groups, mode: mode, owner: ownerID, group: groupID, list: accessControlList)
    }

    /// In the format of `ls -l`, with owner and group: `crw-rw----+ root:video`.
    package var description: String {
        var text = "c"
        for shift in stride(from: UInt32(6), through: 0, by: -3) {
            for (bit, letter) in [(UInt32(4), "r"), (2, "w"), (1, "x")] {
                text += mode >> shift & bit != 0 ? letter : "-"
            }
        }
        if accessControlList != nil { text += "+" }
        return "\(text) \(owner ?? String(ownerID)):\(group ?? String(groupID))"
    }
}
