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
                lines.append(escaped(line))
                line = ""
            }
        }
        if !line.isEmpty { lines.append(escaped(line)) }
        return lines
    }

    /// Options keep their hyphens, which would else become typographic ones.
    static func escaped(_ text: String) -> String {
        var result = text.replacing("\\", with: "\\e").replacing("--", with: "\\-\\-")
        if let first = result.first, first == "." || first == "'" { result = "\\&" + result }
        return result
    }
}
