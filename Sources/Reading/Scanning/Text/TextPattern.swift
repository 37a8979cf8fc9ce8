// SPDX-License-Identifier: Apache-2.0

/// A regular expression in the syntax of Swift's standard library, which is that of PCRE and Perl.
///
/// A character is a Unicode scalar, as in other programs, so that `.` matches a carriage return and a line feed
/// separately.
package struct TextPattern {
    struct Match {
        var range: Range<String.Index>
        /// The whole match, then each group; `nil` for a group that did not take part.
        var groups: [Substring?]
    }

    private let regex: Regex<AnyRegexOutput>
    /// The number of groups.
    let groups: Int

    package init(_ pattern: String, ignoresCase: Bool = false) throws(TextTransform.Malformed) {
        do {
            regex = try Regex(pattern).ignoresCase(ignoresCase).matchingSemantics(.unicodeScalar)
        } catch {
            throw TextTransform.Malformed(description: "its pattern is not a valid regular expression")
        }
        groups = Self.groups(in: pattern)
    }

    /// Whether the pattern is found anywhere in the text.
    package func isFound(in text: String) -> Bool { (try? regex.firstMatch(in: text)) != nil }

    func matches(in text: String, first: Bool) -> [Match] {
        let found = first ? [try? regex.firstMatch(in: text)].compactMap { $0 } : text.matches(of: regex)
        return found.map { match in Match(range: match.range, groups: match.output.map(\.substring)) }
    }

    /// Counts opening parentheses of groups: not escaped, not in brackets, and not followed by a question mark except for
    /// named groups.
    private static func groups(in pattern: String) -> Int {
        let characters = Array(pattern)
        var (count, index, isInBrackets) = (0, 0, false)
        while index < characters.count {
            switch characters[index] {
            case "\\": index += 1
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case "(" where !isInBrackets:
                let next = characters[(index + 1)...].prefix(3)
                let isNamed =
                    next.starts(with: "?<") && next.last != "=" && next.last != "!" || next.starts(with: "?P<")
                if next.first != "?" || isNamed { count += 1 }
            default: break
            }
            index += 1
        }
        return count
    }
}
