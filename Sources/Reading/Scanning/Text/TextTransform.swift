// SPDX-License-Identifier: Apache-2.0

/// A substitution in the syntax of `sed`: `s/PATTERN/REPLACEMENT/`, with any separator and the flags `g` (replace every
/// match) and `i` (ignore case).
///
/// In the replacement, `&` is the match, `\1` to `\9` are its groups, and `\n`, `\t` and `\\` have their usual meaning.
package struct TextTransform {
    /// Why a text is not a valid substitution.
    package struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        package var description: String
    }

    private enum Piece {
        case text(String)
        case group(Int)
    }

    private let pattern: TextPattern
    private let replacement: [Piece]
    private let isGlobal: Bool

    package init(_ text: String) throws(Malformed) {
        let characters = Array(text)
        guard characters.count >= 4, characters[0] == "s" else {
            throw Malformed(description: "write it as s/PATTERN/REPLACEMENT/")
        }
        let mark = characters[1]
        guard !mark.isLetter, !mark.isNumber, mark != "\\", !mark.isNewline else {
            throw Malformed(
                description: "its separator must not be a letter, digit or backslash: s/PATTERN/REPLACEMENT/")
        }
        var parts = [""]
        var index = 2
        while index < characters.count, parts.count < 3 {
            if characters[index] == "\\", index + 1 < characters.count {
                // The separator itself, or an escape for the pattern or the replacement.
                parts[parts.count - 1] += characters[index + 1] == mark ? "\(mark)" : "\\\(characters[index + 1])"
                index += 2
                continue
            }
            if characters[index] == mark { parts.append("") } else { parts[parts.count - 1].append(characters[index]) }
            index += 1
        }
        guard parts.count == 3 else {
            throw Malformed(
                description: "it needs the separator \(mark) three times: s\(mark)PATTERN\(mark)REPLACEMENT\(mark)")
        }
        let flags = characters[index...]
        guard flags.allSatisfy({ $0 == "g" || $0 == "i" }) else {
            throw Malformed(description: "its flags can only be g and i")
        }
        guard !parts[0].isEmpty else { throw Malformed(description: "its pattern is empty") }
        pattern = try TextPattern(parts[0], ignoresCase: flags.contains("i"))
        replacement = try Self.pieces(parts[1], groups: pattern.groups)
        isGlobal = flags.contains("g")
    }

    /// The text with the first match, or every match, replaced.
    package func applied(to text: String) -> String {
        var result = ""
        var end = text.startIndex
        for match in pattern.matches(in: text, first: !isGlobal) {
            result += text[end..<match.range.lowerBound]
            for piece in replacement {
                switch piece {
                case .text(let text): result += text
                case .group(let number): result += match.groups.dropFirst(number).first.flatMap { $0 } ?? ""
                }
            }
            end = match.range.upperBound
        }
        return result + text[end...]
    }

    private static func pieces(_ text: String, groups: Int) throws(Malformed) -> [Piece] {
        var pieces: [Piece] = []
        func add(_ character: Character) {
            if case .text(let before) = pieces.last {
                pieces[pieces.count - 1] = .text(before + "\(character)")
            } else {
                pieces.append(.text("\(character)"))
            }
        }
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "\\", let next = rest.popFirst() else {
                if character == "&" { pieces.append(.group(0)) } else { add(character) }
                continue
            }
            switch next {
            case "n": add("\n")
            case "t": add("\t")
            case "1"..."9":
                let number = next.wholeNumberValue!
                guard number <= groups else {
                    throw Malformed(description: "its replacement names group \(number), but the pattern has \(groups)")
                }
                pieces.append(.group(number))
            default: add(next)
            }
        }
        return pieces
    }
}
