// SPDX-License-Identifier: Apache-2.0

/// A JSON value that keeps the order of its keys, for reports that people read too.
///
/// It only writes JSON. Foundation's encoder would double the start-up time.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Written with at most `decimals` decimals; NaN and infinity are written as `null`.
    case number(Double, decimals: Int)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: JSONValue

        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    @_disfavoredOverload
    package static func integer(_ value: some BinaryInteger) -> JSONValue { .integer(Int64(clamping: value)) }

    /// An object with more members at its end; any other value unchanged.
    package func adding(_ members: [Member]) -> JSONValue {
        if case .object(let present) = self { .object(present + members) } else { self }
    }

    /// The JSON text on one line.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value, let decimals): text += Self.fixed(value, decimals: decimals) ?? "null"
        case .string(let value): Self.quote(value, into: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.quote(member.key, into: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// RFC 8259, section 7. Everything that `VisibleText` escapes is escaped too, although JSON does not require it: JSON
    /// may be shown on a terminal, where U+009B starts a control sequence and U+202E reverses the text.
    private static func quote(_ value: String, into text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where VisibleText.needsEscape(scalar):
                // Above the basic plane, two UTF-16 surrogates.
                for unit in scalar.utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// A decimal number without exponent and trailing zeros; `nil` if it is not finite or too large.
    package static func fixed(_ value: Double, decimals: Int) -> String? {
        guard value.isFinite, abs(value) < 1e15 else { return nil }
        let scale = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        let scaled = (abs(value) * scale).rounded()
        guard scaled < 9e18 else { return nil }
        let digits = Int64(scaled)
        let unit = Int64(scale)
        var text = (value < 0 && digits != 0 ? "-" : "") + String(digits / unit)
        var fraction = decimals > 0 ? String(digits % unit) : ""
        fraction = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        if !fraction.isEmpty { text += "." + fraction }
        return text
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Keeps the order of the members.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
