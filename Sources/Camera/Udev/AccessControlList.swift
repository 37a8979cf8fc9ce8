// SPDX-License-Identifier: Apache-2.0

import CUdev
import Glibc

/// The POSIX ACL of a node, which udev's and logind's `uaccess` sets for the person at the screen.
public enum AccessControlList {
    /// The extended attribute `system.posix_acl_access` as it is: a version of four bytes, then eight an entry, little
    /// endian. `nil` when there is none. Source: `linux/posix_acl_xattr.h`.
    public static func read(_ path: String) -> [UInt8]? {
        let name = "system.posix_acl_access"
        // It may grow between asking for its size and reading it: ask again then.
        for _ in 0..<4 {
            let size = unsafe getxattr(path, name, nil, 0)
            // Beyond XATTR_SIZE_MAX the kernel stores none.
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

    /// Gives a file this list, or takes its list away.
    ///
    /// - Returns: the errno; 0 when it is done. A file system without ACLs has none to take away.
    public static func write(_ list: [UInt8]?, to path: String) -> Int32 {
        let name = "system.posix_acl_access"
        if let list { return unsafe lsetxattr(path, name, list, list.count, 0) == 0 ? 0 : errno }
        if unsafe lremovexattr(path, name) == 0 || errno == ENODATA || errno == EOPNOTSUPP { return 0 }
        return errno
    }
}
