// SPDX-License-Identifier: Apache-2.0

/// A substitution as `sed` writes it: `s/PATTERN/REPLACEMENT/`, with any character for the slash and the flags `g` (every
/// match) and `i` (capitals and small letters are the same).
///
/// In the replacement `&` is what matched and `\1` to `\9` are its groups; `\n`, `\t` and `\\` are what they always are.
public struct TextTransform {
    /// Why a text is no substitution.
    public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String
    }

    private enum Piece {
        case text(String)
        case group(Int)
    }

    private let pattern: TextPattern
    private let replacement: [Piece]
    private let isGlobal: Bool

    public init(_ text: String) throws(Malformed) {
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
                // The mark itself, else an escape that the pattern or the replacement understands.
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

    /// The text with the first match replaced, or every one.
    public func applied(to text: String) -> String {
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
