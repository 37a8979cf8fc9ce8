// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Udev

/// The permissions of a device node or a sysfs attribute file: what a rule sets, and what uninstalling restores.
package struct FileState: Hashable, Sendable {
    package var path: String
    /// Identifies the file: every plug creates a new node.
    package var inode: UInt64
    /// Permission bits.
    package var mode: UInt32
    package var ownerID: UInt32
    package var groupID: UInt32
    /// The extended attribute `system.posix_acl_access`; `nil` if there is none.
    package var accessControlList: [UInt8]?

    package init(
        path: String, inode: UInt64, mode: UInt32, ownerID: UInt32, groupID: UInt32, accessControlList: [UInt8]? = nil
    ) {
        self.path = path
        self.inode = inode
        self.mode = mode
        self.ownerID = ownerID
        self.groupID = groupID
        self.accessControlList = accessControlList
    }

    /// `nil` if there is no such device node or regular file.
    package static func read(_ path: String) -> FileState? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFCHR || kind == S_IFREG else { return nil }
        return FileState(
            path: path, inode: UInt64(status.st_ino), mode: UInt32(status.st_mode & 0o7777), ownerID: status.st_uid,
            groupID: status.st_gid, accessControlList: AccessControlList.read(path))
    }

    /// Sets the file to this state.
    func apply() throws(UdevActionError) {
        let action = "cannot set \(path) to \(modeText)"
        // Remove the ACL first; otherwise chmod would set the ACL's mask instead of the group's permissions.
        let failure = AccessControlList.write(nil, to: path)
        guard failure == 0 else { throw UdevActionError(action, errno: failure) }
        guard unsafe lchown(path, ownerID, groupID) == 0 else { throw UdevActionError(action, errno: errno) }
        guard unsafe chmod(path, mode_t(mode)) == 0 else { throw UdevActionError(action, errno: errno) }
        if let list = accessControlList {
            let failure = AccessControlList.write(list, to: path)
            guard failure == 0 else { throw UdevActionError("cannot set the ACL of \(path)", errno: failure) }
        }
    }

    /// `0660, owner 0, group 44`
    var modeText: String {
        let digits = String(mode, radix: 8)
        let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        return "\(padded), owner \(ownerID), group \(groupID)\(accessControlList == nil ? "" : ", with ACL")"
    }

    /// The state in which the kernel creates a camera's node, before udev's rules run.
    func asMade(isAttribute: Bool) -> FileState {
        FileState(path: path, inode: inode, mode: isAttribute ? 0o644 : 0o600, ownerID: 0, groupID: 0)
    }
}
