// SPDX-License-Identifier: Apache-2.0

/// Why a step of an installation failed or was refused.
package struct UdevActionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A full sentence: verb, object, place: cause; next step. May quote paths and programs raw: escape before showing.
    package var description: String
    /// The errno of the call; 0 if there was none.
    package var errno: Int32

    package init(_ description: String) {
        self.description = description
        errno = 0
    }

    init(_ action: String, errno: Int32) {
        description = "\(action): \(words(for: errno))"
        self.errno = errno
    }
}
