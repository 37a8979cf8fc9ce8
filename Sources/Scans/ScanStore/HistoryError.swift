// SPDX-License-Identifier: Apache-2.0

internal import SQLite
internal import StoredFiles

/// Why the history or a catalogue cannot be used.
package struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence: verb, object, place: cause; next step. Contains paths, not escaped: escape it before showing it.
    package var description: String
    /// Whether another process has the file locked: the call may succeed later.
    package var isBusy = false

    package init(_ description: String) { self.description = description }

    init(_ error: SQLiteError) {
        description = error.description
        isBusy = error.kind == .busy
        switch error.kind {
        case .full: description += "; free some disk space"
        case .notWritable: description += "; set XDG_DATA_HOME to a folder that this user may write to"
        case .damaged: description += "; the file is damaged"
        default: break
        }
    }

    init(_ error: StoreError) { description = error.description }
}

/// Runs calls of SQLite, and adds the next step to their errors.
func storing<R>(_ work: () throws(SQLiteError) -> R) throws(HistoryError) -> R {
    do throws(SQLiteError) {
        return try work()
    } catch {
        throw HistoryError(error)
    }
}
