// SPDX-License-Identifier: Apache-2.0

/// Text for mdoc(7), the macros that mandoc and groff know.
enum Mdoc {
    /// A paragraph: a line a sentence, as mandoc asks for, and nothing taken for a request.
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

    /// Lines of 80 bytes at most, as mandoc asks for; what no space divides stays whole.
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

    /// Options keep their hyphens, which would else become typographic ones.
    static func escaped(_ text: String) -> String {
        var result = text.replacing("\\", with: "\\e").replacing("--", with: "\\-\\-")
        if let first = result.first, first == "." || first == "'" { result = "\\&" + result }
        return result
    }
}
