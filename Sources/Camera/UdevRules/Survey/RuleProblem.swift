// SPDX-License-Identifier: Apache-2.0

/// A problem of the rules: they remove access, never gave it, or give too much.
package struct RuleProblem: Codable, Hashable, Sendable {
    package var kind: Kind
    /// The path without the root of the survey.
    package var file: String
    /// From 1; `nil` if it concerns the whole file.
    package var line: Int?
    /// One sentence with a full stop. Quotes files raw: escape before showing.
    package var explanation: String
    /// Whether somebody may lack access because of it. If not, it is harmless, or gives too much access.
    package var costsAccess: Bool

    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Tagged `uaccess` after the line that turns the tag into ACLs has run.
        case lateUaccess = "late-uaccess"
        /// No file runs the builtin that turns the tag into ACLs.
        case noUaccessBuiltin = "no-uaccess-builtin"
        /// A later line removes the tag.
        case uaccessRemoved = "uaccess-removed"
        /// GROUP or OWNER names an account that is not a system account, which systemd 258 and later reject.
        case nonSystemAccount = "non-system-account"
        /// GROUP or OWNER names an account that does not exist on this machine.
        case unknownAccount = "unknown-account"
        /// MODE lets everybody write.
        case worldWritable = "world-writable"
        /// MODE does not let the group read and write.
        case closedToGroup = "closed-to-group"
        /// A file hides another of the same name, which gave access.
        case shadowed
        /// udev ignores a line about cameras, because it cannot be parsed.
        case malformed
    }

    package init(_ kind: Kind, file: String, line: Int?, costsAccess: Bool, _ explanation: String) {
        self.kind = kind
        self.file = file
        self.line = line
        self.costsAccess = costsAccess
        self.explanation = explanation
    }
}
