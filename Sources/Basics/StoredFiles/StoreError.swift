// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a file that Candela keeps between runs could not be read or written.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence: verb, object, place: cause; next step. May contain unescaped paths: escape it before showing it.
    public var description: String
    /// The errno of the call that failed; 0 if none did.
    public var errno: Int32

    public init(_ description: String) {
        self.description = description
        errno = 0
    }

    /// - Parameter isOurs: whether the file is in our own folders, and not one that the user named.
    public init(_ action: String, errno: Int32, isOurs: Bool = true) {
        description = "\(action): \(unsafe String(cString: strerror(errno)))"
        switch errno {
        case EACCES where isOurs, EPERM where isOurs, EROFS where isOurs:
            description += "; set XDG_CONFIG_HOME and XDG_STATE_HOME to folders that this user can write to"
        case ENOSPC, EDQUOT: description += "; free space on that file system"
        default: break
        }
        self.errno = errno
    }
}
