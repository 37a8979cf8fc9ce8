// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
import Glibc

/// Why a call of SQLite failed.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, which decides what the caller does.
    package enum Kind: Hashable, Sendable {
        /// The library is not installed.
        case noLibrary
        /// No space: a full disk, a quota or a file size limit.
        case full
        /// No permission to write: a read-only file system or another user's folder.
        case notWritable
        /// The file is damaged or not an SQLite file.
        case damaged
        /// Another process held the lock longer than we waited.
        case busy
        /// The schema forbids a value.
        case constraint
        case other
    }

    package var kind: Kind
    /// Verb, object, place: cause. Contains unescaped paths: escape it before showing it.
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// - Parameters:
    ///   - code: SQLite's extended result code. See: <https://sqlite.org/rescode.html>.
    ///   - number: errno of the system call that failed, 0 if none did.
    init(_ action: String, code: CInt, message: String, errno number: CInt) {
        let primary = Int(code & 0xff)
        kind =
            switch primary {
            case CANDELA_SQLITE_FULL: .full
            // SQLite reports only ENOSPC as a full disk, and loses the errno of other failed writes.
            case CANDELA_SQLITE_IOERR where Int(code) == CANDELA_SQLITE_IOERR_WRITE: .full
            case CANDELA_SQLITE_IOERR where number == EROFS || number == EACCES: .notWritable
            case CANDELA_SQLITE_READONLY: .notWritable
            case CANDELA_SQLITE_CANTOPEN where [EROFS, EACCES, EPERM].contains(number): .notWritable
            case CANDELA_SQLITE_CORRUPT, CANDELA_SQLITE_NOTADB: .damaged
            case CANDELA_SQLITE_BUSY: .busy
            case CANDELA_SQLITE_CONSTRAINT: .constraint
            default: .other
            }
        let cause =
            switch kind {
            case .full where primary == CANDELA_SQLITE_IOERR:
                "it cannot grow: a quota, a file size limit (ulimit -f) or a failing disk"
            case .full: "no space left on the device"
            case .busy: "another process is still writing to it"
            default: number != 0 ? "\(message): \(unsafe String(cString: strerror(number)))" : message
            }
        description = "\(action): \(cause)"
    }
}
