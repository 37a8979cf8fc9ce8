// SPDX-License-Identifier: Apache-2.0

/// The user's command for a lamp, as words. `{percent}` (0 to 100) and `{state}` (`on` or `off`) are replaced by the
/// requested state. No shell runs it, so nothing else is expanded.
public struct CommandTemplate: Hashable, Sendable {
    public let words: [String]

    /// Why a text is not a valid command.
    public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
    }

    /// Splits a text at spaces outside quotes; a backslash escapes the next character, as in a shell.
    public init(_ text: String) throws(Malformed) {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " || character == "\t" {
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else {
            throw Malformed(description: "cannot use \(text) as the torch command: a quote or backslash is not closed")
        }
        if let whole = word { words.append(whole) }
        guard let program = words.first, !program.isEmpty else {
            throw Malformed(description: "cannot use an empty torch command: specify the program that switches the lamp")
        }
        guard words.contains(where: Self.hasMark) else {
            throw Malformed(
                description: "cannot use \(text) as the torch command: it is the same for on and off; "
                    + "add {percent} or {state} where the program expects the level")
        }
        guard !text.utf8.contains(0) else {
            throw Malformed(description: "cannot use \(text) as the torch command: it contains a NUL character")
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
    public func words(percent: Int) -> [String] {
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
