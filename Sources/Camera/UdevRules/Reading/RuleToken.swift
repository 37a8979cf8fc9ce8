// SPDX-License-Identifier: Apache-2.0

/// One part of a udev rule: `SUBSYSTEM=="video4linux"`, `ENV{MAJOR}!=""`, `TAG+="uaccess"`. See udev(7).
package struct RuleToken: Codable, Hashable, Sendable {
    /// As written; udev's keys are in upper case: `SUBSYSTEM`, `TAG`.
    package var key: String
    /// The text in braces after the key.
    package var attribute: String?
    package var operation: Operation
    /// Without quotes. For a match, a shell-like pattern, with `|` between alternatives.
    package var value: String
    /// Written as `i"…"`: a case-insensitive match (systemd 256 and later).
    package var ignoresCase: Bool

    package enum Operation: String, Codable, Hashable, Sendable {
        case equal = "=="
        case notEqual = "!="
        case assign = "="
        case add = "+="
        case remove = "-="
        /// Assigns, and prevents later changes.
        case assignFinal = ":="
    }

    package init(
        _ key: String, attribute: String? = nil, _ operation: Operation, _ value: String, ignoresCase: Bool = false
    ) {
        self.key = key
        self.attribute = attribute
        self.operation = operation
        self.value = value
        self.ignoresCase = ignoresCase
    }

    /// Whether it is a condition; otherwise it is an assignment.
    package var isMatch: Bool { operation == .equal || operation == .notEqual }

    /// Whether the condition is true for a value.
    package func holds(for text: String) -> Bool {
        RulePattern.matches(value, text, ignoresCase: ignoresCase) == (operation == .equal)
    }
}

/// One rule: a line of a rules file with its continuation lines.
package struct RuleLine: Codable, Hashable, Sendable {
    /// The number of its first line, from 1.
    package var number: Int
    /// As udev sees it, with continuation lines joined. Raw: escape before showing.
    package var text: String
    /// Empty if there is a fault.
    package var tokens: [RuleToken]
    /// Why udev ignores the line, as a clause: "a value is not quoted".
    package var fault: String?

    package init(number: Int, text: String, tokens: [RuleToken], fault: String? = nil) {
        self.number = number
        self.text = text
        self.tokens = tokens
        self.fault = fault
    }

    package var matches: [RuleToken] { tokens.filter(\.isMatch) }
    package var assignments: [RuleToken] { tokens.filter { !$0.isMatch } }
}
