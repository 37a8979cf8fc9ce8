// SPDX-License-Identifier: Apache-2.0

public import StoredFiles

/// The name of a profile: part of a file's name, so never a path, a hidden file or something a terminal obeys.
public struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// Letters, digits, `-`, `_`, `.` and spaces inside; in any script.
    public init(_ text: String) throws(StoreError) {
        if let objection = StoredFile.objection(toName: text) {
            throw StoreError("cannot name a profile \"\(text)\": \(objection)")
        }
        self.text = text
    }

    public var description: String { text }
    static let ending = ".toml"
}
