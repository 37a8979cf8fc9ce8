// SPDX-License-Identifier: Apache-2.0

/// Parses a udev rules file as udevd does: `parse_file` and `parse_line` in systemd's `udev-rules.c`.
///
/// Accepts any bytes. A line that udevd would ignore is returned with a fault.
package enum RuleParser {
    /// The longest line that udevd accepts, including continuation lines. Source: `UTIL_LINE_SIZE`.
    package static let lineLimit = 16384

    /// Every rule of the file, without comments and empty lines.
    package static func parse(_ bytes: [UInt8]) -> [RuleLine] {
        var lines: [RuleLine] = []
        var joined: [UInt8] = []
        var start: Int?
        var isTooLong = false
        var number = 0
        for physical in bytes.split(separator: newline, omittingEmptySubsequences: false) {
            number += 1
            let line = physical.drop(while: isSpace)
            // Comments may also come between a line and its continuation.
            if line.first == UInt8(ascii: "#") { continue }
            let isContinued = line.last == backslash
            if start == nil { start = number }
            isTooLong = isTooLong || joined.count + line.count >= lineLimit
            if !isTooLong { joined += isContinued ? line.dropLast() : line }
            if isContinued { continue }
            if let first = start, isTooLong || !joined.allSatisfy(isSpace) {
                lines.append(rule(joined, first, isTooLong))
            }
            (joined, start, isTooLong) = ([], nil, false)
        }
        if let start, !joined.isEmpty || isTooLong {
            let text = String(decoding: joined, as: UTF8.self)
            lines.append(
                RuleLine(number: start, text: text, tokens: [], fault: "the file ends in the middle of a continued line"))
        }
        return lines
    }

    package static func parse(_ text: String) -> [RuleLine] { parse(Array(text.utf8)) }

    private static func rule(_ bytes: [UInt8], _ number: Int, _ isTooLong: Bool) -> RuleLine {
        let text = String(decoding: bytes, as: UTF8.self)
        if isTooLong {
            return RuleLine(number: number, text: text, tokens: [], fault: "it is longer than \(lineLimit) bytes")
        }
        var reader = TokenReader(bytes)
        var tokens: [RuleToken] = []
        do throws(TokenFault) {
            while let token = try reader.next() { tokens.append(token) }
        } catch {
            return RuleLine(number: number, text: text, tokens: [], fault: error.clause)
        }
        return RuleLine(number: number, text: text, tokens: tokens)
    }

    static let newline = UInt8(ascii: "\n")
    static let backslash = UInt8(ascii: "\\")
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
