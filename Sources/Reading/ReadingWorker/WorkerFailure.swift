// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a worker could not be started.
struct WorkerFailure: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ what: String, _ number: Int32) {
        description = "cannot \(what): \(unsafe String(cString: strerror(number)))"
    }

    init(_ description: String) { self.description = description }
}
