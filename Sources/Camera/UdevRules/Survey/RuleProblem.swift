// SPDX-License-Identifier: Apache-2.0

/// Something in the rules that takes access away, never gave it, or gives too much.
public struct RuleProblem: Codable, Hashable, Sendable {
    public var kind: Kind
    /// Where it stands, without the root that was looked below.
    public var file: String
    /// From 1; `nil` when it is about the whole file.
    public var line: Int?
    /// One sentence with a full stop. Quotes files raw: escape it before showing it.
    public var explanation: String
    /// Whether somebody may lack access by it. Else it does no harm, or gives too much.
    public var costsAccess: Bool

    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Tagged `uaccess` after the line that makes ACLs of the tag has run.
        case lateUaccess = "late-uaccess"
        /// No file runs the builtin that makes ACLs of the tag.
        case noUaccessBuiltin = "no-uaccess-builtin"
        /// A later line takes the tag away again.
        case uaccessRemoved = "uaccess-removed"
        /// GROUP or OWNER names an account of people, which systemd 258 and later refuse.
        case nonSystemAccount = "non-system-account"
        /// GROUP or OWNER names no account of this machine.
        case unknownAccount = "unknown-account"
        /// MODE lets everybody write.
        case worldWritable = "world-writable"
        /// MODE lets the group neither read nor write.
        case closedToGroup = "closed-to-group"
        /// A file hides one of the same name, which gave access.
        case shadowed
        /// udev ignores a line about cameras, because it cannot be parsed.
        case malformed
    }

    public init(_ kind: Kind, file: String, line: Int?, costsAccess: Bool, _ explanation: String) {
        self.kind = kind
        self.file = file
        self.line = line
        self.costsAccess = costsAccess
        self.explanation = explanation
    }
}
