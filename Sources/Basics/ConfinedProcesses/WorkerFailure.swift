// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a worker could not be started or asked; a sentence.
package struct WorkerFailure: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ what: String, _ number: Int32) {
        description = "cannot \(what): \(unsafe String(cString: strerror(number)))"
    }

    package init(_ description: String) { self.description = description }
}
