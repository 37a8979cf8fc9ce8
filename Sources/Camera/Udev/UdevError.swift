// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Why a libudev call failed.
package struct UdevError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The socket's buffer overflowed and the kernel dropped events: read everything again.
        case eventsLost
        case failed
    }
    package var kind: Kind
    /// The errno of the call; 0 if it set none.
    package var errno: Int32
    /// A whole sentence: verb, object, place: cause.
    package var description: String

    package init(_ kind: Kind = .failed, errno: Int32, _ action: String) {
        self.kind = kind
        self.errno = errno
        description = "\(action): \(message(of: errno))"
    }
}

/// The system's message for an errno, in lower case as in all our messages.
private func message(of errno: Int32) -> String {
    if errno == 0 { return "libudev reported no reason" }
    if errno == ENOBUFS { return "the kernel dropped events because they were not read fast enough" }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress, unsafe strerror_r(errno, start, 256) == 0 else {
            return "error \(errno)"
        }
        let words = unsafe String(cString: start)
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
