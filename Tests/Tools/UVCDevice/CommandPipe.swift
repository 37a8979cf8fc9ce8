// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A FIFO from which commands are read, one per line.
final class CommandPipe {
    let descriptor: Int32
    private var rest: [UInt8] = []

    /// Creates the FIFO if it does not exist.
    init(path: String) throws(SystemError) {
        if unsafe mkfifo(path, 0o600) != 0, errno != EEXIST {
            throw SystemError(call: "make", subject: path, code: errno)
        }
        // Open for writing too, so that a writer that closes it does not cause end of file.
        descriptor = try SystemError.check("open", path) { unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
    }

    deinit { close(descriptor) }

    /// The complete lines received so far.
    func read() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return [] }
        rest += buffer[..<count]
        var lines: [String] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest.removeFirst(end + 1)
        }
        return lines
    }
}
