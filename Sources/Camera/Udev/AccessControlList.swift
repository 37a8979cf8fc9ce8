// SPDX-License-Identifier: Apache-2.0

import CUdev
import Glibc

/// The POSIX ACL of a node. udev and logind set it for the user at the seat, by the tag `uaccess`.
package enum AccessControlList {
    /// The raw extended attribute `system.posix_acl_access`: a version of four bytes, then eight bytes per entry, little
    /// endian. `nil` if there is none. Source: `linux/posix_acl_xattr.h`.
    package static func read(_ path: String) -> [UInt8]? {
        let name = "system.posix_acl_access"
        // It may grow between the query of its size and the read: retry then.
        for _ in 0..<4 {
            let size = unsafe getxattr(path, name, nil, 0)
            // The kernel stores nothing beyond XATTR_SIZE_MAX.
            guard size > 0, size <= 65536 else { return nil }
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
                count = unsafe getxattr(path, name, buffer.baseAddress, size)
                filled = max(0, count)
            }
            if count >= 0 { return bytes }
            if errno != ERANGE { return nil }
        }
        return nil
    }

    /// Sets or removes the ACL of a file.
    ///
    /// - Returns: the errno; 0 on success. A file system without ACLs has none to remove.
    package static func write(_ list: [UInt8]?, to path: String) -> Int32 {
        let name = "system.posix_acl_access"
        if let list { return unsafe lsetxattr(path, name, list, list.count, 0) == 0 ? 0 : errno }
        if unsafe lremovexattr(path, name) == 0 || errno == ENODATA || errno == EOPNOTSUPP { return 0 }
        return errno
    }
}
