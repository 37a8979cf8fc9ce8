// SPDX-License-Identifier: Apache-2.0

/// Patterns of udev matches: `*`, `?`, `[a-z]`, `[!a-z]`, a backslash before a literal character, `|` between
/// alternatives. Compares bytes, as udevd does in its C locale.
package enum RulePattern {
    package static func matches(_ pattern: String, _ text: String, ignoresCase: Bool = false) -> Bool {
        let text = Array(ignoresCase ? text.lowercased().utf8 : text.utf8)
        let pattern = Array(ignoresCase ? pattern.lowercased().utf8 : pattern.utf8)
        return pattern.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            .contains { glob(Array($0), text) }
    }

    /// Backtracks to the last star only, so the time is limited by the product of the lengths.
    private static func glob(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var place = 0
        var read = 0
        var star: (place: Int, read: Int)?
        while read < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, read)
                place += 1
            } else if let next = single(pattern, place, text[read]) {
                place = next
                read += 1
            } else if let last = star {
                star = (last.place, last.read + 1)
                place = last.place + 1
                read = last.read + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// The pattern position after a match of one byte; `nil` if it does not match.
    private static func single(_ pattern: [UInt8], _ place: Int, _ byte: UInt8) -> Int? {
        guard place < pattern.count else { return nil }
        switch pattern[place] {
        case UInt8(ascii: "?"): return place + 1
        case UInt8(ascii: "\\") where place + 1 < pattern.count: return pattern[place + 1] == byte ? place + 2 : nil
        case UInt8(ascii: "["):
            guard let (matches, next) = bracket(pattern, place, byte) else { fallthrough }
            return matches ? next : nil
        default: return pattern[place] == byte ? place + 1 : nil
        }
    }

    /// Matches `[a-z]` or `[!a-z]`; `nil` if the bracket is not closed and therefore is a literal.
    private static func bracket(_ pattern: [UInt8], _ place: Int, _ byte: UInt8) -> (matches: Bool, next: Int)? {
        var index = place + 1
        let isNegated =
            index < pattern.count && (pattern[index] == UInt8(ascii: "!") || pattern[index] == UInt8(ascii: "^"))
        if isNegated { index += 1 }
        var matches = false
        var isFirst = true
        while index < pattern.count {
            if pattern[index] == UInt8(ascii: "]"), !isFirst { return (matches != isNegated, index + 1) }
            isFirst = false
            if index + 2 < pattern.count, pattern[index + 1] == UInt8(ascii: "-"),
                pattern[index + 2] != UInt8(ascii: "]")
            {
                if pattern[index] <= byte, byte <= pattern[index + 2] { matches = true }
                index += 3
            } else {
                if pattern[index] == byte { matches = true }
                index += 1
            }
        }
        return nil
    }
}
