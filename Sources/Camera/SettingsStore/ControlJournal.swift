// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Glibc
package import StoredFiles

/// The journals of all cameras: the values of controls before a run changed them temporarily.
///
/// A journal is on disk before the first change and is removed when everything is restored. A journal whose writer no
/// longer runs is therefore a leftover: see `leftovers()`.
package struct ControlJournal: Sendable {
    package let folder: String
    /// A prefix for `/proc`, for tests.
    private let root: String

    package init(_ folders: StateFolders) { self.init(folder: folders.journals) }

    package init(folder: String, root: String = "") {
        self.folder = folder
        self.root = root
    }

    /// Creates the directory and checks that it is writable, so that a command can report a problem before it starts.
    package func prepare() throws(StoreError) {
        try StoredFile.makeFolders(folder)
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            throw StoreError("cannot write to \(folder)", errno: errno)
        }
    }

    /// The leftovers of killed runs, and the journals that could not be read.
    package func leftovers() throws(StoreError) -> (found: [Leftover], damaged: [(path: String, error: StoreError)]) {
        var found: [Leftover] = []
        var damaged: [(path: String, error: StoreError)] = []
        for name in try StoredFile.names(in: folder, ending: JournalKey.ending) {
            let path = folder + "/" + name
            do throws(StoreError) {
                guard let record = try read(path), !isOwned(record, path) else { continue }
                found.append(Leftover(path: path, record: record))
            } catch {
                damaged.append((path, error))
            }
        }
        return (found, damaged)
    }

    /// The leftovers of one camera, wherever it is plugged in now. If two cameras have the same identity, only those of
    /// the one at this node.
    package func leftovers(of camera: JournalKey) throws(StoreError) -> [Leftover] {
        try leftovers().found.filter { leftover in
            let recorded = leftover.record.camera
            guard recorded.identity == camera.identity else { return false }
            let isStillThere = unsafe access(recorded.node, F_OK) == 0
            return recorded.node == camera.node || !isStillThere
        }
    }

    /// Removes an unreadable file of the directory.
    package func discard(damaged path: String) throws(StoreError) { try StoredFile.remove(path) }

    func read(_ path: String) throws(StoreError) -> JournalRecord? {
        guard let bytes = try StoredFile.read(path, limit: JournalRecord.fileLimit) else { return nil }
        return try JournalRecord(text: String(decoding: bytes, as: UTF8.self), path: path)
    }

    /// Whether its writer still runs: a running writer holds the file's lock. The process id is for file systems without
    /// locks.
    private func isOwned(_ record: JournalRecord, _ path: String) -> Bool {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return record.owner.isAlive(root: root) }
        defer { close(file) }
        if flock(file, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK { return true }
        return record.owner.isAlive(root: root)
    }

    /// Creates a camera's journal; it is on disk when this returns.
    ///
    /// - Throws: if there is one already, whose writer may still run.
    func begin(_ camera: JournalKey, _ entry: JournalRecord.Entry) throws(StoreError) -> OpenJournal {
        let record = JournalRecord(camera: camera, owner: .current(), entries: [entry])
        let path = folder + "/" + camera.fileName
        do throws(StoreError) {
            return try OpenJournal(path: path, record: record, placing: .exclusive)
        } catch {
            guard error.errno == EEXIST else { throw error }
            guard let other = try read(path), isOwned(other, path) else {
                throw StoreError(
                    "cannot journal the settings of \(camera.node): a killed run left the journal \(path); "
                        + "run candela profile restore first")
            }
            throw StoreError(
                "cannot change the settings of \(camera.node): process \(other.processID) is changing them; wait for "
                    + "it, or end it")
        }
    }
}
