// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The system's files below `root`, which is empty for this machine and a directory for tests.
package struct SystemFiles: Sendable {
    package var root: String

    package init(root: String = "") { self.root = root }

    /// The text of a file, up to `limit` bytes; `nil` if it cannot be read. Bytes that are not UTF-8 become U+FFFD.
    /// Never blocks: a FIFO reads as empty.
    package func text(_ path: String, limit: Int = 1 << 16) -> String? {
        bytes(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The raw bytes of a file, otherwise like `text(_:limit:)`.
    package func bytes(_ path: String, limit: Int = 1 << 16) -> [UInt8]? {
        let file = unsafe open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let room = min(1 << 16, limit - bytes.count)
            var count = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                repeat { count = unsafe read(file, buffer.baseAddress, room) } while count < 0 && errno == EINTR
                filled = max(0, count)
            }
            if count < 0 { return bytes.isEmpty ? nil : bytes }
            if count == 0 { break }
            bytes += piece
        }
        return bytes
    }

    /// The first line, without surrounding white space.
    package func line(_ path: String) -> String? {
        text(path, limit: 4096).map { text in
            let first = text.prefix { $0 != "\n" && $0 != "\0" }
            return String(first.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
        }
    }

    /// The names in a directory, sorted; `nil` if it cannot be read.
    package func names(_ path: String) -> [String]? {
        guard let folder = unsafe opendir(root + path) else { return nil }
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

    /// Whether `path` certainly does not exist: ENOENT or ENOTDIR, not a directory without search permission.
    package func isMissing(_ path: String) -> Bool {
        unsafe access(root + path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    package func exists(_ path: String) -> Bool { unsafe access(root + path, F_OK) == 0 }

    /// Whether this process can write the file, by its effective user and groups.
    package func isWritable(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, root + path, W_OK, AT_EACCESS) == 0 }

    /// The last component of the target of a symbolic link.
    package func linkName(_ path: String) -> String? {
        let target = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer -> String? in
            let count = unsafe buffer.withMemoryRebound(to: CChar.self) {
                unsafe readlink(root + path, $0.baseAddress!, $0.count)
            }
            return unsafe count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
        }
        return target?.split(separator: "/").last.map(String.init)
    }
}
