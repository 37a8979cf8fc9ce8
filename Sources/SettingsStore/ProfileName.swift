// SPDX-License-Identifier: Apache-2.0

/// The name of a profile: part of a file's name, so never a path, a hidden file or something a terminal obeys.
public struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public static let limit = 64

    /// Letters, digits, `-`, `_`, `.` and spaces inside; in any script.
    public init(_ text: String) throws(StoreError) {
        if let objection = Self.objection(to: text) {
            throw StoreError("cannot name a profile \"\(text)\": \(objection)")
        }
        self.text = text
    }

    /// Why a text is no name for a file of ours; `nil` when it is one.
    public static func objection(to text: String) -> String? {
        guard !text.isEmpty else { return "a name has at least one letter" }
        guard text.utf8.count <= limit else { return "it is longer than \(limit) bytes" }
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

    public var description: String { text }
    static let ending = ".toml"
}
