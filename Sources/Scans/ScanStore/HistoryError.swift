// SPDX-License-Identifier: Apache-2.0

internal import SQLite
internal import StoredFiles

/// Why scans cannot be kept or looked up, or a catalogue not be made or read.
public struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence: verb, object, place: cause; next step. Quotes paths raw: escape it before showing it.
    public var description: String

    package init(_ description: String) { self.description = description }

    init(_ error: SQLiteError) {
        description = error.description
        switch error.kind {
        case .full: description += "; make room there"
        case .notWritable: description += "; give this user a folder it may write with XDG_DATA_HOME"
        case .damaged: description += "; the file is damaged"
        default: break
        }
    }

    init(_ error: StoreError) { description = error.description }
}

/// Runs calls of SQLite; their errors get their next step.
func storing<R>(_ work: () throws(SQLiteError) -> R) throws(HistoryError) -> R {
    do throws(SQLiteError) {
        return try work()
    } catch {
        throw HistoryError(error)
    }
}
