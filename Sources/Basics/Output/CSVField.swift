// SPDX-License-Identifier: Apache-2.0

/// Fields of comma-separated values, RFC 4180, safe to open in a spreadsheet.
package enum CSVField {
    /// Untrusted text as a field. Text that a spreadsheet would take for a formula (it starts with =, +, -, @, a tab or a
    /// carriage return, also after blanks) gets a leading apostrophe, which spreadsheets hide. Control characters are
    /// escaped as on a terminal. Source: OWASP, CSV Injection.
    package static func text(_ text: String) -> String {
        let visible = VisibleText.escape(text)
        // Includes full-width forms, which some spreadsheets treat alike.
        let starts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "|", "%"]
        let first = visible.unicodeScalars.first { $0 != " " && $0 != "\u{a0}" }
        // A tab or carriage return is escaped already and starts with a backslash.
        let guarded = first.map(starts.contains) == true ? "'" + visible : visible
        let needsQuotes = guarded.unicodeScalars.contains {
            $0 == "," || $0 == "\"" || $0 == "\n" || $0 == ";" || $0 == " "
        }
        guard needsQuotes || guarded.hasPrefix("'") else { return guarded }
        return "\"" + guarded.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// A number with at most `decimals` decimals; empty for `nil`.
    package static func number(_ value: Double?, decimals: Int) -> String {
        value.flatMap { JSONValue.fixed($0, decimals: decimals) } ?? ""
    }
}
