// SPDX-License-Identifier: Apache-2.0

public import CandelaReading
internal import Output
internal import ScanStore
internal import Scanning
internal import StoredFiles

/// Why the history or a catalogue cannot be used.
public struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence: what failed, why, and what to do.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Scans on disk: the history of the command `candela`, or a file of your own. Several programs can use one file.
public final class History: Sendable {
    private let store: ScanHistory

    /// Opens the history, or makes one.
    ///
    /// - Parameter path: the file; `nil` for the history of this user, which `candela history` shows.
    public init(at path: String? = nil) throws(HistoryError) {
        let place = if let path { path } else { try Self.folders().history }
        store = try failing { () throws(ScanStore.HistoryError) in try ScanHistory(place) }
    }

    /// Stores a scan. When it returns, the scan is on disk.
    ///
    /// - Parameters:
    ///   - scan: the scan.
    ///   - session: the name of a session to add it to; it is made if there is none.
    /// - Returns: the scan's id, which no other scan has.
    @discardableResult
    public func keep(_ scan: Scan, in session: String? = nil) throws(HistoryError) -> String {
        var event = scan.event
        if let session { event.session = session }
        return try failing { () throws(ScanStore.HistoryError) in try store.keep(event) }.scan.id ?? ""
    }

    /// The newest scans.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - session: only those of this session.
    /// - Returns: the scans, the newest first.
    public func scans(limit: Int = 100, in session: String? = nil) throws(HistoryError) -> [Scan] {
        var scans: [Scan] = []
        try failing { () throws(ScanStore.HistoryError) in
            try store.scans(HistoryFilter(session: session), limit: limit) {
                scans.append(Scan($0))
                return true
            }
        }
        return scans
    }

    /// Deletes the scans of a session, or all.
    ///
    /// - Parameter session: its name; `nil` for all scans.
    /// - Returns: how many were deleted.
    @discardableResult
    public func delete(session: String? = nil) throws(HistoryError) -> Int {
        try failing { () throws(ScanStore.HistoryError) in try store.delete(HistoryFilter(session: session)) }
    }

    static func folders() throws(HistoryError) -> StateFolders {
        do throws(StoreError) { return try StateFolders() } catch { throw HistoryError(error.description) }
    }
}

func failing<Result>(
    _ work: () throws(ScanStore.HistoryError) -> Result
) throws(HistoryError) -> Result {
    do throws(ScanStore.HistoryError) { return try work() } catch { throw HistoryError(error.description) }
}
