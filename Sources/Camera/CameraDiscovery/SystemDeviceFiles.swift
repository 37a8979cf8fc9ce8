// SPDX-License-Identifier: Apache-2.0

import Glibc
import Udev
internal import UserSession

/// The file system of this machine.
package struct SystemDeviceFiles: DeviceFiles {
    package init() {}

    package func kind(ofFileAt path: String) -> FileKind {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .unreachable(errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFCHR: return .characterDevice(DeviceNumber(rawValue: UInt64(status.st_rdev)))
        case S_IFDIR: return .folder
        case S_IFREG: return .regularFile
        default: return .other
        }
    }

    package func access(toNodeAt path: String) -> NodeAccess? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        return NodeAccess(
            mode: UInt32(status.st_mode & 0o7777), ownerID: status.st_uid, groupID: status.st_gid,
            owner: Accounts.userName(status.st_uid), group: Accounts.groupName(status.st_gid),
            accessControlList: AccessControlList.read(path),
            mayOpen: unsafe faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0)
    }
}
