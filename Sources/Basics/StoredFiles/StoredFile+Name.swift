// SPDX-License-Identifier: Apache-2.0

extension StoredFile {
    /// Bytes of a name that a user gives to something we keep.
    public static let nameLimit = 64

    /// Why a text cannot be the name of a file that we keep; `nil` when it can. Such a name is never a path, a hidden file or
    /// something that a terminal obeys: letters, digits, `-`, `_`, `.` and spaces inside, in any script.
    public static func objection(toName text: String) -> String? {
        guard !text.isEmpty else { return "a name has at least one letter" }
        guard text.utf8.count <= nameLimit else { return "it is longer than \(nameLimit) bytes" }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .nonspacingMark, .spacingMark:
                true
            default: "-_. ".unicodeScalars.contains(scalar)
            }
        }
        guard isPlain else { return "it takes letters, digits, -, _, . and spaces" }
        guard let first = text.unicodeScalars.first, !".- ".unicodeScalars.contains(first), text.last != " " else {
            return "it begins with a letter or digit, and does not end with a space"
        }
        return nil
    }
}
