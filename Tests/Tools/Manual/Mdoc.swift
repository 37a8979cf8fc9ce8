// SPDX-License-Identifier: Apache-2.0

/// Formats text for mdoc(7), the macros of mandoc and groff.
enum Mdoc {
    /// A paragraph with one sentence per line, as mandoc requires. No line is taken for a request.
    static func text(_ paragraph: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in paragraph.split(whereSeparator: \.isWhitespace) {
            line += (line.isEmpty ? "" : " ") + word
            if let last = word.last, ".;:".contains(last), line.count > 40 || last == "." {
                lines += wrapped(escaped(line))
                line = ""
            }
        }
        if !line.isEmpty { lines += wrapped(escaped(line)) }
        return lines
    }

    /// Lines of at most 80 bytes, as mandoc requires; words are not split.
    static func wrapped(_ line: String) -> [String] {
        var lines = [""]
        for word in line.split(separator: " ") {
            if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].utf8.count + 1 + word.utf8.count > 80 {
                lines.append("")
            }
            lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
        }
        return lines.map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }
    }

    /// Escapes backslashes, leading dots, and double hyphens, which would become typographic ones.
    static func escaped(_ text: String) -> String {
        var result = text.replacing("\\", with: "\\e").replacing("--", with: "\\-\\-")
        if let first = result.first, first == "." || first == "'" { result = "\\&" + result }
        return result
    }
}
