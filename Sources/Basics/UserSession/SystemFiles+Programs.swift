// SPDX-License-Identifier: Apache-2.0

import Glibc

extension SystemFiles {
    /// Whether nobody may execute the file, not even root; `nil` if its permissions cannot be read. What this process may execute depends on
    /// its own rights and on the options of the mount as well.
    package func lacksExecutePermission(_ path: String) -> Bool? {
        var status = stat()
        guard unsafe stat(root + path, &status) == 0 else { return nil }
        return status.st_mode & 0o111 == 0
    }
}
