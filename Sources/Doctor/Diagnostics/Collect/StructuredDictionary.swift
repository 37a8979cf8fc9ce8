// SPDX-License-Identifier: Apache-2.0

/// A header's value in the form of a dictionary of structured fields. A value with one error is none at all, so that nothing of it counts.
///
/// Source: RFC 8941, Structured Field Values for HTTP, 4.2.
struct StructuredDictionary {
    enum Item: Hashable {
        case token(String)
        case string(String)
        /// A number, bytes or a Boolean; also of a key that stands alone.
        case other
    }

    /// What stands for a key.
    struct Member {
        /// One, or those of a list in brackets.
        var items: [Item] = []
        /// As it is sent, without its parameters.
        var written = ""
    }

    /// Of keys that come twice, the last one counts.
    private(set) var members: [String: Member] = [:]

    /// `nil` if the text has not that form.
    init?(_ text: String) {
        var rest = Rest(text)
        rest.skip(Self.blanks)
        while !rest.isEmpty {
            guard let key = rest.key(), let member = rest.member() else { return nil }
            members[key] = member
            rest.skip(Self.separators)
            if rest.isEmpty { break }
            guard rest.take(",") else { return nil }
            rest.skip(Self.separators)
            // One must follow.
            if rest.isEmpty { return nil }
        }
    }

    private static let (blanks, separators) = (Set(" ".utf8), Set(" \t".utf8))

    /// What is not read yet.
    private struct Rest {
        private var bytes: Substring.UTF8View

        init(_ text: String) { bytes = text[...].utf8 }

        var isEmpty: Bool { bytes.isEmpty }

        mutating func skip(_ known: Set<UInt8>) { bytes = bytes.drop(while: known.contains) }

        mutating func take(_ mark: Unicode.Scalar) -> Bool {
            guard bytes.first.map({ UInt32($0) == mark.value }) == true else { return false }
            bytes.removeFirst()
            return true
        }

        private mutating func run(_ known: Set<UInt8>) -> String {
            let found = bytes.prefix(while: known.contains)
            bytes = bytes[found.endIndex...]
            return String(decoding: found, as: UTF8.self)
        }

        private static let digits = Set("0123456789".utf8)
        private static let small = Set("abcdefghijklmnopqrstuvwxyz".utf8)
        private static let letters = small.union("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        private static let keys = small.union(digits).union("_-.*".utf8)
        private static let tokens = letters.union(digits).union("!#$%&'*+-.^_`|~:/".utf8)
        private static let base64 = letters.union(digits).union("+/=".utf8)

        mutating func key() -> String? {
            guard let first = bytes.first, Self.small.contains(first) || first == UInt8(ascii: "*") else { return nil }
            return run(Self.keys)
        }

        mutating func member() -> Member? {
            guard take("=") else { return parameters() ? Member(items: [.other]) : nil }
            let start = bytes
            guard let items = bytes.first == UInt8(ascii: "(") ? list() : item().map({ [$0] }) else { return nil }
            let written = String(decoding: start[..<bytes.startIndex], as: UTF8.self)
            return parameters() ? Member(items: items, written: written) : nil
        }

        private mutating func list() -> [Item]? {
            guard take("(") else { return nil }
            var items: [Item] = []
            while true {
                skip(StructuredDictionary.blanks)
                if take(")") { return items }
                guard let item = item(), parameters(), let next = bytes.first, next == UInt8(ascii: " ") || next == UInt8(ascii: ")") else {
                    return nil
                }
                items.append(item)
            }
        }

        private mutating func parameters() -> Bool {
            while take(";") {
                skip(StructuredDictionary.blanks)
                guard key() != nil, !take("=") || item() != nil else { return false }
            }
            return true
        }

        private mutating func item() -> Item? {
            guard let first = bytes.first else { return nil }
            if Self.letters.contains(first) || first == UInt8(ascii: "*") { return .token(run(Self.tokens)) }
            if take("\"") { return string() }
            if take(":") {
                _ = run(Self.base64)
                return take(":") ? .other : nil
            }
            if take("?") { return take("0") || take("1") ? .other : nil }
            return number()
        }

        private mutating func string() -> Item? {
            var text: [UInt8] = []
            while let byte = bytes.popFirst() {
                switch byte {
                case UInt8(ascii: "\""): return .string(String(decoding: text, as: UTF8.self))
                case UInt8(ascii: "\\"):
                    guard let next = bytes.popFirst(), next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") else { return nil }
                    text.append(next)
                case 0x20...0x7e: text.append(byte)
                default: return nil
                }
            }
            return nil
        }

        private mutating func number() -> Item? {
            _ = take("-")
            let whole = run(Self.digits).utf8.count
            guard take(".") else { return (1...15).contains(whole) ? .other : nil }
            return (1...12).contains(whole) && (1...3).contains(run(Self.digits).utf8.count) ? .other : nil
        }
    }
}
