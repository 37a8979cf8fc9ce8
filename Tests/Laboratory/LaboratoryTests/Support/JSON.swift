// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON value with subscripts; missing members are `nil` at every level.
struct JSON: CustomStringConvertible, @unchecked Sendable {
    // Unchecked: made of immutable values only.
    private let value: Any?

    init?(_ data: Data) {
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else { return nil }
        self.value = value
    }

    private init(value: Any?) { self.value = value }

    subscript(_ key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }
    subscript(_ index: Int) -> JSON { JSON(value: array.indices.contains(index) ? array[index].value : nil) }

    var string: String? { value as? String }
    var int: Int? { (value as? NSNumber)?.intValue }
    var double: Double? { (value as? NSNumber)?.doubleValue }
    var bool: Bool? { value as? Bool }
    var array: [JSON] { (value as? [Any])?.map { JSON(value: $0) } ?? [] }
    var keys: [String] { (value as? [String: Any])?.keys.sorted() ?? [] }
    var strings: [String] { array.compactMap(\.string) }

    var description: String { value.map { "\($0)" } ?? "nothing" }
}
