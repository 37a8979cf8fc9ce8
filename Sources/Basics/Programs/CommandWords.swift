// SPDX-License-Identifier: Apache-2.0

/// Splits a command line into words like a shell, without expansion and operators.
package enum CommandWords {
    /// Why a text is not a command line.
    package struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Splits at blanks. In single quotes every character is literal; in double quotes a backslash escapes `"`, `\`, `$` and
    /// `` ` ``; elsewhere it escapes any character. See: POSIX.1-2024, XCU 2.2.
    package static func split(_ text: String) throws(Malformed) -> [String] {
        enum Place { case plain, single, double }
        var words: [String] = []
        var word: String?
        var place = Place.plain
        var isEscaped = false
        func add(_ scalar: Unicode.Scalar) {
            var longer = word ?? ""
            longer.unicodeScalars.append(scalar)
            word = longer
        }
        for scalar in text.unicodeScalars {
            guard scalar != "\0" else { throw Malformed(description: "it contains a NUL, which an argument cannot") }
            switch place {
            case _ where isEscaped:
                isEscaped = false
                if place == .double, !"\"\\$`".unicodeScalars.contains(scalar) { add("\\") }
                add(scalar)
            case .single:
                if scalar == "'" { place = .plain } else { add(scalar) }
            case .double:
                switch scalar {
                case "\"": place = .plain
                case "\\": isEscaped = true
                default: add(scalar)
                }
            case .plain:
                switch scalar {
                case "'", "\"":
                    place = scalar == "'" ? .single : .double
                    word = word ?? ""
                case "\\": isEscaped = true
                case " ", "\t", "\n":
                    if let whole = word { words.append(whole) }
                    word = nil
                default: add(scalar)
                }
            }
        }
        guard place == .plain, !isEscaped else {
            throw Malformed(description: "it has an unclosed quote or ends with a backslash")
        }
        if let whole = word { words.append(whole) }
        return words
    }
}
