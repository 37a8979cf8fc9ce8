// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON value as a stranger's parser sees it; what is not there is `nothing` all the way down.
enum JSON: Decodable, Sendable, CustomStringConvertible {
    case nothing, null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    struct Malformed: Error, CustomStringConvertible {
        var description: String
    }

    /// An object, and nothing beside it.
    init(_ text: String) throws {
        guard let value = try? JSONDecoder().decode(JSON.self, from: Data(text.utf8)), case .object = value else {
            throw Malformed(description: "not a JSON object: \(text)")
        }
        self = value
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    subscript(_ key: String) -> JSON {
        if case .object(let members) = self { members[key] ?? .nothing } else { .nothing }
    }
    subscript(_ index: Int) -> JSON { array.indices.contains(index) ? array[index] : .nothing }

    var string: String? { if case .text(let text) = self { text } else { nil } }
    var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    var double: Double? { if case .number(let number) = self { number } else { nil } }
    var int: Int? { double.flatMap { Int(exactly: $0) } }
    var isArray: Bool { if case .list = self { true } else { false } }
    var array: [JSON] { if case .list(let list) = self { list } else { [] } }
    var keys: Set<String> { if case .object(let members) = self { Set(members.keys) } else { [] } }

    var description: String {
        switch self {
        case .nothing: "nothing"
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .list(let list): "\(list)"
        case .object(let members): "\(members)"
        }
    }
}
