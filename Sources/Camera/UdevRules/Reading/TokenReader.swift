// SPDX-License-Identifier: Apache-2.0

/// Why a line is not a valid rule.
struct TokenFault: Error {
    var clause: String
}

/// Splits a line into tokens.
struct TokenReader {
    private var rest: ArraySlice<UInt8>

    init(_ line: [UInt8]) { rest = line[...] }

    /// `nil` at the end of the line.
    mutating func next() throws(TokenFault) -> RuleToken? {
        rest = rest.drop { RuleParser.isSpace($0) || $0 == UInt8(ascii: ",") }
        guard !rest.isEmpty else { return nil }
        let key = takeKey()
        guard !key.isEmpty else { throw TokenFault(clause: "a key is missing before an operator") }
        let attribute = try takeAttribute()
        skipSpace()
        guard let operation = takeOperation() else {
            throw TokenFault(clause: "no operator follows \(key)")
        }
        skipSpace()
        let (value, ignoresCase) = try takeValue(of: key)
        return RuleToken(key, attribute: attribute, operation, value, ignoresCase: ignoresCase)
    }

    private mutating func skipSpace() { rest = rest.drop(while: RuleParser.isSpace) }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func takeKey() -> String {
        var index = rest.startIndex
        while index < rest.endIndex {
            let byte = rest[index]
            if RuleParser.isSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "{") { break }
            if "+-!:".utf8.contains(byte), index + 1 < rest.endIndex, rest[index + 1] == UInt8(ascii: "=") { break }
            index += 1
        }
        return String(decoding: take(index - rest.startIndex), as: UTF8.self)
    }

    private mutating func takeAttribute() throws(TokenFault) -> String? {
        guard rest.first == UInt8(ascii: "{") else { return nil }
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
            throw TokenFault(clause: "a brace is not closed")
        }
        let inside = take(end - rest.startIndex).dropFirst()
        rest = rest.dropFirst()
        return String(decoding: inside, as: UTF8.self)
    }

    private mutating func takeOperation() -> RuleToken.Operation? {
        let two = String(decoding: rest.prefix(2), as: UTF8.self)
        if let operation = RuleToken.Operation(rawValue: two), operation != .assign {
            rest = rest.dropFirst(2)
            return operation
        }
        guard rest.first == UInt8(ascii: "=") else { return nil }
        rest = rest.dropFirst()
        return .assign
    }

    /// Takes `"…"`, in which `\"` is a quote; `e"…"` with C escapes; `i"…"` for a case-insensitive match.
    private mutating func takeValue(of key: String) throws(TokenFault) -> (String, ignoresCase: Bool) {
        var isEscaped = false
        var ignoresCase = false
        while let byte = rest.first, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "i") {
            if byte == UInt8(ascii: "e") { isEscaped = true } else { ignoresCase = true }
            rest = rest.dropFirst()
        }
        guard rest.first == UInt8(ascii: "\"") else { throw TokenFault(clause: "the value of \(key) is not quoted") }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\"") { return (String(decoding: value, as: UTF8.self), ignoresCase) }
            if byte == RuleParser.backslash, let next = rest.first {
                if isEscaped {
                    rest = rest.dropFirst()
                    value.append(contentsOf: try escape(next))
                    continue
                }
                if next == UInt8(ascii: "\"") {
                    rest = rest.dropFirst()
                    value.append(next)
                    continue
                }
            }
            value.append(byte)
        }
        throw TokenFault(clause: "a quote is not closed")
    }

    /// The bytes of an escape sequence. Source: `cunescape` in systemd.
    private mutating func escape(_ byte: UInt8) throws(TokenFault) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "a"): return [7]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "v"): return [11]
        case UInt8(ascii: "s"): return [0x20]
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): return [byte]
        case UInt8(ascii: "x"): return Array([UInt8(truncatingIfNeeded: try number(2, radix: 16))])
        case UInt8(ascii: "u"): return try scalar(4)
        case UInt8(ascii: "U"): return try scalar(8)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            return [UInt8(truncatingIfNeeded: try number(2, radix: 8, after: [byte]))]
        default: throw TokenFault(clause: "an escape sequence is unknown")
        }
    }

    /// Takes this many digits; the number must not be 0, which would end the text.
    private mutating func number(_ digits: Int, radix: Int, after first: [UInt8] = []) throws(TokenFault) -> Int {
        let text = String(decoding: first + take(digits), as: UTF8.self)
        guard text.utf8.count == digits + first.count,
            text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let number = Int(text, radix: radix), number != 0
        else { throw TokenFault(clause: "an escape sequence is incomplete") }
        return number
    }

    private mutating func scalar(_ digits: Int) throws(TokenFault) -> [UInt8] {
        guard let scalar = Unicode.Scalar(UInt32(clamping: try number(digits, radix: 16))) else {
            throw TokenFault(clause: "an escape sequence is not a character")
        }
        return Array(String(scalar).utf8)
    }
}
