// SPDX-License-Identifier: Apache-2.0

internal import Programs

/// A user's command for a lamp: words in which `{percent}` (0 to 100) and `{state}` (`on` or `off`) are replaced. No
/// shell runs it, so nothing else is expanded.
package struct CommandTemplate: Hashable, Sendable {
    package let words: [String]

    /// Why a text is not a valid command.
    package struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Splits a text as `CommandWords` does.
    package init(_ text: String) throws(Malformed) {
        let words: [String]
        do throws(CommandWords.Malformed) {
            words = try CommandWords.split(text)
        } catch {
            throw Malformed(description: "cannot use \(text) as torch command: \(error.description)")
        }
        guard let program = words.first, !program.isEmpty else {
            throw Malformed(description: "cannot use an empty torch command: specify the program that switches the lamp")
        }
        guard words.contains(where: Self.hasMark) else {
            throw Malformed(
                description: "cannot use \(text) as the torch command: it is the same for on and off; "
                    + "add {percent} or {state} where the program expects the level")
        }
        self.words = words
    }

    /// From words that were split before.
    init?(words: [String]) {
        guard let program = words.first, !program.isEmpty, words.contains(where: Self.hasMark),
            !words.contains(where: { $0.utf8.contains(0) })
        else { return nil }
        self.words = words
    }

    private static func hasMark(_ word: String) -> Bool { word.contains("{percent}") || word.contains("{state}") }

    /// The words to run for 0 to 100 percent.
    package func words(percent: Int) -> [String] {
        words.map { word in
            Self.replace(
                "{state}", with: percent > 0 ? "on" : "off", in: Self.replace("{percent}", with: "\(percent)", in: word)
            )
        }
    }

    private static func replace(_ mark: String, with text: String, in word: String) -> String {
        var result = ""
        var rest = word[...]
        while !rest.isEmpty {
            if rest.hasPrefix(mark) {
                result += text
                rest = rest.dropFirst(mark.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
