// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A system call that failed.
package struct SystemError: Error, CustomStringConvertible {
    package var call: String
    package var subject: String
    package var code: Int32

    package var description: String { "cannot \(call) \(subject): \(unsafe String(cString: strerror(code)))." }

    /// Runs a call that returns -1 on failure; repeats it after EINTR.
    static func check<Result: SignedInteger>(
        _ call: String, _ subject: String, _ body: () -> Result
    ) throws(SystemError) -> Result {
        while true {
            let result = body()
            if result != -1 { return result }
            let code = errno
            if code != EINTR { throw SystemError(call: call, subject: subject, code: code) }
        }
    }
}
