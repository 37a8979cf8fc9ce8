// SPDX-License-Identifier: Apache-2.0

/// The keys of a YAML file in block style, by their indentation. Source: YAML 1.2, chapter 8.
///
/// What it does not understand makes a part of the file unknown: braces, anchors, tags and texts of several lines. It does not evaluate values.
struct YAMLOutline {
    fileprivate struct Line {
        var indent: Int
        var text: Substring
        var isItem: Bool { text == "-" || text.hasPrefix("- ") }
    }

    /// A key and what is below it.
    struct Entry {
        var key: String
        /// What follows the key in its line, as it is written; empty for nothing but a comment.
        var value: String
        /// The items and keys below it, without their indentation.
        var lines: [String] { below.map { String($0.text) } }
        fileprivate var below: [Line]

        /// The keys below it; empty if there are none, `nil` if they are not understood.
        var entries: [Entry]? { value.isEmpty ? YAMLOutline.entries(of: below[...]) : nil }
    }

    private let lines: [Line]

    /// `nil` for what is no such file.
    init?(_ text: String) {
        var lines: [Line] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let content = line.drop { $0 == " " }
            // Tabs may not indent.
            guard content.first != "\t" else { return nil }
            guard !content.isEmpty, content.first != "#", content != "---" else { continue }
            lines.append(Line(indent: line.count - content.count, text: content))
        }
        guard !lines.isEmpty else { return nil }
        self.lines = lines
    }

    /// The keys of the whole file; `nil` if they are not understood.
    var entries: [Entry]? { Self.entries(of: lines[...]) }

    private static func entries(of lines: ArraySlice<Line>) -> [Entry]? {
        guard let indent = lines.first?.indent else { return [] }
        var found: [Entry] = []
        for line in lines {
            // The items of a list may stand as far to the left as its key.
            if line.indent > indent || line.indent == indent && line.isItem && !found.isEmpty {
                found[found.count - 1].below.append(line)
                continue
            }
            guard line.indent == indent, let entry = entry(line.text) else { return nil }
            found.append(entry)
        }
        return found
    }

    private static func entry(_ text: Substring) -> Entry? {
        guard let first = text.first, !"-{[?&*!<|>".contains(first) else { return nil }
        var key: Substring
        var rest: Substring
        if first == "\"" || first == "'" {
            guard let end = text.dropFirst().firstIndex(of: first) else { return nil }
            key = text[text.index(after: text.startIndex)..<end]
            rest = text[text.index(after: end)...].drop { $0 == " " }
            guard rest.first == ":" else { return nil }
            rest = rest.dropFirst()
        } else {
            guard let colon = text.firstRange(of: ": ")?.lowerBound ?? (text.last == ":" ? text.index(before: text.endIndex) : nil) else { return nil }
            key = text[..<colon]
            rest = text[text.index(after: colon)...]
        }
        let value = rest.drop { $0 == " " }
        return Entry(key: String(key), value: value.first == "#" ? "" : String(value), below: [])
    }
}
