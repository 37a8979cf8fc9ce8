// SPDX-License-Identifier: Apache-2.0

package import StoredFiles

/// The name of a profile. It is part of a file name, so it is never a path, a hidden file or a control sequence.
package struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Allows letters and digits of any script, `-`, `_`, `.`, and spaces inside.
    package init(_ text: String) throws(StoreError) {
        if let objection = StoredFile.objection(toName: text) {
            throw StoreError("cannot name a profile \"\(text)\": \(objection)")
        }
        self.text = text
    }

    package var description: String { text }
    static let ending = ".toml"
}
