// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Access to system files below `root`: empty for this machine, a directory for tests.
struct SystemTree: Sendable {
    var root: String

    /// Why a file could not be read or written, as `errno`.
    struct Failure: Error, Hashable {
        var number: CInt
        var text: String { unsafe String(cString: strerror(number)) }
    }

    /// The first line of an attribute, trimmed; at most one page, the limit of sysfs.
    func line(_ path: String) throws(Failure) -> String {
        // O_NONBLOCK: a fifo at this path must not block us.
        let file = unsafe open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Failure(number: errno) }
        defer { close(file) }
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
            repeat { count = unsafe read(file, buffer.baseAddress, 4096) } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        guard count >= 0 else { throw Failure(number: errno) }
        let first = bytes.prefix { $0 != 0x0a && $0 != 0 }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
        let trimmed = first.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return String(decoding: Array(trimmed), as: UTF8.self)
    }

    /// Writes an attribute in one call, as sysfs requires.
    func write(_ text: String, to path: String) throws(Failure) {
        // Without O_CREAT and O_TRUNC: a missing file is not a driver's.
        let file = unsafe open(root + path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Failure(number: errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        var count = 0
        repeat { count = unsafe Glibc.write(file, bytes, bytes.count) } while count < 0 && errno == EINTR
        guard count == bytes.count else { throw Failure(number: count < 0 ? errno : EIO) }
    }

    /// The sorted names in a directory; empty if it does not exist.
    func names(_ path: String) -> [String] {
        guard let folder = unsafe opendir(root + path) else { return [] }
        defer { unsafe _ = closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The path with symbolic links resolved, relative to `root`; `nil` if it does not exist.
    func resolved(_ path: String) -> String? {
        guard let raw = unsafe realpath(root + path, nil) else { return nil }
        defer { unsafe free(raw) }
        let whole = unsafe String(cString: raw)
        guard !root.isEmpty else { return whole }
        // The test directory may itself be behind a symbolic link.
        guard let base = unsafe realpath(root, nil) else { return nil }
        defer { unsafe free(base) }
        let prefix = unsafe String(cString: base)
        return whole.hasPrefix(prefix) ? String(whole.dropFirst(prefix.count)) : nil
    }

    func exists(_ path: String) -> Bool { unsafe access(root + path, F_OK) == 0 }

    /// Whether this process may write the file, by its effective user and groups.
    func isWritable(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, root + path, W_OK, AT_EACCESS) == 0 }
}
