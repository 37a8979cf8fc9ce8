// SPDX-License-Identifier: Apache-2.0

internal import Output

/// Formats numbers, lists and shell words for sentences and commands.
enum Words {
    /// A number with at most `decimals` places, without trailing zeros.
    static func number(_ value: Double, decimals: Int = 1) -> String {
        JSONValue.fixed(value, decimals: decimals) ?? "?"
    }

    /// `a`, `a and b`, `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }

    static func shell(_ word: String) -> String { ShellWord.quoted(word) }
}

extension CheckReport {
    /// A check whose evidence is missing.
    static func unseen<Value>(_ id: CheckID, _ observation: Observation<Value>) -> CheckReport {
        CheckReport(id, .unknown, observation.unknown ?? "it was not examined")
    }
}
