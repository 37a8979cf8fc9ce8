// SPDX-License-Identifier: Apache-2.0

/// One part of a udev rule: `SUBSYSTEM=="video4linux"`, `ENV{MAJOR}!=""`, `TAG+="uaccess"`. See udev(7).
public struct RuleToken: Codable, Hashable, Sendable {
    /// As written; udev's keys are upper case: `SUBSYSTEM`, `TAG`.
    public var key: String
    /// What stands in braces after the key.
    public var attribute: String?
    public var operation: Operation
    /// Unquoted. For a match, a pattern of the shell's kind, alternatives parted by `|`.
    public var value: String
    /// Written as `i"…"`: a match that ignores case (systemd 256 and later).
    public var ignoresCase: Bool

    public enum Operation: String, Codable, Hashable, Sendable {
        case equal = "=="
        case notEqual = "!="
        case assign = "="
        case add = "+="
        case remove = "-="
        /// Assigns, and forbids later changes.
        case assignFinal = ":="
    }

    public init(
        _ key: String, attribute: String? = nil, _ operation: Operation, _ value: String, ignoresCase: Bool = false
    ) {
        self.key = key
        self.attribute = attribute
        self.operation = operation
        self.value = value
        self.ignoresCase = ignoresCase
    }

    /// Whether it is a condition; else it changes something.
    public var isMatch: Bool { operation == .equal || operation == .notEqual }

    /// Whether the condition holds for a value.
    public func holds(for text: String) -> Bool {
        RulePattern.matches(value, text, ignoresCase: ignoresCase) == (operation == .equal)
    }
}

/// One rule: a line of a rules file, with the lines that continue it.
public struct RuleLine: Codable, Hashable, Sendable {
    /// Of its first line, from 1.
    public var number: Int
    /// As udev sees it: continued lines joined. Raw: escape it before showing it.
    public var text: String
    /// Empty when there is a fault.
    public var tokens: [RuleToken]
    /// Why udev ignores the line, a clause: "a value is not quoted".
    public var fault: String?

    public init(number: Int, text: String, tokens: [RuleToken], fault: String? = nil) {
        self.number = number
        self.text = text
        self.tokens = tokens
        self.fault = fault
    }

    public var matches: [RuleToken] { tokens.filter(\.isMatch) }
    public var assignments: [RuleToken] { tokens.filter { !$0.isMatch } }
}
