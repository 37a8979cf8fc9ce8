// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import Terminal

/// Writes the output file of a command.
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
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = failure(path)
                close(file)
                throw error
            }
            rest = rest.dropFirst(count)
        }
        guard close(file) == 0 else { throw failure(path) }
    }

    /// Reads a file of at most `most` bytes.
    static func read(_ path: String, most: Int) throws(CommandFailure) -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw CommandFailure("cannot open \(VisibleText.escape(path)): \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= most {
            let count = unsafe part.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandFailure(
                    "cannot read \(VisibleText.escape(path)): \(unsafe String(cString: strerror(errno)))")
            }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
        throw CommandFailure("cannot use \(VisibleText.escape(path)): it is larger than \(most) bytes")
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure("cannot write \(VisibleText.escape(path)): \(unsafe String(cString: strerror(errno)))")
    }
}
