// SPDX-License-Identifier: Apache-2.0

/// A table's row: cells as bytes, one after another.
package struct DelimitedRow {
    /// The line it begins on, from 1.
    package var line = 1
    package private(set) var bytes: [UInt8] = []
    /// Where each cell ends.
    private var ends: [Int] = []
    /// What is wrong with it: it is not to be used.
    package fileprivate(set) var fault: DelimitedText.Fault?

    package var count: Int { ends.count }

    package subscript(cell: Int) -> ArraySlice<UInt8> { bytes[(cell == 0 ? 0 : ends[cell - 1])..<ends[cell]] }

    package func text(_ cell: Int) -> String { String(decoding: self[cell], as: UTF8.self) }

    /// Made of cells, as a row of another format is.
    init(line: Int, cells: [String]) {
        self.line = line
        for cell in cells {
            bytes += cell.utf8
            ends.append(bytes.count)
        }
    }

    fileprivate init() {}

    fileprivate mutating func add(_ byte: UInt8) { bytes.append(byte) }
    fileprivate mutating func add(_ more: ArraySlice<UInt8>) { bytes += more }
    fileprivate mutating func endCell() { ends.append(bytes.count) }
    fileprivate var isEmpty: Bool { bytes.isEmpty && ends.isEmpty }
    fileprivate var cellSize: Int { bytes.count - (ends.last ?? 0) }

    fileprivate mutating func begin(line: Int) {
        self.line = line
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        fault = nil
    }
}

/// Comma- and tab-separated values, RFC 4180, piece by piece: however long a file is, one row is in memory.
///
/// Lines end with CR LF, LF or CR. A cell between quotes may hold separators, line ends, and quotes doubled. A quote
/// inside a cell that does not begin with one is a quote (`5" disk`). A byte order mark is passed over. Lines with nothing
/// on them are no rows.
package struct DelimitedText {
    package enum Fault: Hashable, Sendable {
        case notUTF8
        /// A cell, or the cells of a row, are larger than any of a table: most likely a quote is never closed.
        case tooLarge
        case textBehindQuote
        case unclosedQuote
        /// It holds U+0000.
        case nul

        package var words: String {
            switch self {
            case .notUTF8: "it is not UTF-8; save the file as UTF-8"
            case .tooLarge:
                "a cell is larger than \(DelimitedText.largestCell / 1024) KiB; most likely a quote is not closed"
            case .textBehindQuote: "text stands behind a closing quote"
            case .unclosedQuote: "a quote is not closed"
            case .nul: "it holds a zero byte"
            }
        }
    }

    package static let largestCell = 64 << 10
    private static let largestRow = 1 << 20
    package static let mostCells = 1024

    private enum State {
        /// Before the first byte of a cell.
        case cellBegins
        case plain
        case quoted
        /// Behind a quote within quotes: the first of two, or the closing one.
        case quote
        /// Passing over the rest of a line that is of no use.
        case skipping
    }

    private let separator: UInt8
    private var state = State.cellBegins
    private var row = DelimitedRow()
    private var line = 1
    /// A CR was the last byte: an LF behind it belongs to it.
    private var hadReturn = false
    private var isFirst = true
    private var mark: [UInt8] = []

    package init(separator: UInt8) { self.separator = separator }

    /// Takes the next piece of the file, and gives each row that ends in it to `body`, also faulty ones.
    package mutating func feed<E: Error>(_ piece: [UInt8], _ body: (DelimitedRow) throws(E) -> Void) throws(E) {
        var index = 0
        if isFirst {
            // The mark's three bytes may come in pieces.
            while mark.count < 3, index < piece.count, piece[index] == Self.byteOrderMark[mark.count] {
                mark.append(piece[index])
                index += 1
            }
            if mark.count < 3, index == piece.count { return }
            isFirst = false
            if mark.count < 3 { for byte in mark { try take(byte, body) } }
        }
        while index < piece.count {
            if state == .plain || state == .quoted {
                // The bytes until the next that means something go over in one.
                let begin = index
                let isQuoted = state == .quoted
                while index < piece.count {
                    let byte = piece[index]
                    if byte == UInt8(ascii: "\"") || byte == 0x0a || byte == 0x0d || (byte == separator && !isQuoted) {
                        break
                    }
                    index += 1
                }
                if index > begin {
                    hadReturn = false
                    row.add(piece[begin..<index])
                    if row.cellSize > Self.largestCell || row.bytes.count > Self.largestRow { refuse(.tooLarge) }
                    continue
                }
            }
            try take(piece[index], body)
            index += 1
        }
    }

    /// The file is at its end: gives the last row, where no line end stands behind it.
    package mutating func finish<E: Error>(_ body: (DelimitedRow) throws(E) -> Void) throws(E) {
        if isFirst {
            isFirst = false
            if mark.count < 3 { for byte in mark { try take(byte, body) } }
        }
        if state == .quoted { row.fault = row.fault ?? .unclosedQuote }
        guard state != .cellBegins || !row.isEmpty else { return }
        try endRow(body)
    }

    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private mutating func take<E: Error>(_ byte: UInt8, _ body: (DelimitedRow) throws(E) -> Void) throws(E) {
        let isLineEnd = byte == 0x0a || byte == 0x0d
        let belongsToReturn = byte == 0x0a && hadReturn
        hadReturn = byte == 0x0d
        if isLineEnd, !belongsToReturn { line += 1 }
        switch state {
        case .quoted:
            if byte == UInt8(ascii: "\"") { state = .quote } else { row.add(byte) }
            if row.cellSize > Self.largestCell || row.bytes.count > Self.largestRow { refuse(.tooLarge) }
        case .quote where byte == UInt8(ascii: "\""):
            row.add(byte)
            state = .quoted
        case .cellBegins where byte == UInt8(ascii: "\""):
            state = .quoted
        case _ where isLineEnd:
            if belongsToReturn { return }
            if state == .cellBegins, row.isEmpty {
                row.begin(line: line)
            } else {
                try endRow(body)
            }
        case .skipping: break
        case _ where byte == separator:
            row.endCell()
            state = .cellBegins
            if row.count >= Self.mostCells { refuse(.tooLarge) }
        case .quote:
            refuse(.textBehindQuote)
        case .cellBegins, .plain:
            row.add(byte)
            state = .plain
        }
    }

    private mutating func refuse(_ fault: Fault) {
        row.fault = row.fault ?? fault
        state = .skipping
    }

    private mutating func endRow<E: Error>(_ body: (DelimitedRow) throws(E) -> Void) throws(E) {
        row.endCell()
        if row.fault == nil { row.fault = Self.fault(in: row.bytes) }
        state = .cellBegins
        defer { row.begin(line: line) }
        try body(row)
    }

    static func fault(in bytes: [UInt8]) -> Fault? {
        var all: UInt8 = 0
        var hasNul = false
        for byte in bytes {
            all |= byte
            hasNul = hasNul || byte == 0
        }
        if hasNul { return .nul }
        return all < 0x80 || String(validating: bytes, as: UTF8.self) != nil ? nil : .notUTF8
    }
}
