// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import Terminal
internal import Threads

/// The names of the pictures of a run, one after another: of a list, or of a stream that may be longer than memory.
///
/// Thread-safe.
final class PictureNames: Sendable {
    /// A picture to read, or why an entry of the list is none.
    enum Name: Sendable {
        case picture(String)
        case failure(source: String, message: String)

        var source: String {
            switch self {
            case .picture(let path): path
            case .failure(let source, _): source
            }
        }
    }

    private struct State {
        var list: ArraySlice<String>
        var stream: NameStream?
        let isDone: @Sendable (String) -> Bool
        var skipped = 0
    }

    /// The number of names, if it is known.
    let count: Int?
    /// The first names, so that decoders can be started early.
    let first: [String]
    private let state: ConditionLock<State>
    private let wake: WakeDescriptor?

    /// - Parameter isDone: whether a picture has been read in an earlier run, so that it is skipped.
    init(_ paths: [String], isDone: @escaping @Sendable (String) -> Bool = { _ in false }) {
        count = paths.count
        first = Array(paths.prefix(64))
        wake = nil
        state = ConditionLock(State(list: paths[...], stream: nil, isDone: isDone))
    }

    /// The names in a file, or on standard input with `-`.
    ///
    /// - Parameter isNull: each ends in a NUL byte, as from `find -print0`; otherwise each is a line.
    init(
        file path: String, isNull: Bool, isDone: @escaping @Sendable (String) -> Bool = { _ in false }
    ) throws(CommandFailure) {
        let file = path == "-" ? dup(STDIN_FILENO) : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else {
            throw CommandFailure(
                VisibleText.escape("cannot read the list \(path): \(unsafe String(cString: strerror(errno)))"))
        }
        let wake = WakeDescriptor()
        self.wake = wake
        count = nil
        first = []
        state = ConditionLock(
            State(
                list: [], stream: NameStream(file, name: path, end: isNull ? 0 : 0x0a, wake: wake), isDone: isDone))
    }

    /// The next name; `nil` at the end. Waits for a stream.
    func next() -> Name? {
        state.withLock { state in
            while true {
                let name: Name
                if let path = state.list.popFirst() {
                    name = .picture(path)
                } else if let read = state.stream?.next() {
                    name = read
                } else {
                    return nil
                }
                guard state.isDone(name.source) else { return name }
                state.skipped += 1
            }
        }
    }

    /// The number of names that were skipped.
    var skipped: Int { state.withLock { $0.skipped } }

    /// Ends a wait of `next`, which then returns `nil`.
    func cancel() { wake?.signal() }
}

/// Reads names from a descriptor, piece by piece.
private struct NameStream {
    /// Longer than any path that the kernel accepts.
    private static let longest = 4096 * 4
    private static let piece = 1 << 16

    private let file: CInt
    private let name: String
    private let end: UInt8
    private let wake: WakeDescriptor?
    private var buffer: [UInt8] = []
    private var place = 0
    private var hasEnded = false

    init(_ file: CInt, name: String, end: UInt8, wake: WakeDescriptor?) {
        self.file = file
        self.name = name
        self.end = end
        self.wake = wake
    }

    mutating func next() -> PictureNames.Name? {
        while true {
            if let stop = buffer[place...].firstIndex(of: end) {
                let bytes = buffer[place..<stop]
                place = stop + 1
                guard !bytes.isEmpty else { continue }
                return Self.name(bytes)
            }
            if hasEnded {
                // The last line may have no end.
                let bytes = buffer[place...]
                place = buffer.count
                return bytes.isEmpty ? nil : Self.name(bytes)
            }
            buffer.removeFirst(place)
            place = 0
            if buffer.count > Self.longest {
                hasEnded = true
                let kind = end == 0 ? "it has no NUL bytes; give it without --null" : "it has no line ends"
                let start = String(decoding: buffer.prefix(40), as: UTF8.self)
                buffer = []
                return .failure(
                    source: name, message: "cannot read the list \(name): the name after \(start)… is too long: \(kind)"
                )
            }
            if let failure = fill() { return failure }
        }
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> PictureNames.Name {
        guard let path = String(validating: bytes, as: UTF8.self) else {
            let shown = String(decoding: bytes, as: UTF8.self)
            return .failure(source: shown, message: "cannot read \(shown): its name is not UTF-8; rename it")
        }
        guard bytes.count < 4096, !bytes.contains(0) else {
            let start = String(path.prefix(40))
            return .failure(
                source: start,
                message: "cannot read \(start)…: it is no file name"
                    + (bytes.contains(0) ? "; for names that end in NUL add --null" : ""))
        }
        return .picture(path)
    }

    private mutating func fill() -> PictureNames.Name? {
        var waiting = [
            pollfd(fd: file, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&waiting, 2, -1) < 0, errno == EINTR {}
        if waiting[1].revents != 0 {
            hasEnded = true
            buffer = []
            return nil
        }
        let count = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.piece) { room in
            let count = unsafe read(file, room.baseAddress!, room.count)
            if count > 0 { unsafe buffer.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count])) }
            return count
        }
        if count == 0 { hasEnded = true }
        guard count < 0, errno != EINTR, errno != EAGAIN else { return nil }
        hasEnded = true
        return .failure(
            source: name, message: "cannot read the list \(name): \(unsafe String(cString: strerror(errno)))")
    }
}
