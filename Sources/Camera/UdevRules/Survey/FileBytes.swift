// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads whole files up to a limit.
enum FileBytes {
    struct Failure: Error {
        var errno: Int32
    }

    /// The contents of an open file, up to `limit` bytes.
    static func read(_ file: CInt, limit: Int) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while bytes.count < limit {
            let count = unsafe Glibc.read(file, &buffer, min(buffer.count, limit - bytes.count))
            if count < 0 {
                if errno == EINTR { continue }
                return .failure(Failure(errno: errno))
            }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return .success(bytes)
    }

    /// The contents of a file; `ENOENT` if it does not exist.
    static func read(path: String, limit: Int) -> Result<[UInt8], Failure> {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return .failure(Failure(errno: errno)) }
        defer { close(file) }
        return read(file, limit: limit)
    }
}

/// The system's message for an errno, in lower case as in all our messages.
func words(for errno: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
        guard let start = buffer.baseAddress, unsafe strerror_r(errno, start, 256) == 0 else { return "error \(errno)" }
        let text = unsafe String(cString: start)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
