// SPDX-License-Identifier: Apache-2.0

/// One part of a udev rule: `SUBSYSTEM=="video4linux"`, `ENV{MAJOR}!=""`, `TAG+="uaccess"`. See udev(7).
public struct RuleToken: Codable, Hashable, Sendable {
    /// As written; udev's keys are in upper case: `SUBSYSTEM`, `TAG`.
    public var key: String
    /// The text in braces after the key.
    public var attribute: String?
    public var operation: Operation
    /// Without quotes. For a match, a shell-like pattern, with `|` between alternatives.
    public var value: String
    /// Written as `i"…"`: a case-insensitive match (systemd 256 and later).
    public var ignoresCase: Bool

    public enum Operation: String, Codable, Hashable, Sendable {
        case equal = "=="
        case notEqual = "!="
        case assign = "="
        case add = "+="
        case remove = "-="
        /// Assigns, and prevents later changes.
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

    /// Whether it is a condition; otherwise it is an assignment.
    public var isMatch: Bool { operation == .equal || operation == .notEqual }

    /// Whether the condition is true for a value.
    public func holds(for text: String) -> Bool {
        RulePattern.matches(value, text, ignoresCase: ignoresCase) == (operation == .equal)
    }
}

/// One rule: a line of a rules file with its continuation lines.
public struct RuleLine: Codable, Hashable, Sendable {
    /// The number of its first line, from 1.
    public var number: Int
    /// As udev sees it, with continuation lines joined. Raw: escape before showing.
    public var text: String
    /// Empty if there is a fault.
    public var tokens: [RuleToken]
    /// Why udev ignores the line, as a clause: "a value is not quoted".
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
