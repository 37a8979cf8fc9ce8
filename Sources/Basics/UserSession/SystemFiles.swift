// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads and writes the system's files (sysfs, procfs, /etc) below `root`: empty for this machine, a folder for tests.
package struct SystemFiles: Sendable {
    package var root: String

    package init(root: String = "") { self.root = root }

    /// Why a file could not be read or written: `errno`.
    package struct Failure: Error, Hashable {
        package var number: CInt

        package init(number: CInt) { self.number = number }

        package var text: String { unsafe String(cString: strerror(number)) }
        /// Whether there is no such file.
        package var isAbsence: Bool { number == ENOENT || number == ENOTDIR }
    }

    /// The text of a file, at most `limit` bytes; `nil` if it cannot be read. Invalid UTF-8 becomes U+FFFD. It never
    /// waits: a FIFO reads as empty.
    package func text(_ path: String, limit: Int = 1 << 16) -> String? {
        bytes(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a file, at most `limit`; `nil` if it cannot be read.
    package func bytes(_ path: String, limit: Int = 1 << 16) -> [UInt8]? { try? read(path, limit: limit) }

    /// The end of a file, at most `limit` bytes, without the line that begins before them; `nil` if it cannot be read, and for what is
    /// no plain file: opening a serial port moves its lines, and a link can lead to somebody else's file.
    ///
    /// - Parameter since: the time of its last change, in seconds since 1970, before which it is not read.
    package func end(_ path: String, limit: Int, since: Double? = nil) -> String? {
        var facts = stat()
        guard unsafe lstat(root + path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            Double(facts.st_mtim.tv_sec) >= since ?? 0
        else { return nil }
        let file = unsafe open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let size = lseek(file, 0, SEEK_END)
        let isCut = size > limit
        guard size < 0 || lseek(file, isCut ? size - off_t(limit) : 0, SEEK_SET) >= 0,
            let bytes = try? Self.contents(file, limit: limit)
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard isCut else { return text }
        return text.firstIndex(of: "\n").map { String(text[text.index(after: $0)...]) } ?? ""
    }

    /// The lines of the files `*.conf` of a folder, as those of modprobe.d and modules-load.d are, with the file of each.
    package func configurationLines(in folder: String) -> [(file: String, line: Substring)] {
        (names(folder) ?? []).filter { $0.hasSuffix(".conf") }.flatMap { name in
            let file = "\(folder)/\(name)"
            return (text(file) ?? "").split(separator: "\n").map { (file, $0) }
        }
    }

    /// Reads at most `limit` bytes of a file. It never waits: a FIFO reads as empty.
    package func read(_ path: String, limit: Int = 1 << 16) throws(Failure) -> [UInt8] {
        let file = unsafe open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Failure(number: errno) }
        defer { close(file) }
        return try Self.contents(file, limit: limit)
    }

    /// Reads an open file from its position, at most `limit` bytes.
    package static func contents(_ file: CInt, limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let room = min(1 << 16, limit - bytes.count)
            var count = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                repeat { count = unsafe Glibc.read(file, buffer.baseAddress, room) } while count < 0 && errno == EINTR
                filled = max(0, count)
            }
            if count < 0, bytes.isEmpty { throw Failure(number: errno) }
            if count <= 0 { break }
            bytes += piece
        }
        return bytes
    }

    /// The first line without surrounding white space; `nil` if it cannot be read.
    package func line(_ path: String) -> String? { try? readLine(path) }

    /// Reads the first line of an attribute without surrounding white space; at most a page, the limit of sysfs.
    package func readLine(_ path: String) throws(Failure) -> String {
        let first = try read(path, limit: 4096).prefix { $0 != 0x0a && $0 != 0 }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
        return String(decoding: first.drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }

    /// Writes an attribute in one call, as sysfs requires.
    package func write(_ text: String, to path: String) throws(Failure) {
        // Do not create or truncate it: a file that does not exist is not a driver's.
        let file = unsafe open(root + path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Failure(number: errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        var count = 0
        repeat { count = unsafe Glibc.write(file, bytes, bytes.count) } while count < 0 && errno == EINTR
        guard count == bytes.count else { throw Failure(number: count < 0 ? errno : EIO) }
    }

    /// The names in a directory, sorted; `nil` if it cannot be read.
    package func names(_ path: String) -> [String]? { try? list(path) }

    /// Lists the names in a directory, sorted.
    package func list(_ path: String) throws(Failure) -> [String] {
        guard let folder = unsafe opendir(root + path) else { throw Failure(number: errno) }
        defer { unsafe _ = closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(folder) else {
                if errno != 0 { throw Failure(number: errno) }
                return names.sorted()
            }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }

    /// Whether `path` certainly does not exist: ENOENT or ENOTDIR, not a directory without search permission.
    package func isMissing(_ path: String) -> Bool {
        unsafe access(root + path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    package func exists(_ path: String) -> Bool { unsafe access(root + path, F_OK) == 0 }

    /// Whether this process can write the file, by its effective user and groups.
    package func isWritable(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, root + path, W_OK, AT_EACCESS) == 0 }

    /// The number and the permission bits of a device node; `nil` if it is none or cannot be reached.
    package func device(_ path: String) -> (number: UInt, permissions: UInt32)? {
        var status = stat()
        guard unsafe stat(root + path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        return (UInt(status.st_rdev), status.st_mode & 0o777)
    }

    /// The last component of the target of a symbolic link.
    package func linkName(_ path: String) -> String? { link(path)?.split(separator: "/").last.map(String.init) }

    /// The target of a symbolic link, as it is written.
    package func link(_ path: String) -> String? {
        let target = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer -> String? in
            let count = unsafe buffer.withMemoryRebound(to: CChar.self) {
                unsafe readlink(root + path, $0.baseAddress!, $0.count)
            }
            return unsafe count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
        }
        return target
    }

    /// The path with symbolic links resolved, relative to `root`; `nil` if it does not exist.
    package func resolved(_ path: String) -> String? {
        guard let raw = unsafe realpath(root + path, nil) else { return nil }
        defer { unsafe free(raw) }
        let whole = unsafe String(cString: raw)
        guard !root.isEmpty else { return whole }
        // The test's folder may itself be behind a link.
        guard let base = unsafe realpath(root, nil) else { return nil }
        defer { unsafe free(base) }
        let prefix = unsafe String(cString: base)
        return whole.hasPrefix(prefix) ? String(whole.dropFirst(prefix.count)) : nil
    }
}
