// SPDX-License-Identifier: Apache-2.0

internal import Terminal

/// Lines written to the terminal while the preview covers it.
struct PreviewLog: Sendable {
    private struct Piece: Sendable {
        var bytes: [UInt8]
        var isResult: Bool
    }

    /// Bytes kept for printing: about a day of scans. The history has older ones.
    private static let most = 4 << 20
    private static let mostShown = 50

    /// The newest lines, shown in the preview.
    private(set) var lines: [String] = []
    private var kept: [Piece] = []
    private var size = 0
    private var forgotten = 0

    mutating func take(_ bytes: [UInt8], isResult: Bool) {
        kept.append(Piece(bytes: bytes, isResult: isResult))
        size += bytes.count
        if size > Self.most {
            // A quarter at once: removing single lines would move all others each time.
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

    /// Prints the kept lines.
    func print() {
        if forgotten > 0 {
            Console.note("\(forgotten) older lines are not printed again; candela history lists the scans")
        }
        for piece in kept {
            if piece.isResult {
                // The terminal was writable a moment ago.
                try? Console.write(piece.bytes)
            } else {
                Console.progress(String(decoding: piece.bytes, as: UTF8.self))
            }
        }
    }
}
