// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Glibc
internal import StoredFiles

/// The journal that this process writes. For one thread at a time.
///
/// Holds the file's lock for its lifetime; the lock ends with the process, however that ends.
final class OpenJournal {
    let path: String
    private(set) var record: JournalRecord
    private var file: CInt
    private var size: Int

    init(path: String, record: JournalRecord, placing: StoredFile.Placing) throws(StoreError) {
        self.path = path
        self.record = record
        (file, size) = try Self.put(record, path, placing)
    }

    deinit { close(file) }

    private static func put(
        _ record: JournalRecord, _ path: String, _ placing: StoredFile.Placing
    ) throws(StoreError) -> (file: CInt, size: Int) {
        let bytes = Array(record.text.utf8)
        var kept: CInt = -1
        try StoredFile.write(bytes, to: path, placing: placing) { file, _ in
            // Locked before it has its name, so nobody ever sees it without its owner.
            kept = fcntl(file, F_DUPFD_CLOEXEC, 0)
            if kept >= 0 { _ = flock(kept, LOCK_EX | LOCK_NB) }
        }
        guard kept >= 0 else { throw StoreError("cannot keep \(path) open", errno: EMFILE) }
        return (kept, bytes.count)
    }

    func contains(_ id: ControlID) -> Bool { record.entries.contains { $0.id == id } }

    /// Records the value before a change; record the new value next. On disk when this returns.
    func note(before entry: JournalRecord.Entry) throws(StoreError) {
        guard record.entries.count < JournalRecord.entryLimit else {
            throw StoreError("cannot record more than \(JournalRecord.entryLimit) controls in \(path)")
        }
        try add(JournalRecord.line(before: entry))
        guard fdatasync(file) == 0 else { throw StoreError("cannot write \(path)", errno: errno) }
        var entry = entry
        entry.left = nil
        record.entries.append(entry)
    }

    /// Records the new value of a control. Does not wait for the disk: a power failure resets the camera too, and a killed
    /// process loses nothing that it has written.
    func note(_ id: ControlID, left value: ControlValue) throws(StoreError) {
        guard let place = record.entries.firstIndex(where: { $0.id == id }) else { return }
        guard record.entries[place].left != value else { return }
        record.entries[place].left = value
        try add(JournalRecord.line(id, left: value))
    }

    private func add(_ line: String) throws(StoreError) {
        // Rewrite it long before it reaches the size limit.
        if size > JournalRecord.fileLimit / 8 {
            let before = file
            (file, size) = try Self.put(record, path, .replacing)
            close(before)
        }
        try StoredFile.append(Array((line + "\n").utf8), to: file, action: "cannot write \(path)")
        size += line.utf8.count + 1
    }

    /// Removes the file: everything is restored.
    func end() throws(StoreError) { try StoredFile.remove(path) }
}
