// SPDX-License-Identifier: Apache-2.0

extension StoredFile {
    /// The longest name that a user may choose for a stored file, bytes.
    package static let nameLimit = 64

    /// Why a text cannot name a stored file, as a clause; `nil` if it can. Allowed are letters, digits, `-`, `_`, `.` and
    /// spaces inside, in any script: a name is never a path, a hidden file or a terminal control sequence.
    package static func objection(toName text: String) -> String? {
        guard !text.isEmpty else { return "it is empty" }
        guard text.utf8.count <= nameLimit else { return "it is longer than \(nameLimit) bytes" }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .nonspacingMark, .spacingMark:
                true
            default: "-_. ".unicodeScalars.contains(scalar)
            }
        }
        guard isPlain else { return "only letters, digits, -, _, . and spaces are allowed" }
        guard let first = text.unicodeScalars.first, !".- ".unicodeScalars.contains(first), text.last != " " else {
            return "it must start with a letter or digit and must not end with a space"
        }
        return nil
    }
}
