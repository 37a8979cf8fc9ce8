// SPDX-License-Identifier: Apache-2.0

/// A value of a TOML file.
package indirect enum TomlValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    /// A date or time in TOML notation.
    case date(String)
    case array([TomlValue])
    case table(TomlTable)

    /// The text of a string or date.
    package var text: String? {
        switch self {
        case .string(let text), .date(let text): text
        default: nil
        }
    }

    /// The value of a number, whole or not.
    package var number: Double? {
        switch self {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    /// The kind of value, for messages.
    package var label: String {
        switch self {
        case .string: "a string"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "true or false"
        case .date: "a date"
        case .array: "a list"
        case .table: "a table"
        }
    }
}

/// A table of a TOML file; reading gives its keys in alphabetical order.
package struct TomlTable: Hashable, Sendable {
    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: TomlValue
        /// The line number, from 1; 0 if it was not read from a file.
        package var line: Int
    }

    package private(set) var members: [Member] = []

    package init() {}

    package subscript(key: String) -> TomlValue? { members.first { $0.key == key }?.value }

    mutating func add(_ key: String, _ value: TomlValue, line: Int) {
        members.append(Member(key: key, value: value, line: line))
    }
}

/// Why a text is not valid TOML.
package struct TomlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1; 0 if it is not known.
    package var line: Int
    package var column: Int
    /// toml++'s message. It may contain unescaped text: escape it before showing it.
    package var message: String

    package init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    package var description: String { line > 0 ? "line \(line), column \(column): \(message)" : message }
}
