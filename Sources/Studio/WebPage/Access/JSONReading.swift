// SPDX-License-Identifier: Apache-2.0

package import Output

/// Parses the small JSON bodies of requests: strictly RFC 8259, with a limited depth.
struct JSONReading {
    /// Not RFC 8259, or too deep.
    struct Fault: Error {}

    private static let deepest = 8
    private let bytes: [UInt8]
    private var place = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func value(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
        var reading = JSONReading(bytes)
        let value = try reading.value(0)
        reading.skipBlanks()
        guard reading.place == bytes.count else { throw Fault() }
        return value
    }

    private mutating func value(_ depth: Int) throws(Fault) -> JSONValue {
        guard depth <= Self.deepest else { throw Fault() }
        skipBlanks()
        switch peek {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(_ depth: Int) throws(Fault) -> JSONValue {
        try take("{")
        var members: [JSONValue.Member] = []
        skipBlanks()
        if takes("}") { return .object([]) }
        repeat {
            skipBlanks()
            let key = try string()
            skipBlanks()
            try take(":")
            members.append(.init(key, try value(depth + 1)))
            skipBlanks()
        } while takes(",")
        try take("}")
        return .object(members)
    }

    private mutating func array(_ depth: Int) throws(Fault) -> JSONValue {
        try take("[")
        var values: [JSONValue] = []
        skipBlanks()
        if takes("]") { return .array([]) }
        repeat {
            values.append(try value(depth + 1))
            skipBlanks()
        } while takes(",")
        try take("]")
        return .array(values)
    }

    private mutating func string() throws(Fault) -> String {
        try take("\"")
        var text: [UInt8] = []
        while let byte = peek {
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else { throw Fault() }
                return text
            case UInt8(ascii: "\\"): text += try escaped().utf8
            case 0..<0x20: throw Fault()
            default: text.append(byte)
            }
        }
        throw Fault()
    }

    private mutating func escaped() throws(Fault) -> String {
        guard let byte = peek else { throw Fault() }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try unit()
            if let scalar = Unicode.Scalar(unit) { return String(scalar) }
            // The first of two surrogates.
            guard unit < 0xdc00, takes("\\"), takes("u") else { throw Fault() }
            let low = try self.unit()
            guard (0xdc00...0xdfff).contains(low) else { throw Fault() }
            return String(Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))!)
        default: throw Fault()
        }
    }

    private mutating func unit() throws(Fault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else { throw Fault() }
            unit = unit << 4 | UInt32(digit)
            place += 1
        }
        return unit
    }

    private mutating func number() throws(Fault) -> JSONValue {
        let start = place
        while let byte = peek, "+-.eE0123456789".utf8.contains(byte) { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        let digits = text.drop { $0 == "-" }
        guard let first = digits.first, first.isNumber, text.count - digits.count < 2, text.last != ".",
            digits.count == 1 || first != "0" || !digits.dropFirst().first!.isNumber
        else { throw Fault() }
        if let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { throw Fault() }
        return .number(number, decimals: 9)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Fault) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard unsafe peek == word.utf8Start[index] else { throw Fault() }
            place += 1
        }
        return value
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func takes(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func take(_ character: Unicode.Scalar) throws(Fault) {
        guard takes(character) else { throw Fault() }
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { place += 1 }
    }
}

extension JSONValue {
    /// A member of an object; `nil` if there is none, or if it is null.
    package subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members.first(where: { $0.key == key })?.value,
            value != .null
        else { return nil }
        return value
    }

    package var characters: String? { if case .string(let text) = self { text } else { nil } }
    package var truth: Bool? { if case .bool(let value) = self { value } else { nil } }
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value, _): value
        default: nil
        }
    }
}
