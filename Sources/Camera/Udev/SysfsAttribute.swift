// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads sysfs attribute files.
///
/// Does not use libudev, which caches values as long as its device object exists and does not limit their size.
package enum SysfsAttribute {
    /// The maximum size: one page, the limit of sysfs for text attributes.
    package static let limit = 4096

    /// The text of `folder`/`name` up to the first NUL, trimmed.
    ///
    /// `nil` if there is no such regular file or it cannot be read. Bytes that are not UTF-8 become U+FFFD.
    package static func read(_ name: String, in folder: String) -> String? {
        // O_NONBLOCK: another kind of file, such as a fifo, must not block us.
        let file = unsafe open(folder + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { buffer in
            var filled = 0
            while filled < limit {
                let count = unsafe Glibc.read(file, buffer.baseAddress.map { unsafe $0 + filled }, limit - filled)
                if count < 0 && errno == EINTR { continue }
                if count < 0 { return nil }
                if count == 0 { break }
                filled += count
            }
            let bytes = unsafe buffer[..<filled].prefix { $0 != 0 }
            let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
            guard let first = unsafe bytes.firstIndex(where: { !isSpace($0) }),
                let last = unsafe bytes.lastIndex(where: { !isSpace($0) })
            else { return "" }
            return unsafe String(decoding: bytes[first...last], as: UTF8.self)
        }
    }
}
