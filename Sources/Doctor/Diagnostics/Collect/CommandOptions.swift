// SPDX-License-Identifier: Apache-2.0

/// Finds options in the words of a command line. As for getopt(3), the last of several counts.
enum CommandOptions {
    /// `-f 10`, `--fps=10` or `-F25`, and its value.
    static func last(_ names: [String], in words: [String]) -> (text: String, value: String)? {
        var found: (text: String, value: String)?
        for (index, word) in words.enumerated() {
            if names.contains(word) {
                if index + 1 < words.count { found = ("\(word) \(words[index + 1])", words[index + 1]) }
            } else if let name = names.first(where: { word.hasPrefix($0 + "=") }) {
                found = (word, String(word.dropFirst(name.count + 1)))
            } else if let name = names.first(where: { $0.count == 2 && word.hasPrefix($0) }), word.dropFirst(name.count).first?.isNumber == true {
                found = (word, String(word.dropFirst(name.count)))
            }
        }
        return found
    }

    /// `-fMJPG`, of an option whose value can be left out and is never the next word. The value is empty without one.
    static func joined(_ name: String, in words: [String]) -> (text: String, value: String)? {
        words.last { $0.hasPrefix(name) }.map { ($0, String($0.dropFirst(name.count))) }
    }
}
