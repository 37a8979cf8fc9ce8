// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a file that Candela keeps between runs could not be read or written.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence: verb, object, place: cause; next step. May contain unescaped paths: escape it before showing it.
    package var description: String { cause + advice }
    private let cause: String
    /// What to do about it.
    private var advice = ""
    /// The errno of the call that failed; 0 if none did.
    package var errno: Int32

    package init(_ description: String) {
        cause = description
        errno = 0
    }

    package init(_ action: String, errno: Int32) {
        cause = "\(action): \(unsafe String(cString: strerror(errno)))"
        switch errno {
        case EACCES, EPERM, EROFS:
            advice = "; set XDG_CONFIG_HOME and XDG_STATE_HOME to folders that this user can write to"
        case ENOSPC, EDQUOT: advice = "; free space on that file system"
        default: break
        }
        self.errno = errno
    }

    /// The same for a file that is not in Candela's own folders, where the advice does not apply.
    package var ofGivenFile: StoreError {
        var error = self
        if errno != ENOSPC, errno != EDQUOT { error.advice = "" }
        return error
    }
}
