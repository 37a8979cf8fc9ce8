// SPDX-License-Identifier: Apache-2.0

/// Finds any of many phrases in a line, in one pass over its bytes, whatever the case of ASCII letters.
///
/// A kernel log has thousands of lines and more than a hundred phrases are looked for. Asking `String.contains` for each takes more than
/// a tenth of a millisecond a line, which on a small board made up most of an examination.
struct Phrases: Sendable {
    /// In order of their first bytes.
    private let phrases: [[UInt8]]
    /// The second byte of each, or 0 for one of a single byte.
    private let seconds: [UInt8]
    /// Where those begin that start with a byte; the last entry is their number.
    private let starts: [Int]

    init(_ phrases: some Sequence<String>) {
        self.phrases = phrases.map { Self.bytes(of: $0) }.filter { !$0.isEmpty }.sorted { $0[0] < $1[0] }
        seconds = self.phrases.map { $0.count > 1 ? $0[1] : 0 }
        var starts = Array(repeating: 0, count: 257)
        for phrase in self.phrases { starts[Int(phrase[0]) + 1] += 1 }
        for byte in 1...256 { starts[byte] += starts[byte - 1] }
        self.starts = starts
    }

    /// The bytes of a line, in small letters, in which phrases are looked for.
    static func bytes(of line: some StringProtocol) -> [UInt8] {
        line.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    func isIn(_ line: some StringProtocol) -> Bool { isIn(Self.bytes(of: line)) }

    /// - Parameter bytes: see `bytes(of:)`.
    func isIn(_ bytes: [UInt8]) -> Bool {
        for place in bytes.indices {
            let first = Int(bytes[place])
            guard starts[first] < starts[first + 1] else { continue }
            let next = place + 1 < bytes.count ? bytes[place + 1] : 0
            for index in starts[first]..<starts[first + 1] where seconds[index] == next || phrases[index].count == 1 {
                let phrase = phrases[index]
                guard phrase.count <= bytes.count - place else { continue }
                if (1..<phrase.count).allSatisfy({ bytes[place + $0] == phrase[$0] }) { return true }
            }
        }
        return false
    }
}
