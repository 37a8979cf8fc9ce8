// SPDX-License-Identifier: Apache-2.0

internal import Diagnostics
import Glibc
internal import Output
internal import Terminal

/// Reads and writes evidence files.
enum EvidenceFile {
    /// Writes a temporary file and renames it, so that the file is complete or absent. Its mode is 0600.
    static func write(_ snapshots: [Snapshot], to path: String, isRedacted: Bool) throws(CommandFailure) {
        var bundle = EvidenceBundle(snapshots)
        let bytes = try failing { () throws(EvidenceError) -> [UInt8] in
            if isRedacted { bundle = try bundle.redacted() }
            return try bundle.encoded()
        }
        let place = VisibleText.escape(path)
        let draft = path + ".\(getpid())"
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw CommandFailure("cannot write evidence to \(place): \(SystemMessage.last)") }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                let reason = SystemMessage.last
                close(file)
                unsafe unlink(draft)
                throw CommandFailure("cannot write evidence to \(place): \(reason)")
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(file) == 0, close(file) == 0, unsafe rename(draft, path) == 0 else {
            let reason = SystemMessage.last
            unsafe unlink(draft)
            throw CommandFailure("cannot write evidence to \(place): \(reason)")
        }
        Console.note(
            "evidence saved to \(place)"
                + (isRedacted
                    ? ", without serial numbers, user names and code texts"
                    : "; it contains serial numbers, user names and code texts"))
    }

    static func read(_ path: String) throws(CommandFailure) -> EvidenceBundle {
        let place = VisibleText.escape(path)
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw CommandFailure("cannot read evidence from \(place): \(SystemMessage.last)") }
        defer { close(file) }
        var bytes: [UInt8] = []
        let size = 1 << 16
        while true {
            var count = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
                repeat { count = unsafe Glibc.read(file, buffer.baseAddress, size) } while count < 0 && errno == EINTR
                filled = max(0, count)
            }
            if count < 0 { throw CommandFailure("cannot read evidence from \(place): \(SystemMessage.last)") }
            if count == 0 { break }
            bytes += piece
            if bytes.count > EvidenceBundle.largestFile {
                throw CommandFailure("cannot read evidence from \(place): the file is too large")
            }
        }
        return try failing { () throws(EvidenceError) in try EvidenceBundle(decoding: bytes, name: path) }
    }
}

/// The system's message for errno.
enum SystemMessage {
    static var last: String { unsafe String(cString: strerror(errno)) }
}
