// SPDX-License-Identifier: Apache-2.0

/// Parses the JSON of tables: one-line objects of plain values, and arrays of strings. Nested values stay JSON text.
/// See RFC 8259.
package struct FlatJSON {
    /// Why a text is invalid.
    package struct Fault: Error, Hashable {
        package var description: String
    }

    /// The maximum nesting depth of arrays and objects.
    private static let deepest = 64

    private let bytes: [UInt8]
    private var place = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The members of one object in order. Strings are unescaped; numbers stay as written; `null` becomes empty;
    /// objects and arrays stay JSON text.
    ///
    /// - Parameter bytes: UTF-8.
    package static func members(_ bytes: [UInt8]) throws(Fault) -> [(key: String, value: String)] {
        var reader = FlatJSON(bytes)
        var members: [(key: String, value: String)] = []
        try reader.take("{", "it is not a JSON object")
        if !reader.takes("}") {
            repeat {
                reader.skipBlanks()
                let key = try reader.string()
                try reader.take(":", "a colon is missing after a name")
                members.append((key, try reader.cell()))
            } while reader.takes(",")
            try reader.take("}", "a comma or closing brace is missing")
        }
        reader.skipBlanks()
        guard reader.place == bytes.count else { throw Fault(description: "there is text after the object") }
        return members
    }

    /// The strings of an array. If there is a fault, those before it.
    package static func strings(_ bytes: [UInt8]) -> [String] {
        var reader = FlatJSON(bytes)
        var strings: [String] = []
        guard reader.takes("["), !reader.takes("]") else { return [] }
        repeat {
            reader.skipBlanks()
            guard let string = try? reader.string() else { break }
            strings.append(string)
        } while reader.takes(",")
        return strings
    }

    private mutating func cell() throws(Fault) -> String {
        skipBlanks()
        let begin = place
        guard place < bytes.count else { throw Fault(description: "it is incomplete") }
        if bytes[place] == UInt8(ascii: "\"") { return try string() }
        try skip(depth: 0)
        let text = String(decoding: bytes[begin..<place], as: UTF8.self)
        return text == "null" ? "" : text
    }

    /// Skips a value of any kind.
    private mutating func skip(depth: Int) throws(Fault) {
        skipBlanks()
        guard depth <= Self.deepest else { throw Fault(description: "it is nested too deeply") }
        guard place < bytes.count else { throw Fault(description: "it is incomplete") }
        switch bytes[place] {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "["):
            place += 1
            guard !takes("]") else { return }
            repeat { try skip(depth: depth + 1) } while takes(",")
            try take("]", "a closing bracket is missing")
        case UInt8(ascii: "{"):
            place += 1
            guard !takes("}") else { return }
            repeat {
                skipBlanks()
                _ = try string()
                try take(":", "a colon is missing after a name")
                try skip(depth: depth + 1)
            } while takes(",")
            try take("}", "a closing brace is missing")
        default:
            for word in ["true", "false", "null"] where bytes[place...].starts(with: word.utf8) {
                place += word.utf8.count
                return
            }
            try number()
        }
    }

    /// RFC 8259, section 6.
    private mutating func number() throws(Fault) {
        func digits() -> Int {
            let begin = place
            while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
            return place - begin
        }
        func has(_ characters: String) -> Bool {
            guard place < bytes.count, characters.utf8.contains(bytes[place]) else { return false }
            place += 1
            return true
        }
        let fault = Fault(description: "a value is not a string, number, true, false or null")
        _ = has("-")
        let begin = place
        let count = digits()
        guard count > 0, count == 1 || bytes[begin] != 0x30 else { throw fault }
        if has("."), digits() == 0 { throw fault }
        if has("eE") {
            _ = has("+-")
            if digits() == 0 { throw fault }
        }
    }

    /// RFC 8259, section 7.
    private mutating func string() throws(Fault) -> String {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
            throw Fault(description: "a string is missing")
        }
        place += 1
        let begin = place
        // Most strings have no escapes.
        while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\"),
            bytes[place] >= 0x20
        { place += 1 }
        var text = bytes[begin..<place]
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escaped()
            case 0..<0x20: throw Fault(description: "a string contains a control character")
            default: text.append(byte)
            }
        }
        throw Fault(description: "a string is not closed")
    }

    /// The character after a backslash.
    private mutating func escaped() throws(Fault) -> [UInt8] {
        guard place < bytes.count else { throw Fault(description: "a string is not closed") }
        let letter = bytes[place]
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0c]
        case UInt8(ascii: "n"): return [0x0a]
        case UInt8(ascii: "r"): return [0x0d]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var value = UInt32(try unit())
            if (0xd800..<0xdc00).contains(value), bytes[place...].starts(with: "\\u".utf8) {
                place += 2
                let second = UInt32(try unit())
                guard (0xdc00..<0xe000).contains(second) else {
                    throw Fault(description: "a string contains half a surrogate pair")
                }
                value = 0x10000 + (value - 0xd800) << 10 + (second - 0xdc00)
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw Fault(description: "a string contains half a surrogate pair")
            }
            return Array(String(Character(scalar)).utf8)
        default: throw Fault(description: "a string contains an unknown escape")
        }
    }

    private mutating func unit() throws(Fault) -> UInt16 {
        let digits = bytes[place...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw Fault(description: "a string contains an unknown escape") }
        place += 4
        return value
    }

    private mutating func skipBlanks() {
        while place < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[place]) { place += 1 }
    }

    /// Takes a character, after any white space, if it is next.
    private mutating func takes(_ character: Character) -> Bool {
        skipBlanks()
        guard place < bytes.count, bytes[place] == character.asciiValue else { return false }
        place += 1
        return true
    }

    private mutating func take(_ character: Character, _ fault: String) throws(Fault) {
        guard takes(character) else { throw Fault(description: fault) }
    }
}
