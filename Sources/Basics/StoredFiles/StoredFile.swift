// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import UserSession

/// Reads and writes small files. A write is atomic, also at a power cut.
package enum StoredFile {
    /// What to do if the file exists.
    package enum Placing: Hashable, Sendable {
        /// Replace it.
        case replacing
        /// Fail with `EEXIST`.
        case exclusive
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - limit: the most bytes; a larger file is an error.
    ///   - isGiven: whether the user named the file: then it may also be a pipe, and this waits for it.
    /// - Returns: its bytes; `nil` if it does not exist.
    package static func read(_ path: String, limit: Int, isGiven: Bool = false) throws(StoreError) -> [UInt8]? {
        // Without blocking, because a pipe may have replaced one of our files.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | (isGiven ? 0 : O_NONBLOCK))
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw StoreError("cannot read \(path)", errno: errno)
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw StoreError("cannot read \(path)", errno: errno) }
        guard isGiven || status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError("cannot read \(path): it is not a regular file")
        }
        return try drain(file, path, limit: limit)
    }

    /// Reads an open descriptor, such as standard input, to its end.
    package static func readStream(_ file: CInt, limit: Int) throws(StoreError) -> [UInt8] {
        try drain(file, file == 0 ? "standard input" : "descriptor \(file)", limit: limit)
    }

    private static func drain(_ file: CInt, _ path: String, limit: Int) throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = unsafe Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw StoreError("cannot read \(path)", errno: errno) }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else {
                throw StoreError("cannot read \(path): it is larger than \(limit / 1024) KiB")
            }
            bytes += buffer[..<count]
        }
    }

    /// Writes a file atomically; it is on disk when this returns.
    ///
    /// - Parameters:
    ///   - mode: the permissions of the file, less the umask.
    ///   - folderMode: the permissions of missing folders, which are created; the default is for this user only, as the XDG
    ///     specification requires. `nil` creates none.
    ///   - draftEnding: the ending of the hidden name that the file has until it is complete.
    ///   - prepare: called with the open file and its hidden name, to lock or check it.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, folderMode: UInt32? = 0o700,
        placing: Placing = .replacing,
        draftEnding: String = ".new",
        prepare: (CInt, String) throws(StoreError) -> Void = { _, _ throws(StoreError) in }
    ) throws(StoreError) {
        let folder = folder(of: path)
        if let folderMode { try makeFolders(folder, mode: folderMode) }
        let draft = "\(folder)/.candela-\(getpid())-\(UInt32.random(in: 0...UInt32.max))\(draftEnding)"
        let action = "cannot write \(path)"
        let file = unsafe open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw StoreError(action, errno: errno) }
        do throws(StoreError) {
            defer { close(file) }
            try append(bytes, to: file, action: action)
            guard fsync(file) == 0 else { throw StoreError(action, errno: errno) }
            try prepare(file, draft)
            try place(draft, path, placing, action)
        } catch {
            unsafe _ = unlink(draft)
            throw error
        }
        synchronize(folder: folder)
    }

    /// The folder that a file is in.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return String(path[..<slash])
    }

    private static func place(
        _ temporary: String, _ path: String, _ placing: Placing, _ action: String
    ) throws(StoreError) {
        if placing == .exclusive {
            // link() fails if the name exists; rename() does not.
            if unsafe link(temporary, path) == 0 {
                unsafe _ = unlink(temporary)
                return
            }
            // On file systems without hard links, two simultaneous writes are not detected.
            guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else {
                throw StoreError(action, errno: errno)
            }
            guard unsafe access(path, F_OK) != 0 else { throw StoreError(action, errno: EEXIST) }
        }
        guard unsafe rename(temporary, path) == 0 else { throw StoreError(action, errno: errno) }
    }

    /// Appends to an open file.
    package static func append(_ bytes: [UInt8], to file: CInt, action: String) throws(StoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw StoreError(action, errno: count < 0 ? errno : ENOSPC) }
            rest = rest.dropFirst(count)
        }
    }

    /// Removes a file.
    ///
    /// - Returns: whether it existed.
    @discardableResult
    package static func remove(_ path: String) throws(StoreError) -> Bool {
        guard unsafe unlink(path) != 0 else {
            synchronize(folder: folder(of: path))
            return true
        }
        guard errno == ENOENT || errno == ENOTDIR else { throw StoreError("cannot remove \(path)", errno: errno) }
        return false
    }

    /// The names in a folder with this ending, sorted, at most 1024; empty if the folder does not exist. Hidden files are
    /// left out: an interrupted write leaves one.
    package static func names(in folder: String, ending: String) throws(StoreError) -> [String] {
        try names(in: folder) { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
    }

    /// The names of hidden files with this ending: unfinished drafts.
    package static func hiddenNames(in folder: String, ending: String) throws(StoreError) -> [String] {
        try names(in: folder) { $0.hasSuffix(ending) && $0.hasPrefix(".") }
    }

    private static func names(in folder: String, where isMeant: (String) -> Bool) throws(StoreError) -> [String] {
        do {
            return try SystemFiles().list(folder).filter(isMeant)
        } catch {
            if error.isAbsence { return [] }
            throw StoreError("cannot list the folder \(folder)", errno: error.number)
        }
    }

    /// Moves a finished draft to its path atomically; file and folder are on disk when this returns.
    package static func put(_ draft: String, at path: String) throws(StoreError) {
        let action = "cannot write \(path)"
        let file = unsafe open(draft, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StoreError(action, errno: errno) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw StoreError(action, errno: errno) }
        try place(draft, path, .replacing, action)
        synchronize(folder: folder(of: path))
    }

    /// Creates a folder and its missing parents, by default for this user only.
    package static func makeFolders(_ path: String, mode: UInt32 = 0o700) throws(StoreError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            if unsafe mkdir(made, mode) == 0 || errno == EEXIST { continue }
            // Parents outside the user's folders cannot be created but exist: `/` on a read-only system.
            let failure = errno
            guard unsafe access(made, F_OK) == 0 else {
                throw StoreError("cannot make the folder \(made)", errno: failure)
            }
        }
    }

    /// Syncs a folder, which makes a new name durable. Best effort: some file systems cannot.
    private static func synchronize(folder: String) {
        let file = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = fsync(file)
        close(file)
    }
}
