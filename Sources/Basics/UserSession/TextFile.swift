// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads small system files as text.
enum TextFile {
    /// The first 64 KiB of a regular file; `nil` if it does not exist or cannot be read.
    static func read(_ path: String) -> String? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 65536 {
            let count = unsafe Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `KEY=value` lines, as in systemd's state files; the first of each key counts.
    static func values(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let sign = line.firstIndex(of: "=") else { continue }
            let key = String(line[..<sign])
            if values[key] == nil { values[key] = String(line[line.index(after: sign)...]) }
        }
        return values
    }

    enum Listing {
        case names([String])
        case missing
        case unreadable(errno: Int32)
    }

    /// The names in a folder, sorted.
    static func list(_ path: String) -> Listing {
        guard let stream = unsafe opendir(path) else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(errno: errno)
        }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream), names.count < 4096 {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return .names(names.sorted())
    }

    /// The target of a symbolic link; `nil` if the path is not a link.
    static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4097)
        let count = unsafe readlink(path, &buffer, 4096)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
