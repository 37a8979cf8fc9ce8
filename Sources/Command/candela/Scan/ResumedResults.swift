// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import ScanStore
internal import Terminal

/// The results of an earlier run in a file of `--resume`, to which this run appends.
///
/// A picture is done when its `picture` event is in the file. Lines behind the last one are of a picture in whose middle the
/// run was killed: they are cut off, and it is read again. So each picture is in the file once.
struct ResumedResults: Sendable {
    /// The pictures that are done; for each two hashes, so that a million names need little memory.
    private let done: Set<Key>
    /// The codes and failures in the file, for the exit status.
    private(set) var codes = 0
    private(set) var failures = 0

    private struct Key: Hashable {
        var first: Int
        var second: Int

        init(_ source: String) {
            var (one, two) = (Hasher(), Hasher())
            one.combine(source)
            two.combine(0x5ca1_ab1e)
            two.combine(source)
            (first, second) = (one.finalize(), two.finalize())
        }
    }

    var count: Int { done.count }

    func isDone(_ source: String) -> Bool { !done.isEmpty && done.contains(Key(source)) }

    /// Reads the file, or makes it, and sends this process's standard output to its end.
    init(_ path: String) throws(CommandFailure) {
        func failure(_ number: CInt) -> CommandFailure {
            let cause = number == EWOULDBLOCK ? "another run writes to it" : unsafe String(cString: strerror(number))
            return CommandFailure(VisibleText.escape("cannot resume \(path): \(cause)"))
        }
        let file = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o666)
        guard file >= 0 else { throw failure(errno) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw CommandFailure(VisibleText.escape("cannot resume \(path): it is not a regular file"))
        }
        // Held until the process ends.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(file)
            throw failure(number)
        }
        var reading = Reading()
        do throws(CommandFailure) {
            try reading.read(file, path, failure)
        } catch {
            close(file)
            throw error
        }
        (done, codes, failures) = (reading.done, reading.codes, reading.failures)
        guard ftruncate(file, off_t(reading.whole)) == 0, dup2(file, STDOUT_FILENO) >= 0 else {
            let number = errno
            close(file)
            throw failure(number)
        }
    }

    private struct Reading {
        var done: Set<Key> = []
        var codes = 0
        var failures = 0
        /// The length up to the end of the last picture.
        var whole = 0
        /// Of the picture that has no end yet.
        private var open = (codes: 0, failures: 0)

        mutating func read(
            _ file: CInt, _ path: String, _ failure: (CInt) -> CommandFailure
        ) throws(CommandFailure) {
            var rest: [UInt8] = []
            var offset = 0
            while true {
                let count = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << 16) { room in
                    let count = unsafe pread(file, room.baseAddress!, room.count, off_t(offset + rest.count))
                    if count > 0 { unsafe rest.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count])) }
                    return count
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw failure(errno) }
                guard count > 0 else { return }
                var place = 0
                while let end = rest[place...].firstIndex(of: 0x0a) {
                    try take(rest[place..<end], endingAt: offset + end + 1, path)
                    place = end + 1
                }
                rest.removeFirst(place)
                offset += place
            }
        }

        private mutating func take(
            _ line: ArraySlice<UInt8>, endingAt end: Int, _ path: String
        ) throws(CommandFailure) {
            // Before anything is cut off: this must be a file of ours.
            guard let members = try? FlatJSON.members(Array(line)),
                let event = members.first(where: { $0.key == "event" })?.value
            else {
                throw CommandFailure(
                    VisibleText.escape(
                        "cannot resume \(path): it has a line that is no result of candela scan --json; name another file"
                    ))
            }
            switch event {
            case "scan": open.codes += 1
            case "error": open.failures += 1
            case "picture":
                if let source = members.first(where: { $0.key == "source" })?.value { done.insert(Key(source)) }
                codes += open.codes
                failures += open.failures
                open = (0, 0)
                whole = end
            default: break
            }
        }
    }
}
