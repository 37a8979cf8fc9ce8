// SPDX-License-Identifier: Apache-2.0

/// Why a step of an installation failed, or was refused.
public struct UdevActionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence: verb, object, place: cause; next step. May quote paths and programs raw: escape it.
    public var description: String
    /// As the call left it; 0 when it was none.
    public var errno: Int32

    public init(_ description: String) {
        self.description = description
        errno = 0
    }

    init(_ action: String, errno: Int32) {
        description = "\(action): \(words(for: errno))"
        self.errno = errno
    }
}
