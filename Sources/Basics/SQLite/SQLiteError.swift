// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
import Glibc

/// Why SQLite could not do what was asked of it.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What decides how to go on.
    public enum Kind: Hashable, Sendable {
        /// The library is not there.
        case noLibrary
        /// No room: a full disk, a quota, a limit on the file's size.
        case full
        /// This user, or anybody, may not write there: a read-only file system, a folder of somebody else.
        case notWritable
        /// The file is damaged, or none of SQLite's.
        case damaged
        /// Another process held it for longer than we waited.
        case busy
        /// A value that the schema forbids.
        case constraint
        case other
    }

    public var kind: Kind
    /// Verb, object, place: cause. Quotes paths raw: escape it before showing it.
    public var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// - Parameters:
    ///   - code: SQLite's extended result code. See: <https://sqlite.org/rescode.html>.
    ///   - number: errno of the call that failed below SQLite, 0 when none did.
    init(_ action: String, code: CInt, message: String, errno number: CInt) {
        let primary = Int(code & 0xff)
        kind =
            switch primary {
            case CANDELA_SQLITE_FULL: .full
            // SQLite takes ENOSPC alone for a full disk, and loses the errno of other writes on its way back.
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
                "it cannot grow: a quota, a limit on the size of files (ulimit -f), or a disk that fails"
            case .full: "no space left on the device"
            case .busy: "another process is writing to it and does not come to an end"
            default: number != 0 ? "\(message): \(unsafe String(cString: strerror(number)))" : message
            }
        description = "\(action): \(cause)"
    }
}
