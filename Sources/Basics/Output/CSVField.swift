// SPDX-License-Identifier: Apache-2.0

/// Fields of comma-separated values, RFC 4180, safe to open in a spreadsheet.
public enum CSVField {
    /// Strangers' text. What a spreadsheet would take for a formula (it begins with =, +, -, @, a tab or a carriage
    /// return, also behind blanks) gets an apostrophe before it, which spreadsheets show as nothing; controls are
    /// escaped as on a terminal. Source: OWASP, CSV Injection.
    public static func text(_ text: String) -> String {
        let visible = VisibleText.escape(text)
        // Full-width forms, which some spreadsheets fold into the same, included.
        let starts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "|", "%"]
        let first = visible.unicodeScalars.first { $0 != " " && $0 != "\u{a0}" }
        // An escaped tab or return begins with a backslash: it is none any more.
        let guarded = first.map(starts.contains) == true ? "'" + visible : visible
        let needsQuotes = guarded.unicodeScalars.contains {
            $0 == "," || $0 == "\"" || $0 == "\n" || $0 == ";" || $0 == " "
        }
        guard needsQuotes || guarded.hasPrefix("'") else { return guarded }
        return "\"" + guarded.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// A number of ours with at most so many decimals; empty where there is none.
    public static func number(_ value: Double?, decimals: Int) -> String {
        value.flatMap { JSONValue.fixed($0, decimals: decimals) } ?? ""
    }
}
