// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The format of a table's file.
package enum TableFormat: String, Sendable, CaseIterable {
    /// Separated by commas, semicolons or tabs, whichever the first line has.
    case csv
    case tsv
    /// One JSON object per line.
    case jsonLines = "jsonl"

    /// By the file name's extension; `nil` if it is unknown.
    package init?(path: String) {
        let name = path.lowercased()
        if name.hasSuffix(".csv") {
            self = .csv
        } else if name.hasSuffix(".tsv") || name.hasSuffix(".tab") {
            self = .tsv
        } else if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") {
            self = .jsonLines
        } else {
            return nil
        }
    }
}

/// Reads a file of rows sequentially, one piece in memory at a time.
final class TableReader {
    private let file: CInt
    private let path: String
    /// Bytes; `nil` if unknown (a pipe).
    let size: Int?
    private(set) var done = 0

    init(_ path: String) throws(HistoryError) {
        file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw HistoryError("cannot read \(path): \(unsafe String(cString: strerror(errno)))")
        }
        self.path = path
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            close(file)
            throw HistoryError("cannot read \(path): it is a folder")
        }
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    deinit { close(file) }

    /// The next piece; empty at the end.
    func next() throws(HistoryError) -> [UInt8] {
        while true {
            var count = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, size in
                count = unsafe read(file, buffer.baseAddress, buffer.count)
                size = max(0, count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw HistoryError("cannot read \(path): \(unsafe String(cString: strerror(errno)))")
            }
            done += count
            return piece
        }
    }
}

/// Guesses the separator of comma-separated values: in countries with a decimal comma, spreadsheets write semicolons.
package enum CSVSeparator {
    /// Comma, semicolon or tab, whichever is most frequent outside quotes in the first line.
    package static func guess(from beginning: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in beginning {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == 0x0a || byte == 0x0d { break }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        // On a tie, the comma wins: a single column has no separators.
        return [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? 0x2c
    }
}

/// Splits text into lines of JSON objects, piece by piece, and parses them as rows.
struct JSONLinesText {
    private static let longest = 1 << 20
    private var line = 1
    private var pending: [UInt8] = []
    private var isTooLong = false

    /// A line's members, or its fault.
    typealias Line = Result<[(key: String, value: String)], FlatJSON.Fault>

    mutating func feed<E: Error>(_ piece: [UInt8], _ body: (Int, Line) throws(E) -> Void) throws(E) {
        var rest = piece[...]
        while let end = rest.firstIndex(of: 0x0a) {
            append(rest[..<end])
            try endLine(body)
            rest = rest[(end + 1)...]
        }
        append(rest)
    }

    mutating func finish<E: Error>(_ body: (Int, Line) throws(E) -> Void) throws(E) {
        if !pending.isEmpty || isTooLong { try endLine(body) }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        pending += bytes
        if pending.count > Self.longest {
            pending = []
            isTooLong = true
        }
    }

    private mutating func endLine<E: Error>(_ body: (Int, Line) throws(E) -> Void) throws(E) {
        defer {
            line += 1
            pending.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        if line == 1, pending.starts(with: [0xef, 0xbb, 0xbf]) { pending.removeFirst(3) }
        if isTooLong { return try body(line, .failure(.init(description: "it is longer than 1 MiB"))) }
        guard pending.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }) else { return }
        if let fault = DelimitedText.fault(in: pending) {
            return try body(line, .failure(.init(description: fault.words)))
        }
        try body(line, Line { () throws(FlatJSON.Fault) in try FlatJSON.members(pending) })
    }
}
