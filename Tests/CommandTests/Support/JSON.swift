// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON value as a stranger's parser sees it; what is not there is `nil` all the way down.
struct JSON: CustomStringConvertible, @unchecked Sendable {
    struct Malformed: Error, CustomStringConvertible {
        var description: String
    }

    // Unchecked: made of immutable values only.
    private let value: Any?

    init(_ text: String) throws {
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)), value is [String: Any] else {
            throw Malformed(description: "not a JSON object: \(text)")
        }
        self.value = value
    }

    private init(value: Any?) { self.value = value }

    subscript(_ key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }
    subscript(_ index: Int) -> JSON { JSON(value: array.indices.contains(index) ? array[index].value : nil) }

    var string: String? { value as? String }
    var int: Int? { number.flatMap { $0.doubleValue == $0.doubleValue.rounded() ? $0.intValue : nil } }
    var double: Double? { number?.doubleValue }
    var bool: Bool? { value as? Bool }
    var isNull: Bool { value is NSNull }
    var isArray: Bool { value is [Any] }
    var array: [JSON] { (value as? [Any])?.map { JSON(value: $0) } ?? [] }
    var strings: [String] { array.compactMap(\.string) }
    var keys: Set<String> { Set((value as? [String: Any])?.keys.map { $0 } ?? []) }

    /// `true` is a number to Foundation; to us it is not.
    private var number: NSNumber? { value is Bool ? nil : value as? NSNumber }

    var description: String { value.map { "\($0)" } ?? "nothing" }
}
