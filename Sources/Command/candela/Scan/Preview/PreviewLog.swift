// SPDX-License-Identifier: Apache-2.0

internal import Terminal

/// Lines that were meant for the terminal while the preview was on it.
struct PreviewLog: Sendable {
    private struct Piece: Sendable {
        var bytes: [UInt8]
        var isResult: Bool
    }

    /// What is kept to be printed: a day of scans; older lines are in the history.
    private static let most = 4 << 20
    private static let mostShown = 50

    /// The newest lines, for showing.
    private(set) var lines: [String] = []
    private var kept: [Piece] = []
    private var size = 0
    private var forgotten = 0

    mutating func take(_ bytes: [UInt8], isResult: Bool) {
        kept.append(Piece(bytes: bytes, isResult: isResult))
        size += bytes.count
        if size > Self.most {
            // A quarter at once, so that not each line moves all others.
            while size > Self.most * 3 / 4, let first = kept.first {
                size -= first.bytes.count
                forgotten += 1
                kept.removeFirst()
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        lines += text.split(separator: "\n").map(String.init)
        if lines.count > Self.mostShown { lines.removeFirst(lines.count - Self.mostShown) }
    }

    mutating func forgetKept() {
        kept = []
        (size, forgotten) = (0, 0)
    }

    /// Prints what was kept.
    func print() {
        if forgotten > 0 {
            Console.note("\(forgotten) earlier lines are not printed again; candela history lists what was read")
        }
        for piece in kept {
            if piece.isResult {
                // The terminal was there a moment ago.
                try? Console.write(piece.bytes)
            } else {
                Console.progress(String(decoding: piece.bytes, as: UTF8.self))
            }
        }
    }
}
