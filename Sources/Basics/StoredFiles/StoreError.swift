// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why something that Candela keeps between its runs could not be read or written.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence: verb, object, place: cause; next step. May quote paths raw: escape it before showing it.
    public var description: String
    /// As the call left it; 0 when no call failed.
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
            description += "; give this user a folder it may write with XDG_CONFIG_HOME and XDG_STATE_HOME"
        case ENOSPC, EDQUOT: description += "; make room on that file system"
        default: break
        }
        self.errno = errno
    }
}
