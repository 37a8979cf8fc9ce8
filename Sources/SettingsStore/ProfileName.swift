// SPDX-License-Identifier: Apache-2.0

/// The name of a profile: part of a file's name, so never a path, a hidden file or something a terminal obeys.
public struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public static let limit = 64

    /// Letters, digits, `-`, `_`, `.` and spaces inside; in any script.
    public init(_ text: String) throws(StoreError) {
        func refused(_ reason: String) -> StoreError { StoreError("cannot name a profile \"\(text)\": \(reason)") }
        guard !text.isEmpty else { throw refused("a name has at least one letter") }
        guard text.utf8.count <= Self.limit else { throw refused("it is longer than \(Self.limit) bytes") }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .nonspacingMark, .spacingMark:
                true
            default: "-_. ".unicodeScalars.contains(scalar)
            }
        }
        guard isPlain else { throw refused("it takes letters, digits, -, _, . and spaces") }
        guard let first = text.unicodeScalars.first, !".- ".unicodeScalars.contains(first), text.last != " " else {
            throw refused("it begins with a letter or digit, and does not end with a space")
        }
        self.text = text
    }

    public var description: String { text }
    static let ending = ".toml"
}
