// SPDX-License-Identifier: Apache-2.0

/// A row of a table: its cells as bytes, concatenated.
package struct DelimitedRow {
    /// The line on which it begins, from 1.
    package var line = 1
    package private(set) var bytes: [UInt8] = []
    /// The end of each cell.
    private var ends: [Int] = []
    /// What is wrong with the row. If set, do not use the row.
    package fileprivate(set) var fault: DelimitedText.Fault?

    package var count: Int { ends.count }

    package subscript(cell: Int) -> ArraySlice<UInt8> { bytes[(cell == 0 ? 0 : ends[cell - 1])..<ends[cell]] }

    package func text(_ cell: Int) -> String { String(decoding: self[cell], as: UTF8.self) }

    /// Makes a row from cells of another format.
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

/// Parses comma- and tab-separated values (RFC 4180) piece by piece. However long the file is, only one row is in
/// memory.
///
/// Lines end with CR LF, LF or CR. A quoted cell may contain separators, line ends, and doubled quotes. In an unquoted
/// cell, a quote is an ordinary character (`5" disk`). A byte order mark is skipped, and so are empty lines.
package struct DelimitedText {
    package enum Fault: Hashable, Sendable {
        case notUTF8
        /// A cell or row is larger than any in a real table. Most likely a quote is not closed.
        case tooLarge
        case textBehindQuote
        case unclosedQuote
        /// The row contains U+0000.
        case nul

        package var words: String {
            switch self {
            case .notUTF8: "it is not UTF-8; save the file as UTF-8"
            case .tooLarge:
                "a cell is larger than \(DelimitedText.largestCell / 1024) KiB; most likely a quote is not closed"
            case .textBehindQuote: "there is text after a closing quote"
            case .unclosedQuote: "a quote is not closed"
            case .nul: "it contains a zero byte"
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
        /// After a quote inside quotes: the first of two, or the closing one.
        case quote
        /// Skipping the rest of a faulty line.
        case skipping
    }

    private let separator: UInt8
    private var state = State.cellBegins
    private var row = DelimitedRow()
    private var line = 1
    /// The last byte was a CR: a following LF belongs to it.
    private var hadReturn = false
    private var isFirst = true
    private var mark: [UInt8] = []

    package init(separator: UInt8) { self.separator = separator }

    /// Takes the next piece of the file, and calls `body` for each row that ends in it, faulty ones included.
    package mutating func feed<E: Error>(_ piece: [UInt8], _ body: (DelimitedRow) throws(E) -> Void) throws(E) {
        var index = 0
        if isFirst {
            // The three bytes of the mark may arrive in separate pieces.
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
                // Copy the bytes up to the next special one at once.
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

    /// Ends the file: calls `body` for the last row, if no line end follows it.
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
