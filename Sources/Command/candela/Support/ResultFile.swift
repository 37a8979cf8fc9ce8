// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import StoredFiles
internal import Terminal

/// Reads and writes the files that the user names in a command.
enum ResultFile {
    /// Checks that the file can be written, before any work is done. Leaves no new file behind.
    static func check(_ path: String) throws(CommandFailure) {
        let new = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if new >= 0 {
            close(new)
            unsafe unlink(path)
            return
        }
        let file = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw failure(path) }
        close(file)
    }

    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw failure(path) }
        do throws(StoreError) {
            try StoredFile.append(bytes, to: file, action: "cannot write \(path)")
        } catch {
            close(file)
            throw CommandFailure(VisibleText.escape(error.ofGivenFile.description))
        }
        guard close(file) == 0 else { throw failure(path) }
    }

    /// Reads a file that the user named, of at most `most` bytes.
    static func read(_ path: String, most: Int) throws(CommandFailure) -> [UInt8] {
        let bytes = try givenFile { () throws(StoreError) in try StoredFile.read(path, limit: most, isGiven: true) }
        guard let bytes else { throw CommandFailure("cannot read \(VisibleText.escape(path)): no such file") }
        return bytes
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure("cannot write \(VisibleText.escape(path)): \(unsafe String(cString: strerror(errno)))")
    }
}

/// Reads or writes a file that the user named.
func givenFile<R>(_ work: () throws(StoreError) -> R) throws(CommandFailure) -> R {
    try failing { () throws(StoreError) in
        do throws(StoreError) { return try work() } catch { throw error.ofGivenFile }
    }
}
